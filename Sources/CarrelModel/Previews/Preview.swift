import CarrelHTTP

/// What is inside a document, to be read without opening an application.
public struct Preview: Sendable, Hashable, Codable {
    /// The document's own title.
    public var title: String?
    /// One or two sentences: the document's description of itself or its beginning.
    public var summary: String?
    /// The readable text, cut at the limit that was asked for.
    public var text: String
    /// How `text` is written.
    public var form: Form
    /// Whether `text` was cut.
    public var isTruncated: Bool
    /// What the document turned out to be.
    public var mediaType: MediaType
    /// The number of pages, for documents that have them.
    public var pages: Int?
    /// Where pages begin in `text`, in its order; empty for documents without pages.
    public var pageMarks: [PageMark]
    /// Further facts, such as `author` and `created`.
    public var metadata: [String: String]
    /// What the preview lacks and why, a sentence each, such as that the pages are pictures without text.
    public var notes: [String]
    /// The document as a small picture, where one was asked for and can be made.
    public var picture: Picture?

    public init(
        title: String? = nil, summary: String? = nil, text: String, form: Form = .plain,
        isTruncated: Bool = false, mediaType: MediaType, pages: Int? = nil, pageMarks: [PageMark] = [],
        metadata: [String: String] = [:], notes: [String] = [], picture: Picture? = nil
    ) {
        self.title = title
        self.summary = summary
        self.text = text
        self.form = form
        self.isTruncated = isTruncated
        self.mediaType = mediaType
        self.pages = pages
        self.pageMarks = pageMarks
        self.metadata = metadata
        self.notes = notes
        self.picture = picture
    }

    /// How a text is written.
    public enum Form: String, Sendable, Hashable, Codable {
        /// As it is shown.
        case plain
        /// With the marks of CommonMark, and tables as GitHub writes them.
        case markdown
    }

    /// The beginning of a page, a slide, a sheet or a chapter in a text.
    public struct PageMark: Sendable, Hashable, Codable {
        /// The page's number in the document, from 1.
        public var page: Int
        /// Where it begins in the text, in bytes of UTF-8 from 0.
        public var offset: Int

        public init(page: Int, offset: Int) { (self.page, self.offset) = (page, offset) }
    }
}
