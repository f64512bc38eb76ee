import CarrelHTTP

/// What is inside a document, to be read without opening an application.
public struct Preview: Sendable, Hashable, Codable {
    /// The document's own title.
    public var title: String?
    /// One or two sentences: the document's description of itself or its beginning.
    public var summary: String?
    /// The readable text, cut at the limit that was asked for.
    public var text: String
    /// Whether `text` was cut.
    public var isTruncated: Bool
    /// What the document turned out to be.
    public var mediaType: MediaType
    /// The number of pages, for documents that have them.
    public var pages: Int?
    /// Further facts, such as `author` and `created`.
    public var metadata: [String: String]
    /// The document as a small picture, where one was asked for and can be made.
    public var picture: Picture?

    public init(
        title: String? = nil, summary: String? = nil, text: String, isTruncated: Bool = false,
        mediaType: MediaType, pages: Int? = nil, metadata: [String: String] = [:],
        picture: Picture? = nil
    ) {
        self.title = title
        self.summary = summary
        self.text = text
        self.isTruncated = isTruncated
        self.mediaType = mediaType
        self.pages = pages
        self.metadata = metadata
        self.picture = picture
    }
}
