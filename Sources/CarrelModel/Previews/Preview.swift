import CarrelHTTP

/// What is inside a document, to read without opening an application.
public struct Preview: Sendable, Hashable, Codable {
    /// The document's own title.
    public var title: String?
    /// One or two sentences: the document's own description or its beginning.
    public var summary: String?
    /// The readable text, cut at the limit of the request.
    public var text: String
    /// The form of `text`.
    public var form: Form
    /// Whether `text` was cut.
    public var isTruncated: Bool
    /// What `text` holds of the document's text; `nil` for its beginning, or all of it, where nothing further is known.
    public var part: Part?
    /// What the document turned out to be.
    public var mediaType: MediaType
    /// The number of pages, for documents that have them.
    public var pages: Int?
    /// Where pages begin in `text`, in ascending order; empty for documents without pages.
    public var pageMarks: [PageMark]
    /// Further facts, such as `author` and `created`.
    public var metadata: [String: String]
    /// Where the part of `text` ends that only says what `metadata` says, in bytes of UTF-8; `nil` if `text` begins otherwise.
    public var factsEnd: Int?
    /// What the preview lacks and why, one sentence each: for example, that the pages are pictures without text.
    public var notes: [String]
    /// The document as a small picture, if one was requested and could be made.
    public var picture: Picture?
    /// The same for a terminal that shows pictures, where such a form was asked for.
    public var graphic: TerminalGraphic?

    public init(
        title: String? = nil, summary: String? = nil, text: String, form: Form = .plain,
        isTruncated: Bool = false, part: Part? = nil, mediaType: MediaType, pages: Int? = nil,
        pageMarks: [PageMark] = [], metadata: [String: String] = [:], notes: [String] = [],
        picture: Picture? = nil, graphic: TerminalGraphic? = nil
    ) {
        self.title = title
        self.summary = summary
        self.text = text
        self.form = form
        self.isTruncated = isTruncated
        self.part = part
        self.mediaType = mediaType
        self.pages = pages
        self.pageMarks = pageMarks
        self.metadata = metadata
        self.notes = notes
        self.picture = picture
        self.graphic = graphic
    }

    /// The form of a text.
    public enum Form: String, Sendable, Hashable, Codable {
        /// Plain text, to show as it is.
        case plain
        /// CommonMark, with tables as in GitHub Flavored Markdown.
        case markdown
    }

    /// What a text holds of that of a document.
    public enum Part: Sendable, Hashable, Codable {
        /// Its beginning, or all of it: the text of the first bytes of a file that has `size` bytes.
        case beginning(bytes: Int64, size: Int64)
        /// Its beginning and its end; parts between them are left out, and the text says where.
        case withGaps
    }

    /// The beginning of a page, a slide, a sheet or a chapter in a text.
    public struct PageMark: Sendable, Hashable, Codable {
        /// The number in the document, from 1.
        public var page: Int
        /// Where it begins in the text, in bytes of UTF-8 from 0.
        public var offset: Int

        public init(page: Int, offset: Int) { (self.page, self.offset) = (page, offset) }
    }
}
