import CarrelBasics
import CarrelMarkup

/// What a page says about itself: in its head, in its data for machines, in its text.
struct PageFacts {
    /// What `meta` elements and the like say, with the rank of the name that said it.
    private(set) var values: [String: (text: String, rank: Int)] = [:]
    private(set) var headTitle: String?
    private(set) var data = LinkedData()
    /// Whether a `meta` element declares that the page is one article.
    private(set) var saysArticle = false
    /// The elements whose text tells something.
    private(set) var texts: [(node: Int, fact: TextFact, value: String?)] = []
    // More tell nothing new.
    private static let maxTexts = 64

    /// Whether the page is made of frames, and whether it has scripts.
    var (hasFrames, hasScripts) = (false, false)
    /// The page that it leads on to by itself.
    private(set) var nextPage: String?

    /// Whether a title was met.
    var hasTitle: Bool { headTitle != nil }
    /// Whether the page declares that it is one article, or what only articles have.
    var isArticle: Bool {
        saysArticle || data.isArticle || values["published"] != nil || values["author"] != nil
    }

    mutating func take(title text: String) {
        let text = text.titleText
        if headTitle == nil, !text.isEmpty { headTitle = text }
    }

    mutating func take(language: String?) {
        if let language { note("language", language, rank: -1) }
    }

    mutating func take(data bytes: [UInt8]) { data.take(bytes) }

    /// Notes an element whose text may tell something.
    mutating func note(_ reader: AttributeReader, node: Int) {
        guard texts.count < Self.maxTexts, let fact = reader.fact ?? (reader.value == nil ? nil : .time)
        else { return }
        texts.append((node, fact, reader.value))
    }

    /// Takes a `meta` or `link` element.
    mutating func take(_ tag: PageTag, _ attributes: MarkupAttributes) {
        var (names, content) = ([Substring](), "")
        for (name, value) in attributes {
            switch Self.attributes[name] {
            case .name:
                names += String(decoding: value.prefix(256), as: UTF8.self).lowercased().split(separator: " ")
            case .content: content = String(decoding: value.prefix(4096), as: UTF8.self)
            case nil: break
            }
        }
        guard !content.isEmpty else { return }
        for name in names {
            if tag == .meta {
                take(meta: String(name), content)
            } else if name == "canonical" {
                note("canonical", content, rank: -1)
            }
        }
    }

    private enum MetaAttribute: Sendable { case name, content }
    private static let attributes = ByteWords<MetaAttribute>([
        ("name", .name), ("property", .name), ("itemprop", .name), ("http-equiv", .name), ("rel", .name),
        ("content", .content), ("href", .content),
    ])

    private mutating func take(meta name: String, _ content: String) {
        if name == "og:type" || name == "dc.type" {
            saysArticle = saysArticle || content.lowercased().contains("article")
        }
        if name == "article:published_time" { saysArticle = true }
        if name == "refresh", let address = content.firstMatch(of: /(?i)url\s*=\s*['"]?([^'"\s]+)/)?.output.1
        {
            nextPage = String(address).titleText
        }
        guard let (fact, rank) = MetaNames.fact(name) else { return }
        let content = fact == "language" ? content.replacing("_", with: "-") : content
        if fact == "author", content.hasPrefix("http") || content.hasPrefix("@") { return }
        // Pages about papers name each author in an element of its own; `author` alone is said twice by chance.
        let separator = fact == "keywords" ? ", " : fact == "author" && rank > 0 ? "; " : nil
        if let separator, let known = values[fact], known.rank == rank {
            if fact == "author", "; \(known.text); ".contains("; \(content.titleText); ") { return }
            values[fact]?.text = (known.text + separator + content).titleText
        } else {
            note(fact, content, rank: rank)
        }
    }

    /// Takes a picture in the text: the first large one stands for the page, if nothing else does.
    mutating func take(picture attributes: MarkupAttributes) {
        guard values["picture"] == nil else { return }
        var (address, width) = ("", 0)
        for (name, value) in attributes {
            switch Self.pictureAttributes[name] {
            case .address:
                if !value.starts(with: "data:".utf8) {
                    address = String(decoding: value.prefix(2048), as: UTF8.self)
                }
            case .width: width = Int(String(decoding: value.prefix(6), as: UTF8.self)) ?? 0
            case nil: break
            }
        }
        // A smaller picture is decoration.
        if width >= 300 { note("picture", address, rank: 0) }
    }

    private enum PictureAttribute: Sendable { case address, width }
    private static let pictureAttributes = ByteWords<PictureAttribute>([
        ("src", .address), ("data-src", .address), ("data-original", .address), ("width", .width),
    ])

    private mutating func note(_ name: String, _ value: String, rank: Int) {
        if let known = values[name], known.rank <= rank { return }
        let value = Self.shown(value, as: name)
        if !value.isEmpty { values[name] = (value, rank) }
    }

    /// A fact as it is shown: on one line, cut if it is unreasonably long; a long address is nothing.
    static func shown(_ value: String, as name: String) -> String {
        guard name == "image" || name == "canonical" || name == "picture" else { return value.titleText }
        return value.utf8.count > 2048 || value.hasPrefix("data:") ? "" : value.singleLine
    }
}
