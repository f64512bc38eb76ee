import CarrelHTTP
import Foundation

/// The bytes of a catalogue as a source delivered them.
public struct CatalogDocument: Sendable {
    /// What the document is among several of one catalogue; `catalog` where there is only one.
    public var role: String
    /// The content.
    public var data: Data
    /// What the source says the content is; a parser may know better.
    public var mediaType: MediaType?
    /// Where the content came from after redirects: the base of relative references.
    public var url: URL
    /// What to send with the next reading, to learn cheaply that nothing changed.
    public var validators: Validators
    /// The location of the source that read it, where several sources make one catalogue.
    public var sourceLocation: String?
    /// Whether it came from a public address, or by way of one, so that others may have written it.
    public var isPublic: Bool
    /// For how long its server says that it stays current; `nil` if it says nothing of that.
    public var freshness: Duration?

    public init(
        role: String = "catalog", data: Data, mediaType: MediaType? = nil, url: URL,
        validators: Validators = Validators(), isPublic: Bool = false
    ) {
        self.role = role
        self.data = data
        self.mediaType = mediaType
        self.url = url
        self.validators = validators
        self.isPublic = isPublic
    }
}

extension CatalogDocument {
    /// Where the document came from, as messages name it.
    public var location: String { url.isFileURL ? url.path : url.absoluteString }
}

extension [CatalogDocument] {
    /// The catalogue itself among the documents that belong to it.
    public var catalog: CatalogDocument? { first { $0.role == "catalog" } ?? first }
}
