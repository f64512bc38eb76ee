import CarrelCore
import CarrelJSON
import CarrelJSONReading
import CarrelMarkup
import Foundation

/// Reads a chart's entries one by one and gathers what could not be used.
///
/// An entry without a usable name is skipped; a fact that cannot be used is left out of its entry.
struct EntryReader {
    // Charts give three.
    private static let maxArtworks = 32

    private let base: URL
    private let choice: ArtworkChoice
    private(set) var items: [Item] = []
    private(set) var problems = ProblemList()
    private var known: [String: JSONNode] = [:]

    init(base: URL, choice: ArtworkChoice) {
        self.base = base
        self.choice = choice
    }

    mutating func read(_ entry: JSONNode, rank: Int) {
        guard entry.kind == .object else {
            problems.add(entry, expected: "an entry as an object")
            return
        }
        guard let title = title(of: entry) else { return }
        let id = identity(of: entry) ?? title
        if let first = known[id] {
            problems.add(
                repeated: entry, id: id, first: first, outcome: "the entry counts as a repetition of that one"
            )
        } else {
            known[id] = entry
        }
        let artworks = artworks(of: entry)
        let artwork = choice.choose(artworks)
        let artist = label(entry, "im:artist")
        var details = [Detail("Rank", String(rank))]
        details += facts(of: entry, artist: artist)
        details += artworks.filter { $0.url != artwork?.url }.map(\.detail)
        items.append(Item(id: id, title: title, subtitle: artist, details: details, url: artwork?.url))
    }

    /// The name; where an entry has none, its title, which also names the artist.
    private mutating func title(of entry: JSONNode) -> String? {
        let field = entry["im:name"]?.present ?? entry["title"]?.present
        let node = field?["label"]?.present
        let title = node?.string?.titleText ?? ""
        if title.isEmpty { problems.add(node ?? field ?? entry, expected: "an entry's name as a label") }
        return title.isEmpty ? nil : title
    }

    private func identity(of entry: JSONNode) -> String? {
        let id = entry["id"]
        let texts = [id?["attributes"]?["im:id"]?.plainText, id?["label"]?.string]
        return texts.lazy.compactMap { $0?.prefix(utf8: 2048).text.singleLine }.first { !$0.isEmpty }
    }

    private mutating func facts(of entry: JSONNode, artist: String?) -> [Detail] {
        let released = entry["im:releaseDate"]
        return [
            ("Artist", artist),
            ("Kind", text(Self.innermostKind(entry["im:contentType"])?["attributes"]?["label"])),
            ("Price", label(entry, "im:price")),
            ("Released", text(released?["attributes"]?["label"] ?? released?["label"])),
            ("Category", text(entry["category"]?["attributes"]?["label"])),
            ("Summary", summary(entry["summary"]?["label"])),
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
        guard let node = entry[field]?.present else { return nil }
        guard node.kind == .object else {
            problems.add(node, expected: "an object with a label")
            return nil
        }
        return text(node["label"])
    }

    private mutating func string(_ node: JSONNode?) -> String? {
        guard let node = node?.present else { return nil }
        if node.string == nil { problems.add(node, expected: "a string") }
        return node.string
    }

    private mutating func text(_ node: JSONNode?) -> String? {
        let text = string(node)?.titleText ?? ""
        return text.isEmpty ? nil : text
    }

    private mutating func summary(_ node: JSONNode?) -> String? {
        guard let string = string(node) else { return nil }
        let text = HTMLFragment.text(string).readable.trimmed.prefix(utf8: 16 << 10).text
        return text.isEmpty ? nil : text
    }

    /// The entry's page among its links: others lead to previews.
    private mutating func link(_ links: JSONNode?) -> String? {
        let page = links?.listed.lazy.map { $0["attributes"] }.first { attributes in
            attributes?["rel"]?.string == "alternate"
                && ["text/html", nil].contains(attributes?["type"]?.string)
        }
        guard let page = page??["href"], let reference = string(page)?.singleLine, !reference.isEmpty else {
            return nil
        }
        return URLReference.resolve(reference, against: base)
    }

    /// The pictures, each URL once.
    private mutating func artworks(of entry: JSONNode) -> [Artwork] {
        var artworks: [Artwork] = []
        for image in (entry["im:image"]?.listed ?? []).prefix(Self.maxArtworks) {
            let node = image["label"] ?? image
            guard let reference = node.string, let url = URLReference.resolve(reference, against: base) else {
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
