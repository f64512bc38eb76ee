import CarrelBasics
import CarrelJSON
import CarrelJSONReading
import CarrelMarkup
import CarrelModel
import CarrelStages
import Foundation

/// Reads JSON Feed 1.0 and 1.1; what is of a wrong type is left out and reported.
struct JSONFeedReader {
    private static let mostWords = 20

    private let budget: CatalogBudget
    /// What could not be used.
    var problems = ProblemList()

    init(_ budget: CatalogBudget) { self.budget = budget }

    /// What the feed says of itself.
    mutating func head(_ feed: JSONNode) -> FeedHead {
        var head = FeedHead()
        head.title = line(feed["title"])
        head.subtitle = text(feed["description"], isHTML: false)
        head.page = url(feed["home_page_url"])
        head.authors = authors(feed)
        head.next = url(feed["next_url"])
        return head
    }

    /// One entry; `nil` for what is none.
    mutating func entry(_ node: JSONNode) -> FeedEntry? {
        guard node.kind == .object else {
            problems.add(node, expected: "an item as an object", gap: .lasting)
            return nil
        }
        var entry = FeedEntry()
        entry.id = id(node["id"])
        entry.title = line(node["title"])
        entry.page = url(node["url"]) ?? url(node["external_url"])
        entry.authors = authors(node)
        entry.published = string(node["date_published"])
        entry.updated = string(node["date_modified"])
        entry.summary = text(node["summary"], isHTML: false)
        entry.content = text(node["content_html"], isHTML: true) ?? text(node["content_text"], isHTML: false)
        entry.picture = url(node["image"])
        entry.categories = words(node["tags"])
        addAttachments(node["attachments"], to: &entry)
        return entry
    }

    private mutating func addAttachments(_ node: JSONNode?, to entry: inout FeedEntry) {
        guard let node = node?.present else { return }
        guard let elements = node.elements else {
            problems.add(node, expected: "the attachments as an array", gap: .lasting)
            if !isWithoutAddress(node) { entry.lostEnclosures.append("") }
            return
        }
        for attachment in elements.prefix(Enclosure.most) where !isWithoutAddress(attachment) {
            guard attachment.kind == .object, let url = url(attachment["url"]) else {
                problems.add(attachment, expected: "an attachment with a URL", gap: .lasting)
                entry.lostEnclosures.append(attachment["url"]?.plainText ?? "")
                continue
            }
            guard !entry.enclosures.contains(where: { $0.url == url }) else { continue }
            entry.enclosures.append(
                Enclosure(
                    url: url, type: string(attachment["mime_type"]),
                    length: Enclosure.length(attachment["size_in_bytes"]?.plainText),
                    title: line(attachment["title"]), duration: duration(attachment["duration_in_seconds"])))
        }
    }

    /// Whether an attachment gives no address, as templates write one for an entry that has none.
    private func isWithoutAddress(_ attachment: JSONNode) -> Bool {
        let address = attachment.kind == .object ? attachment["url"] : attachment
        return address?.present.map { $0.string?.addressText.isEmpty == true } ?? true
    }

    /// Seconds, which may have a fraction.
    private func duration(_ node: JSONNode?) -> String? {
        if let text = node?.string { return PlayingTime.text(text) }
        guard let seconds = node?.number, (1..<1e8).contains(seconds) else { return nil }
        return PlayingTime.text(String(Int64(seconds)))
    }

    /// The authors of version 1.1, or the one of version 1.
    private mutating func authors(_ node: JSONNode) -> [String] {
        let listed = (node["authors"]?.present ?? node["author"])?.listed ?? []
        var names: [String] = []
        for author in listed.prefix(Self.mostWords) {
            guard author.kind == .object else {
                problems.add(author, expected: "an author as an object")
                continue
            }
            if let name = line(author["name"]) ?? line(author["url"]), !names.contains(name) {
                names.append(name)
            }
        }
        return names
    }

    private mutating func words(_ node: JSONNode?) -> [String] {
        guard let node = node?.present else { return [] }
        guard let elements = node.elements else {
            problems.add(node, expected: "tags as an array")
            return []
        }
        return elements.prefix(Self.mostWords).compactMap { line($0) }
    }

    // MARK: Values

    /// A string; numbers stand for themselves, as the specification says.
    private mutating func id(_ node: JSONNode?) -> String? {
        guard let node = node?.present else { return nil }
        guard let text = node.plainText ?? node.number.map({ "\($0)" }) else {
            problems.add(node, expected: "an id as a string")
            return nil
        }
        return text.prefix(utf8: 2048).text.singleLine.nonEmpty
    }

    private mutating func string(_ node: JSONNode?) -> String? {
        problems.string(node)?.prefix(utf8: 8192).text.singleLine.nonEmpty
    }

    private mutating func line(_ node: JSONNode?) -> String? {
        string(node)?.titleText.nonEmpty
    }

    private mutating func text(_ node: JSONNode?, isHTML: Bool) -> String? {
        guard let string = problems.string(node) else { return nil }
        return (isHTML ? HTMLFragment.text(string) : string).prefix(utf8: 128 << 10).text.readable.trimmed
            .nonEmpty
    }

    private mutating func url(_ node: JSONNode?) -> String? {
        problems.string(node).map(\.addressText).flatMap(budget.resolve)
    }
}
