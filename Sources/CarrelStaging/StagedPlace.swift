import CarrelBasics
import CarrelStages

/// Where the bytes of a staged document are: beside the documents, or still under the name that they had.
package enum StagedPlace {
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
    package init(_ token: String) throws(StoreError) {
        if let name = token.behind(Self.documents) {
            try LibraryFolder.check(name: name)
            self = .document(name)
        } else if let name = token.behind(Self.quarantined) {
            try OwnName.check(aside: name)
            self = .quarantine(name)
        } else {
            try OwnName.check(token: token)
            self = .incoming(token)
        }
    }

    /// The token that stands for it.
    package var token: String {
        switch self {
        case .incoming(let token): token
        case .document(let name): Self.documents + name
        case .quarantine(let name): Self.quarantined + name
        }
    }

    /// The name of the document, where it has one.
    package var document: String? {
        if case .document(let name) = self { name } else { nil }
    }
}
