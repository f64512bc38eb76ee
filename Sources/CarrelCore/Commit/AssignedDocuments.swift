import CarrelModel
import CarrelStages

/// What a run knows of the documents of one assignment.
protocol AssignedDocuments: AnyObject, Sendable {
    /// What is recorded as stored, whether its file is there or not.
    func recorded(_ key: ItemKey) -> (document: StoredDocument?, isMissing: Bool)

    /// The SHA-256 of the version that somebody has looked at last, if none is recorded.
    func read(_ key: ItemKey) -> String?

    /// The SHA-256 of what somebody threw away for an item, if nobody asks for it by name.
    func discarded(_ key: ItemKey) -> String?

    /// The name that a document gets which has come.
    func name(of job: TransferJob, _ representation: Receipt.Representation) -> String

    /// Another name for an item whose wanted name something foreign holds.
    func alternative(to name: String, key: ItemKey, attempt: Int) -> String

    /// Other names that an item may have had, the likeliest first: which of several got the name that all of them
    /// want depends on the order in which they came.
    func former(_ name: String, key: ItemKey) -> [String]

    /// Has an item own a name instead of another one, unless some other item does.
    func claim(_ name: String, instead other: String, for key: ItemKey) -> Bool
}
