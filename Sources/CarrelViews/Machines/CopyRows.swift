/// A document that is not as its record says, as `carrel library copy --json` tells of it.
public struct CopiedDocumentRow: Encodable, Sendable {
    /// What the row is about.
    public let kind = "document"
    /// Its name, and what is wrong with it, such as `damaged`.
    public let name, state: String
    /// Why it could not be copied.
    public let reason: String?

    public init(name: String, state: String, reason: String? = nil) {
        (self.name, self.state, self.reason) = (name, state, reason)
    }
}

/// The last line of `carrel library copy --json`.
public struct CopyRow: Encodable, Sendable {
    /// What the row is about.
    public let kind = "copy"
    /// The two libraries, as the command named them.
    public let from, to: String
    /// Whether the copy is a library now.
    public let isFinished: Bool
    /// How many catalogues and items it has; `nil` if it is not finished.
    public var catalogs, items: Int?
    /// How many documents, earlier versions and documents that were set aside it has.
    public var documents = 0, versions = 0, setAside = 0
    /// How many bytes were copied now.
    public var bytes: Int64 = 0
    /// How many documents are not as their records say, by what is wrong with them.
    public var damaged = 0, missing = 0, unreadable = 0, edited = 0
    /// How long it took.
    public var seconds: Double = 0

    public init(from: String, to: String, isFinished: Bool) {
        (self.from, self.to, self.isFinished) = (from, to, isFinished)
    }
}
