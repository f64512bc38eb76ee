import CarrelFiles
import CarrelStages

/// Where the bytes of a staged document are: beside the documents, or still under the name that they had.
enum StagedPlace {
    /// Without a name yet.
    case incoming(String)
    /// A document.
    case document(String)
    /// In the quarantine.
    case quarantine(String)

    private static let documents = "document/"
    private static let quarantined = "quarantine/"

    /// Reads a token.
    ///
    /// - Parameter token: the store's own, perhaps from a record that somebody else wrote.
    /// - Throws: `StoreError` with `.invalidName` where it is none that the store could have made.
    init(_ token: String) throws(StoreError) {
        if token.hasPrefix(Self.documents) {
            let name = String(token.dropFirst(Self.documents.utf8.count))
            try LibraryFolder.check(name: name)
            self = .document(name)
        } else if token.hasPrefix(Self.quarantined) {
            let name = String(token.dropFirst(Self.quarantined.utf8.count))
            try OwnName.check(aside: name)
            self = .quarantine(name)
        } else {
            try OwnName.check(token: token)
            self = .incoming(token)
        }
    }

    /// The token that stands for it.
    var token: String {
        switch self {
        case .incoming(let token): token
        case .document(let name): Self.documents + name
        case .quarantine(let name): Self.quarantined + name
        }
    }

    /// The name of the document, where it has one.
    var document: String? {
        if case .document(let name) = self { name } else { nil }
    }

    /// Where the file is; `nil` if there is no such folder.
    func file(in folders: OpenFolders) throws(StoreError) -> DocumentPlace? {
        switch self {
        case .incoming(let token): DocumentPlace(folder: folders.incoming, name: token)
        case .document(let name): try folders.root.place(of: name)
        case .quarantine(let name): DocumentPlace(folder: try folders.quarantine(), name: name)
        }
    }
}
