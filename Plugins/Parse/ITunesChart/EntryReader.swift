import CarrelBasics
import CarrelHTTP
import CarrelJSON
import CarrelJSONReading
import CarrelMarkup
import CarrelModel
import CarrelStages
import Foundation

/// Reads a chart's entries one by one and gathers what could not be used.
///
/// An entry without a usable name is skipped; a fact that cannot be used is left out of its entry.
struct EntryReader {
    // Charts give three.
    private static let maxArtworks = 32

    private let budget: CatalogBudget
    private let choice: ArtworkChoice
    private(set) var items: [Item] = []
    private(set) var problems = ProblemList()
    private var known: [String: (entry: JSONNode, artworks: Set<String>)] = [:]

    init(budget: CatalogBudget, choice: ArtworkChoice) {
        self.budget = budget
        self.choice = choice
    }

    mutating func read(_ entry: JSONNode, rank: Int) {
        guard entry.kind == .object else {
            problems.add(entry, expected: "an entry as an object", gap: .lasting)
            return
        }
        guard let title = title(of: entry) else { return }
        let artworks = artworks(of: entry)
        var item = Item(id: identity(of: entry), title: title, url: choice.choose(artworks)?.url)
        note(entry, id: item.id, artwork: item.url)
        let artist = label(entry, "im:artist")
        var details = [Detail("Rank", String(rank), key: .rank)]
        details += facts(of: entry, artist: artist)
        details += artworks.map(\.detail)
        (item.subtitle, item.details) = (artist, details)
        items.append(item)
    }

    /// Reports an identity that was there before; an entry with a picture of its own still is one of its own.
    private mutating func note(_ entry: JSONNode, id: String, artwork: String?) {
        guard let before = known[id] else {
            known[id] = (entry, artwork.map { [$0] } ?? [])
            return
        }
        let isRepetition = artwork.map(before.artworks.contains) ?? true
        problems.add(
            repeated: entry, id: id, first: before.entry,
            outcome: isRepetition
                ? "the entry counts as a repetition of that one"
                : "the entry has a picture of its own and is listed beside that one")
        if let artwork { known[id]?.artworks.insert(artwork) }
    }

    /// The name; where an entry has none, its title, which also names the artist.
    private mutating func title(of entry: JSONNode) -> String? {
        let field = entry["im:name"]?.present ?? entry["title"]?.present
        let node = field?["label"]?.present
        let title = node?.string?.titleText.nonEmpty
        if title == nil {
            problems.add(node ?? field ?? entry, expected: "an entry's name as a label", gap: .lasting)
        }
        return title
    }

    private func identity(of entry: JSONNode) -> String? {
        let id = entry["id"]
        let texts = [id?["attributes"]?["im:id"]?.plainText, id?["label"]?.string]
        return texts.lazy.compactMap { $0?.prefix(utf8: 2048).text.singleLine }.first { !$0.isEmpty }
    }

    private mutating func facts(of entry: JSONNode, artist: String?) -> [Detail] {
        let released = object(entry, "im:releaseDate", with: "a date")
        return [
            ("Artist", artist),
            (
                "Kind",
                text(
                    Self.innermostKind(object(entry, "im:contentType", with: "a label"))?["attributes"]?[
                        "label"])
            ),
            ("Price", label(entry, "im:price")),
            ("Released", text(released?["attributes"]?["label"] ?? released?["label"])),
            ("Category", text(object(entry, "category", with: "a label")?["attributes"]?["label"])),
            ("Summary", summary(object(entry, "summary", with: "a label")?["label"])),
            ("Link", link(entry["link"])),
            ("Rights", label(entry, "rights")),
        ].compactMap { name, value in value.map { Detail(name, $0) } }
    }

    /// An album is music and, within that, an album.
    private static func innermostKind(_ kind: JSONNode?) -> JSONNode? {
        var kind = kind
        while let inner = kind?["im:contentType"]?.present { kind = inner }
        return kind
    }

    private mutating func label(_ entry: JSONNode, _ field: String) -> String? {
        text(object(entry, field, with: "a label")?["label"])
    }

    private mutating func object(_ entry: JSONNode, _ field: String, with content: String) -> JSONNode? {
        guard let node = entry[field]?.present else { return nil }
        if node.kind == .object { return node }
        problems.add(node, expected: "an object with \(content)")
        return nil
    }

    private mutating func text(_ node: JSONNode?) -> String? {
        problems.string(node)?.titleText.nonEmpty
    }

    private mutating func summary(_ node: JSONNode?) -> String? {
        guard let string = problems.string(node) else { return nil }
        return HTMLFragment.text(string).readable.trimmed.prefix(utf8: 16 << 10).text.nonEmpty
    }

    /// The entry's page among its links: others lead to previews.
    private mutating func link(_ links: JSONNode?) -> String? {
        var page: JSONNode?
        for link in links?.listed ?? [] {
            guard let attributes = link["attributes"], attributes.kind == .object else {
                problems.add(link, expected: "a link as an object with attributes")
                continue
            }
            let isPage =
                attributes["rel"]?.string == "alternate"
                && ["text/html", nil].contains(attributes["type"]?.string)
            if isPage, page == nil { page = attributes["href"] }
        }
        guard let page,
            let reference = problems.string(page)?.prefix(utf8: RequestTarget.maxLength).text.singleLine,
            !reference.isEmpty
        else {
            return nil
        }
        return budget.resolve(reference)
    }

    /// The pictures, each URL once.
    private mutating func artworks(of entry: JSONNode) -> [Artwork] {
        var artworks: [Artwork] = []
        for image in (entry["im:image"]?.listed ?? []).prefix(Self.maxArtworks) {
            let node = image["label"] ?? image
            guard let reference = node.string, let url = budget.resolve(reference) else {
                problems.add(node, expected: "the URL of a picture as a label")
                continue
            }
            let height = image["attributes"]?["height"]?.plainText.flatMap { Int($0.trimmed) }
            guard !artworks.contains(where: { $0.url == url }) else { continue }
            artworks.append(Artwork(url: url, height: height.flatMap { $0 > 0 ? $0 : nil }))
        }
        return artworks
    }
}
