/// What `carrel export --json` says of an export.
public struct ExportRow: Encodable, Sendable {
    /// The name of the format.
    public var format: String
    /// Where it was written.
    public var path: String
    /// How many collections there are.
    public var collections: Int
    /// How many documents there are.
    public var documents: Int
    /// The size of all documents, in bytes.
    public var bytes: Int64
    /// The names of the documents that were left out; `nil` for none.
    public var leftOut: [String]?

    public init(
        format: String, path: String, collections: Int, documents: Int, bytes: Int64, leftOut: [String] = []
    ) {
        (self.format, self.path, self.collections) = (format, path, collections)
        (self.documents, self.bytes) = (documents, bytes)
        self.leftOut = leftOut.isEmpty ? nil : leftOut
    }
}
