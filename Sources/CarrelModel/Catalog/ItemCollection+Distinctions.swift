import Foundation

/// Tells items with the same title apart: eight times "Solutions" are eight documents.
extension ItemCollection {
    /// What to show beside repeated titles, by item identity.
    ///
    /// Usually a part of the URL, otherwise the item's place, such as `item 3`. Duplicates have none.
    public var distinctions: [String: String] {
        var groups: [String: [Int]] = [:]
        for index in indicesOfRepeatedTitles {
            groups[
                [items[index].title, items[index].subtitle ?? ""].joined(separator: "\u{0}").lowercased(),
                default: []
            ]
            .append(index)
        }
        var distinctions: [String: String] = [:]
        for group in groups.values where group.count > 1 {
            let paths = group.map { Self.path(items[$0].url) }
            var counts: [Part: Int] = [:]
            for path in paths { for part in Self.parts(path) { counts[part, default: 0] += 1 } }
            for (path, index) in zip(paths, group) {
                // The first part that no other path has at the same place.
                let own = Self.parts(path).first { counts[$0] == 1 && !$0.text.isEmpty }
                distinctions[items[index].id] = own?.text ?? "item \(index + 1)"
            }
        }
        return distinctions
    }

    /// Sorts hash values instead of titles, which is faster in a large collection.
    private var indicesOfRepeatedTitles: [Int] {
        let hashes = items.map(\.title.hashValue)
        let repeated = Self.repeated(hashes)
        guard !repeated.isEmpty else { return [] }
        return items.indices.filter { repeated.contains(hashes[$0]) && items[$0].duplicateOf == nil }
    }

    /// The decoded parts of a URL's path, last one first, then its query.
    private static func path(_ url: String?) -> [String] {
        guard let url, let parts = URLComponents(string: url) else { return [] }
        let path = parts.path.split(separator: "/").reversed().map(String.init)
        return path + [parts.query.map { "?" + $0 } ?? ""]
    }

    /// A part of a path, at a place.
    private struct Part: Hashable {
        var place: Int
        var text: String
    }

    private static func parts(_ path: [String]) -> some Sequence<Part> {
        path.lazy.enumerated().map { Part(place: $0, text: $1) }
    }
}

extension Item {
    /// The title and subtitle in one line, with what tells it apart from others of the same title.
    package func label(_ distinction: String?) -> String {
        [title, subtitle, distinction].compactMap(\.self).joined(separator: " · ")
    }
}
