import CarrelHTTP
import Foundation

/// What speaks for a document's media type, from its content, its server and its name, and what follows.
///
/// Each piece of evidence has a weight; the type with the most wins. What the content rules out does not count. Of types
/// with the same weight the first wins: content before server before name.
struct TypeEvidence {
    private var weights: [(type: String, weight: Int)] = []
    private let content: ContentFamily
    private var charset: String?

    // What a signature or a structure shows, no server and no name talk away.
    private static let proof = 200
    private static let declared = 40
    private static let named = 35
    // Servers say of everything they do not know that it is plain text.
    private static let declaredPlain = 15
    private static let namedPlain = 25
    private static let agreed = 30

    /// Weighs what is known.
    ///
    /// - Parameters:
    ///   - window: the content.
    ///   - libmagic: asks libmagic, of content that shows nothing else.
    ///   - declared: what the server said.
    ///   - named: what the name's extension stands for.
    init(_ window: ContentWindow, libmagic: () -> MediaType?, declared: MediaType?, named: MediaType?) {
        let family = ContentFamily(window)
        // Pixels of few colours may all be letters; the head before them is none.
        if case .text(let text) = family, text.beginsWithZeros,
            libmagic()?.essence.hasPrefix("image/") == true
        {
            content = .binary
        } else {
            content = family
        }
        charset = declared?.charset
        switch content {
        case .empty: break
        case .certain(let type): add(type, Self.proof)
        case .office: add("application/x-ole-storage", 1)
        case .zip: add("application/zip", 1)
        case .gzip: add("application/gzip", 1)
        case .text(let text): weigh(text)
        case .binary:
            if let libmagic = libmagic(), !libmagic.isOpaque, !libmagic.isTextual { add(libmagic.usual, 60) }
        }
        weigh(declared: declared, named: named)
    }

    /// The type that follows.
    var decision: MediaType {
        let best = weights.reduce(into: ("", 0)) { best, next in
            if next.weight > best.1 { best = (next.type, next.weight) }
        }
        let type = MediaType(best.0) ?? (content.isEmpty ? .plainText : .octetStream)
        guard type.isTextual, let charset else { return type }
        return MediaType("\(type.essence); charset=\(charset)") ?? type
    }

    private mutating func add(_ type: String, _ weight: Int) {
        if let index = weights.firstIndex(where: { $0.type == type }) {
            weights[index].weight += weight
        } else {
            weights.append((type, weight))
        }
    }

    private mutating func weigh(declared: MediaType?, named: MediaType?) {
        let declared = declared.flatMap { content.allows($0) ? $0.usual : nil }
        let named = named.flatMap { content.allows($0) ? $0.usual : nil }
        if let declared {
            add(declared, declared == MediaType.plainText.essence ? Self.declaredPlain : Self.declared)
        }
        if let named { add(named, named == MediaType.plainText.essence ? Self.namedPlain : Self.named) }
        // Markdown often begins with HTML, as with a table of pictures: its name tells more than that.
        if let named, named == declared || named == "text/markdown" { add(named, Self.agreed) }
        for type in [declared, named] { widen(type) }
    }

    /// What speaks for JSON or XML speaks for a narrower type of it, too, that somebody tells.
    private mutating func widen(_ type: String?) {
        guard let type, let syntax = ["json", "xml"].first(where: { type.hasSuffix("+\($0)") }),
            let found = weights.first(where: { $0.type == "application/\(syntax)" && $0.weight > 1 })
        else { return }
        add(type, found.weight)
    }

    private mutating func weigh(_ text: TextContent) {
        add(MediaType.plainText.essence, 10)
        if let lines = LineShape(text) { add(lines.type, lines.weight) }
        if let json = JSONShape(text) {
            let isPlain = json.type == "application/json"
            add(json.type, json.isCertain ? isPlain ? 60 : 90 : isPlain ? 25 : 60)
        }
        switch PageShape(text) {
        case .page: add(MediaType.html.essence, 70)
        case .element: add(MediaType.html.essence, 45)
        case .tag: add(MediaType.html.essence, 25)
        case .none: break
        }
        guard let markup = MarkupShape(text) else { return }
        switch markup.type {
        // Pages are mostly served and named as HTML, which then decides.
        case "application/xhtml+xml"?: add("application/xhtml+xml", markup.isDeclared ? 75 : 60)
        case let type?: add(type, 100)
        case nil: add("application/xml", markup.isDeclared ? 60 : 20)
        }
    }
}
