import CarrelHTTP
import CarrelModel
import Foundation

/// The preview of a document.
///
/// The text is shown as it is, even if it holds URLs with secrets.
public struct PreviewRow: Encodable, Sendable {
    /// The path of the document, or its name if it is not a file on this machine; and the name of the previewer.
    public var path, previewer: String
    /// Its title and its summary, if it has them.
    public var title, summary: String?
    /// Its text; empty if it has none.
    public var text: String
    /// How the text is written: `plain` or `markdown`.
    public var form: String
    /// Whether the text was cut.
    public var isTruncated: Bool
    /// Its media type, such as `application/pdf`.
    public var mediaType: String
    /// The number of pages; `nil` for documents without pages.
    public var pages: Int?
    /// Where pages begin in the text: their numbers, from 1, and offsets in bytes of UTF-8.
    public var pageMarks: [Preview.PageMark]
    /// Facts, by their names.
    public var metadata: [String: String]
    /// What the preview lacks, one sentence each.
    public var notes: [String]

    public init(_ preview: Preview, path: String, previewer: String) {
        (self.path, self.previewer) = (path, previewer)
        (title, summary, text) = (preview.title, preview.summary, preview.text)
        (isTruncated, mediaType) = (preview.isTruncated, preview.mediaType.essence)
        (pages, metadata) = (preview.pages, preview.metadata)
        (form, pageMarks, notes) = (preview.form.rawValue, preview.pageMarks, preview.notes)
    }
}
