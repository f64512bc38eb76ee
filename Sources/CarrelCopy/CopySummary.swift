import CarrelStages

/// What a copy copied.
public struct CopySummary: Sendable, Hashable {
    /// How many records of each kind the library has; empty for a copy that is not finished.
    public var records: [RecordKind: Int] = [:]
    /// How many documents the copy has, also by an earlier run.
    public var documents = 0
    /// How many earlier versions.
    public var versions = 0
    /// How many documents that were set aside.
    public var quarantined = 0
    /// How many bytes this run copied.
    public var bytes: Int64 = 0
    /// Whether both libraries have the same documents, so that only records were copied.
    public var sharesDocuments = false
    /// How many documents are not as their records say.
    public var troubles: [CopyTrouble.State: Int] = [:]

    /// Whether the copy is a library now.
    public var isFinished: Bool { troubles[.unreadable] == nil }

    /// Whether documents are damaged, missing or could not be copied.
    public var hasFaults: Bool { troubles.keys.contains { $0 != .edited } }

    /// How many contents the copy has.
    var contents: Int { documents + versions + quarantined }

    mutating func count(_ place: KeptPlace) {
        switch place {
        case .document: documents += 1
        case .version: versions += 1
        case .quarantined: quarantined += 1
        }
    }
}
