import CarrelHTTP
import Foundation

/// One document of a catalogue, as its source delivered it.
public struct CatalogDocument: Sendable {
    /// The document's role among several of one catalogue; `catalog` if there is only one.
    public var role: String
    /// The content; where it is too large for memory, its beginning.
    public var data: Data
    /// The whole content, where it is too large for memory.
    public var content: CatalogContent?
    /// The media type that the source declares; a parser may find another.
    public var mediaType: MediaType?
    /// Where the content came from, after redirects: the base of relative references.
    public var url: URL
    /// The address that the catalogue has its names from, if that is not `url`: they stay wherever redirects lead.
    public var namedBy: URL?
    /// The validators for the next conditional reading.
    public var validators: Validators
    /// The location of the source that read it, if the catalogue has several sources.
    public var sourceLocation: String?
    /// Whether it came from or through a public address, so that it cannot be trusted with private addresses.
    public var isPublic: Bool
    /// Whether nobody said which catalogue it is, as of a list on standard input: the next one may be another, so that
    /// what only an earlier one lists is not gone, and nothing of that one counts for it.
    public var isAnonymous = false
    /// Whether it lists the items of one collection, whose catalogue leads to it.
    public var isBehindCollection = false
    /// Whether a redirect led to it at an address that says login, in the place of what was asked for.
    public var isLoginInPlace = false
    /// How long it stays current, if its server says so.
    public var freshness: Duration?
    /// Where it stands among the pages of its catalogue; `nil` for the first page.
    public var page: CatalogPage.Place?
    /// What the source has to say about it, to be reported with the catalogue's own problems.
    public var messages: [CatalogProblem] = []

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

    /// The address that names a collection of the document which has no name of its own; links start at `url`.
    public var namingURL: URL { namedBy ?? url }

    /// That of the first page, which names what goes on over several pages.
    public var firstNamingURL: URL { page.map { $0.namedBy ?? $0.start } ?? namingURL }
}

extension [CatalogDocument] {
    /// The document with the role `catalog`, or else the first one.
    public var catalog: CatalogDocument? { first { $0.role == "catalog" } ?? first }
}
