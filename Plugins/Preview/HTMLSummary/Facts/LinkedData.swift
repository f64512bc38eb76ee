import CarrelBasics
import CarrelJSON
import CarrelMarkup
import Foundation

/// What a page says about itself in JSON-LD.
struct LinkedData {
    /// The facts by the names that previews give to them.
    private(set) var facts: [String: String] = [:]
    /// The text of the article, where the page repeats it for machines.
    private(set) var articleBody: String?
    /// Whether it tells of one article.
    private(set) var isArticle = false
    // Of several things the one that is most likely the page wins.
    private var bestRank = Int.max
    private var scripts = 0
    private static let maxScripts = 16
    private static let maxDepth = 6

    /// Reads one script; what is not JSON is skipped.
    mutating func take(_ bytes: [UInt8]) {
        scripts += 1
        guard scripts <= Self.maxScripts, let document = Self.document(bytes) else { return }
        search(document.root, depth: 0)
    }

    private static func document(_ bytes: [UInt8]) -> JSONDocument? {
        var data = Data(bytes)
        // Some pages are XHTML, or have been.
        for (mark, isStart) in [("<![CDATA[", true), ("]]>", false)] {
            guard let range = data.range(of: Data(mark.utf8), options: isStart ? [] : .backwards) else {
                continue
            }
            data = Data(isStart ? data[range.upperBound...] : data[..<range.lowerBound])
        }
        if let document = try? JSONDocument(data) { return document }
        // Line ends in strings and comments around the data are what pages get wrong most often.
        guard let start = data.firstIndex(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "[") }),
            let end = data.lastIndex(where: { $0 == UInt8(ascii: "}") || $0 == UInt8(ascii: "]") }),
            start < end
        else { return nil }
        return try? JSONDocument(Data(data[start...end].map { $0 < 0x20 ? 0x20 : $0 }))
    }

    private mutating func search(_ node: JSONNode, depth: Int) {
        guard depth < Self.maxDepth else { return }
        if let elements = node.elements {
            for element in elements.prefix(64) { search(element, depth: depth + 1) }
        } else if node.members != nil {
            take(node)
            for name in ["@graph", "mainEntity", "mainEntityOfPage", "review"] {
                if let inner = node[name] { search(inner, depth: depth + 1) }
            }
        }
    }

    private mutating func take(_ thing: JSONNode) {
        let rank = Self.types(thing).map(Self.rank).min() ?? Int.max
        guard rank < Int.max else { return }
        if rank <= 1 { isArticle = true }
        if let body = (thing["articleBody"] ?? thing["reviewBody"])?.string,
            body.utf8.count > articleBody?.utf8.count ?? 200
        {
            articleBody = body
        }
        let isBetter = rank < bestRank
        bestRank = min(bestRank, rank)
        // A name belongs to the title of the same thing.
        let takesTitle = isBetter || facts["title"] == nil
        if takesTitle { facts["name"] = nil }
        for (fact, value) in Self.facts(thing, rank) where isBetter || facts[fact] == nil {
            if fact != "name" || takesTitle { facts[fact] = value }
        }
    }

    private static func types(_ thing: JSONNode) -> [String] {
        guard let type = thing["@type"] else { return [] }
        if let name = type.string { return [name] }
        return type.elements?.prefix(8).compactMap(\.string) ?? []
    }

    /// How likely a thing is what the page is about: 0 an article, 3 the site.
    private static func rank(_ type: String) -> Int {
        let type = type.split(separator: "/").last.map { String($0) } ?? type
        if type.hasSuffix("Article") || type.hasSuffix("BlogPosting") || type == "Report" { return 0 }
        switch type {
        case "Review", "SocialMediaPosting", "LiveBlogPosting", "Chapter", "HowTo", "Recipe": return 1
        case "DiscussionForumPosting", "Question", "QAPage", "Book", "Course", "VideoObject", "CreativeWork",
            "SoftwareSourceCode", "Dataset", "Product", "Event":
            return 2
        case "WebPage", "ItemPage", "AboutPage", "FAQPage", "CollectionPage", "MedicalWebPage": return 3
        case "WebSite": return 4
        default: return Int.max
        }
    }

    private static func facts(_ thing: JSONNode, _ rank: Int) -> [(String, String)] {
        if rank == 4 { return text(thing["name"]).map { [("site", $0)] } ?? [] }
        let values: [(String, String?)] = [
            ("title", text(thing["headline"]) ?? text(thing["name"])),
            ("name", text(thing["name"])),
            ("author", names(thing["author"]) ?? names(thing["creator"])),
            ("published", text(thing["datePublished"]) ?? text(thing["dateCreated"])),
            ("modified", text(thing["dateModified"])),
            ("description", text(thing["description"])),
            ("language", text(thing["inLanguage"])),
            ("site", names(thing["publisher"])),
            ("image", address(thing["image"]) ?? address(thing["thumbnailUrl"])),
            ("keywords", text(thing["keywords"]) ?? list(thing["keywords"])),
            ("section", text(thing["articleSection"])),
        ]
        return values.compactMap { name, value in value.map { (name, $0) } }
    }

    /// A text; many sites write it as HTML, which a reference or an end tag shows.
    private static func text(_ node: JSONNode?) -> String? {
        guard let text = node?.string, text.utf8.count < 8192 else { return nil }
        let isHTML = text.contains("</") || text.contains(byte: UInt8(ascii: "&")) && text.contains(/&#?\w+;/)
        return (isHTML ? HTMLFragment.text(text) : text).nonEmpty
    }

    private static func list(_ node: JSONNode?) -> String? {
        let words = node?.elements?.prefix(64).compactMap { text($0) } ?? []
        return words.isEmpty ? nil : words.joined(separator: ", ")
    }

    private static func names(_ node: JSONNode?) -> String? {
        guard let node else { return nil }
        if let elements = node.elements {
            let all = elements.prefix(16).compactMap { names($0) }
            return all.isEmpty ? nil : all.joined(separator: ", ")
        }
        return text(node) ?? text(node["name"])
    }

    /// An address: of HTML it holds `&amp;` at most, as `&copy` is the beginning of a parameter.
    private static func address(_ node: JSONNode?) -> String? {
        guard let node else { return nil }
        if let elements = node.elements { return elements.prefix(1).compactMap { address($0) }.first }
        guard let text = node.string else { return address(node["url"]) ?? address(node["contentUrl"]) }
        return text.utf8.count < 8192 ? text.replacing("&amp;", with: "&").nonEmpty : nil
    }
}
