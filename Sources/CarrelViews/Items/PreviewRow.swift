import CarrelHTTP
import CarrelModel
import Foundation

/// What is inside a document.
///
/// Its text is the document's own: nothing in it is covered.
public struct PreviewRow: Encodable, Sendable {
    /// Where the document is, or its name where it is not a file of this machine; and which plug-in looked at it.
    public var path, previewer: String
    /// Its title and its summary, where it has them.
    public var title, summary: String?
    /// Its text; empty if it has none.
    public var text: String
    /// How the text is written: `plain` or `markdown`.
    public var form: String
    /// Whether the text goes on.
    public var isTruncated: Bool
    /// What it is, such as `application/pdf`.
    public var mediaType: String
    /// How many pages it has, where it has pages.
    public var pages: Int?
    /// Where pages begin in the text: their numbers, and offsets in bytes of UTF-8.
    public var pageMarks: [Preview.PageMark]
    /// Facts, by their names.
    public var metadata: [String: String]
    /// What the preview lacks, a sentence each.
    public var notes: [String]

    /// A preview of a document.
    public init(_ preview: Preview, path: String, previewer: String) {
        (self.path, self.previewer) = (path, previewer)
        (title, summary, text) = (preview.title, preview.summary, preview.text)
        (isTruncated, mediaType) = (preview.isTruncated, preview.mediaType.essence)
        (pages, metadata) = (preview.pages, preview.metadata)
        (form, pageMarks, notes) = (preview.form.rawValue, preview.pageMarks, preview.notes)
    }
}
