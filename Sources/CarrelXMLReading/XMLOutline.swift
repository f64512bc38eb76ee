import CarrelModel
import CarrelStages
import Foundation

/// The beginning of a document that may be XML, for recognition without a parse.
public struct XMLOutline {
    // How much of a document recognition looks at.
    private static let length = 16 << 10

    /// The beginning, without byte order mark, zero bytes (UTF-16) and leading white space.
    public let text: Substring
    /// The start tag of the root element, without its `>`.
    public let tag: Substring
    /// The root's name without a prefix, in lower case.
    public let root: String

    /// Looks at a document; `nil` if it does not begin with an element, behind declarations and comments.
    public init?(_ document: CatalogDocument) {
        self.init(Self.beginning(of: document.data))
    }

    /// Looks at the beginning of a document.
    public init?(_ beginning: Substring) {
        guard beginning.first == "<", let tag = Self.firstTag(beginning) else { return nil }
        text = beginning
        self.tag = tag
        let name = tag.dropFirst().prefix { !$0.isWhitespace && $0 != ">" && $0 != "/" }
        root = name.split(separator: ":").last.map { $0.lowercased() } ?? ""
    }

    /// Certain of a catalogue whose root element has one of the names, as a parser of XML recognises its own.
    ///
    /// - Parameters:
    ///   - documents: those that the parser was given.
    ///   - roots: names without a prefix, in lower case.
    /// - Returns: certain, or no.
    public static func recognition(of documents: [CatalogDocument], roots: Set<String>) -> Recognition {
        guard let document = documents.catalog, let outline = XMLOutline(document) else { return .no }
        return roots.contains(outline.root) ? .certain : .no
    }

    /// Whether the document ends within that tag, which may not have told all namespaces then.
    public var isCut: Bool { tag.endIndex == text.endIndex }

    /// Whether it is a catalogue of publications in Atom (OPDS 1): one that names its vocabulary or its kinds of feeds.
    public var isOPDS: Bool {
        root == "feed" && (text.contains("opds-spec.org/") || text.contains("profile=opds-catalog"))
    }

    /// The beginning of a text without byte order mark, zero bytes (UTF-16) and leading white space.
    public static func beginning(of data: Data) -> Substring {
        // An array, because each byte of `Data` is a call.
        let bytes = [UInt8](data.prefix(length)).filter {
            $0 != 0 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF && $0 < 0xFE
        }
        return Substring(String(decoding: bytes.drop { $0 <= 0x20 }, as: UTF8.self))
    }

    /// The start tag of the root element, behind declarations, processing instructions and comments.
    private static func firstTag(_ text: Substring) -> Substring? {
        var rest = text
        while let open = rest.firstIndex(of: "<") {
            rest = rest[open...]
            let end: String
            if rest.hasPrefix("<?") {
                end = "?>"
            } else if rest.hasPrefix("<!--") {
                end = "-->"
            } else if rest.hasPrefix("<!") {
                // The declarations of an internal subset stand in brackets.
                let close = rest.firstIndex(of: ">") ?? rest.endIndex
                end = rest[..<close].contains("[") ? "]" : ">"
            } else {
                let tag = rest.prefix { $0 != ">" }
                return tag.dropFirst().first?.isLetter == true ? tag : nil
            }
            guard let close = rest.range(of: end) else { return nil }
            rest = rest[close.upperBound...]
        }
        return nil
    }
}
