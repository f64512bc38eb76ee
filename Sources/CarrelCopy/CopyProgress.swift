import CarrelModel
import CarrelStages

/// How far a copy is.
public enum CopyProgress: Sendable, Hashable {
    /// Records of a kind are copied: how many so far.
    case records(RecordKind, Int)
    /// Documents, versions and what was set aside are copied: how many so far.
    case documents(Int)
    /// The two libraries are compared: how many documents so far.
    case comparing(Int)
}

/// What a copy copied.
public struct CopySummary: Sendable, Hashable {
    /// Something that could not be read.
    public struct Unread: Sendable, Hashable {
        /// Its name.
        public var name: String
        /// Why.
        public var reason: String
    }

    /// How many records of each kind the library has.
    public var records: [RecordKind: Int] = [:]
    /// How many documents were copied, also by an earlier run.
    public var documents = 0
    /// How many earlier versions.
    public var versions = 0
    /// How many documents that were set aside.
    public var quarantined = 0
    /// How many bytes this run copied.
    public var bytes: Int64 = 0
    /// The recorded documents that were not there, the first hundred.
    public var missing: [String] = []
    /// How many those are.
    public var missingCount = 0
    /// How many documents are not as they were recorded: somebody edited them, or they are damaged.
    public var differing = 0
    /// What could not be read; then the copy is not finished.
    public var unread: [Unread] = []

    /// Whether the copy is a library now.
    public var isFinished: Bool { unread.isEmpty }

    private static let namedMissing = 100

    mutating func miss(_ name: String) {
        missingCount += 1
        if missing.count < Self.namedMissing { missing.append(name) }
    }

    mutating func count(_ place: KeptPlace) {
        switch place {
        case .document: documents += 1
        case .version: versions += 1
        case .quarantined: quarantined += 1
        }
    }
}
