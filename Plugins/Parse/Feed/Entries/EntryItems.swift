import CarrelBasics
import CarrelDates
import CarrelModel
import Foundation

/// Makes items of entries: one for each document of an entry, or one without a document.
struct EntryItems {
    // Readers are shown as much of a text; the document has the rest.
    private static let textLimit = 16 << 10

    /// What is wrong with an entry that gives no item.
    static let nothing = "an entry that says nothing"

    let documents: DocumentChoice

    /// The items of an entry; none if it says nothing at all.
    ///
    /// They are known by the identity that the feed gives the entry: a page beside enclosures with `#page` behind it,
    /// several enclosures with what `ItemCollection.markDuplicates` gives them.
    func items(of entry: FeedEntry) -> [Item] {
        let enclosures = enclosures(of: entry)
        let page = entry.page
        let id = entry.id.map { $0.prefix(utf8: 2048).text } ?? page ?? enclosures.first?.url
        guard let title = title(of: entry, enclosures.first) ?? id?.titleText, !title.isEmpty else {
            return []
        }
        let details = details(of: entry)
        var items: [Item] = []
        if documents != .pages {
            items += enclosures.map {
                item(of: $0, id: entry.id == nil && page == nil ? $0.url : id, title: title, details)
            }
            // Nothing takes the place of what cannot be fetched now: it would be stored under its name.
            if items.isEmpty, !entry.lostEnclosures.isEmpty {
                items.append(Item(id: id, title: title, details: details, url: nil))
            }
        }
        let isPageWanted = page != nil && (documents != .enclosures || items.isEmpty)
        if isPageWanted || items.isEmpty {
            // An enclosure that is added later is another document.
            let suffix = isPageWanted && documents == .both ? "#page" : ""
            let subtitle = items.isEmpty ? nil : "page"
            items.append(
                Item(
                    id: id.map { $0 + suffix }, title: title, subtitle: subtitle, details: details,
                    url: isPageWanted ? page : nil))
        }
        return items
    }

    /// The documents, pictures only where there is nothing else to fetch.
    private func enclosures(of entry: FeedEntry) -> [Enclosure] {
        let isAlone = entry.enclosures.isEmpty && entry.lostEnclosures.isEmpty && entry.page == nil
        return isAlone ? entry.pictures : entry.enclosures
    }

    private func item(of enclosure: Enclosure, id: String?, title: String, _ details: [Detail]) -> Item {
        var details = details
        if let duration = enclosure.duration, !details.contains(where: { $0.label == "Duration" }) {
            details.append(Detail("Duration", duration))
        }
        if let type = enclosure.type?.titleText, !type.isEmpty {
            details.append(Detail("Type", type, key: .kind))
        }
        if let length = enclosure.length {
            details.append(Detail("Size", "\(ByteCount(length))", key: .size))
        }
        return Item(
            id: id, title: title,
            subtitle: enclosure.title?.titleText.nonEmpty,
            details: details, url: enclosure.url)
    }

    /// The title, else the beginning of the text, else the name of the document, else anything that tells it from others.
    private func title(of entry: FeedEntry, _ enclosure: Enclosure?) -> String? {
        // Most have a title: the others are looked for where they are needed.
        let text = Self.line(entry.title) ?? Self.line(entry.otherTitle)
        if let text = text ?? Self.beginning(of: entry.summary ?? entry.content) { return text }
        let address = enclosure?.url ?? entry.page ?? entry.picture
        if let name = address.flatMap(Self.name) { return name }
        if let date = Self.date(entry.published ?? entry.updated) { return date }
        return (entry.authors + entry.categories).first { !$0.isEmpty }
    }

    /// The first line of a text as a title; `nil` if it says nothing.
    private static func beginning(of text: String?) -> String? {
        let first = text?.utf8.split(maxSplits: 1) { $0 == 0x0A || $0 == 0x0D }.first
        return first.flatMap { line(shortened(String(Substring($0)).titleText)) }
    }

    /// A line as a title, cut between words.
    private static func shortened(_ line: String) -> String {
        guard line.count > 80 else { return line }
        let beginning = line.prefix(80)
        let end = beginning.lastIndex(of: " ") ?? beginning.endIndex
        return String(beginning[..<end]) + "…"
    }

    /// The last part of an address.
    private static func name(_ url: String) -> String? {
        url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.flatMap {
            line($0.removingPercentEncoding ?? String($0))
        }
    }

    // MARK: Details

    private func details(of entry: FeedEntry) -> [Detail] {
        let authors = entry.authors.joined(separator: ", ")
        let categories = entry.categories.joined(separator: ", ")
        let summary = entry.summary ?? entry.otherSummary
        let page = entry.page.map { Detail("Page", $0, key: documents == .enclosures ? .page : nil) }
        let picture = entry.picture.map { Detail("Picture", $0) }
        let facts: [Detail] = [
            ("Author", Self.line(authors)), ("Published", Self.date(entry.published)),
            ("Updated", entry.updated == entry.published ? nil : Self.date(entry.updated)),
            ("Season", Self.line(entry.season)), ("Episode", Self.line(entry.episode)),
            ("Duration", entry.duration), ("Categories", Self.line(categories)),
            ("Summary", Self.text(summary == entry.content ? nil : summary)),
            ("Content", Self.text(entry.content)),
        ].compactMap { label, value in value.map { Detail(label, $0) } }
        return facts + [page, picture].compactMap(\.self)
    }

    private static func line(_ text: String?) -> String? {
        text?.titleText.nonEmpty
    }

    static func text(_ text: String?) -> String? {
        text?.prefix(utf8: textLimit).text.nonEmpty
    }

    /// A date in UTC; as the feed has it where it has none of the usual forms.
    static func date(_ text: String?) -> String? { text.flatMap { WrittenDate($0)?.text ?? line($0) } }
}

extension FeedHead {
    /// What the feed says of itself, as facts about its collection.
    var details: [Detail] {
        [
            ("Web page", page), ("Author", authors.isEmpty ? nil : authors.joined(separator: ", ")),
            ("Updated", EntryItems.date(updated)),
            ("Description", EntryItems.text(subtitle ?? otherSubtitle)), ("Rights", EntryItems.text(rights)),
        ].compactMap { label, value in value.map { Detail(label, $0) } }
    }
}
