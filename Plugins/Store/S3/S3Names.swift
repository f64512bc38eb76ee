import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelStaging

/// The keys of a store's objects.
struct S3Names: Sendable {
    let prefix: String

    private static let ownFolder = ".carrel/"

    /// What only Carrel writes.
    var own: String { prefix + Self.ownFolder }

    func document(_ name: String) -> String { prefix + name }

    /// The name of a document; `nil` for an object that is none.
    func name(_ key: String) -> String? {
        guard let name = key.behind(prefix) else { return nil }
        return DocumentName.isSafe(name) ? name : nil
    }

    /// What a machine sent and nobody has named yet.
    func incoming(_ machine: String) -> String { allIncoming + machine + "/" }

    /// What any machine sent.
    var allIncoming: String { own + "incoming/" }

    /// The versions of a document.
    func versions(_ name: String) -> String { allVersions + name + "/" }

    /// The versions of all documents.
    var allVersions: String { own + "versions/" }

    /// The document and the name of a version; `nil` for a key that is not below those of versions.
    func version(_ key: String) -> (document: String, name: String)? {
        guard let path = key.behind(allVersions), case let (folder, name) = DocumentName.split(path),
            !folder.isEmpty
        else { return nil }
        // By bytes: the last character may be more than the slash.
        return (String(folder[..<folder.utf8.index(before: folder.endIndex)]), String(name))
    }

    /// What was set aside.
    var quarantine: String { own + "quarantine/" }

    /// An object that is made only to see what the service does.
    func trials(of machine: String) -> String { allTrials + machine + "/" }

    /// What any machine made for that.
    var allTrials: String { own + "trial/" }

    /// Marks of objects that a machine is sending or copying in parts.
    func uploads(of machine: String) -> String { allUploads + machine + "/" }

    /// Those of any machine.
    var allUploads: String { own + "uploads/" }
}

/// Where the bytes of a staged document are.
enum S3Place {
    /// Without a name yet: in the spool of this machine, or sent by the machine.
    case incoming(machine: String, token: String)
    /// A document.
    case document(String)
    /// In the quarantine.
    case quarantine(String)

    private static let incomingPrefix = "incoming/"

    /// Reads a token.
    ///
    /// - Throws: `StoreError` with `.invalidName` where it is none that the store could have made.
    init(_ token: String) throws(StoreError) {
        guard token.hasPrefix(Self.incomingPrefix) else {
            switch try StagedPlace(token) {
            case .document(let name): self = .document(name)
            case .quarantine(let name): self = .quarantine(name)
            case .incoming: throw .notStaged(token)
            }
            return
        }
        let parts = token.dropFirst(Self.incomingPrefix.utf8.count).split(
            separator: "/", omittingEmptySubsequences: false)
        guard parts.count == 2, OwnName.isBase36(parts[0].utf8), OwnName.isToken(String(parts[1])) else {
            throw .notStaged(token)
        }
        self = .incoming(machine: String(parts[0]), token: String(parts[1]))
    }

    /// The token that stands for it.
    var token: String {
        switch self {
        case .incoming(let machine, let token): Self.incomingPrefix + machine + "/" + token
        case .document(let name): StagedPlace.document(name).token
        case .quarantine(let name): StagedPlace.quarantine(name).token
        }
    }

    /// The object that holds the bytes, once they are in the bucket.
    func key(_ names: S3Names) -> String {
        switch self {
        case .incoming(let machine, let token): names.incoming(machine) + token
        case .document(let name): names.document(name)
        case .quarantine(let name): names.quarantine + name
        }
    }
}
