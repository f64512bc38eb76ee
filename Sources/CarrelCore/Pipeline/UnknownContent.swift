import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// What stands in the place of a catalogue without being of a kind that a parser knows: what to say of it, and what helps.
struct UnknownContent {
    /// The content; `nil` if the source gave none.
    let document: CatalogDocument?
    /// The media type that its bytes, its server and its name speak for; `nil` if they tell nothing.
    let mediaType: MediaType?

    /// Looks at the content.
    ///
    /// - Parameters:
    ///   - document: the content; `nil` if the source gave none.
    ///   - detect: finds a media type by the first bytes and by what was declared.
    init(_ document: CatalogDocument?, detect: ([UInt8], MediaType?) -> MediaType?) {
        self.document = document
        guard let document else {
            mediaType = nil
            return
        }
        let named = URLReference.fileExtension(document.url.absoluteString)
            .flatMap(MediaType.forFileExtension)
        mediaType = detect(Array(document.data.prefix(1 << 20)), document.mediaType ?? named)
    }

    /// The error that says what it is.
    ///
    /// - Parameters:
    ///   - location: where it is.
    ///   - kinds: the names of the parsers that were asked.
    func error(at location: String, kinds: [String]) -> ParseError {
        let unknown = "the content is of no known kind; known are " + kinds.joined(separator: ", ")
        let damaged = "If it is one of these but damaged, name it with parse.use to learn where"
        guard let document, let mediaType else {
            return ParseError(location: location, reason: unknown, remedy: damaged)
        }
        if mediaType.canBeMapped {
            return ParseError(
                location: location, reason: unknown,
                remedy: "For \(mediaType.essence) carrel map suggest \(document.placeToRead) "
                    + "proposes a mapping. " + damaged)
        }
        if mediaType.isPlain {
            return ParseError(
                location: location, reason: unknown,
                remedy: "In a list of addresses each line begins with one. " + damaged)
        }
        return ParseError(
            location: location,
            reason: "this is a document (\(mediaType.essence)), not a catalogue that lists documents",
            remedy: document.url.isFileURL
                ? "Name the catalogue that lists it; carrel preview \(ShellWord.text(document.location)) shows the file"
                : "To fetch single documents, put their addresses into a text file, one a line: "
                    + "carrel sync FILE")
    }
}

extension MediaType {
    /// Whether a mapping may read documents of this type.
    fileprivate var canBeMapped: Bool {
        let forms = ["application/json", "application/x-ndjson", "application/xml", "text/xml"]
        let tables = ["text/html", "application/xhtml+xml", "text/csv", "text/tab-separated-values"]
        return (forms + tables).contains(essence)
            || essence.hasPrefix("application/") && (essence.hasSuffix("+json") || essence.hasSuffix("+xml"))
    }

    /// Whether documents of this type may be a list that somebody typed.
    fileprivate var isPlain: Bool { ["text/plain", "text/markdown"].contains(essence) }
}
