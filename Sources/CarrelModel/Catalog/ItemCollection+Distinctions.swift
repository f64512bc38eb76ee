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
            for (place, index) in group.enumerated() {
                distinctions[items[index].id] = Self.part(place, of: paths) ?? "item \(index + 1)"
            }
        }
        return distinctions
    }

    /// Sorts hash values instead of titles, which is faster in a large collection.
    private var indicesOfRepeatedTitles: [Int] {
        let hashes = items.map(\.title.hashValue)
        let sorted = hashes.sorted()
        let repeated = Set(zip(sorted, sorted.dropFirst()).lazy.filter { $0 == $1 }.map(\.0))
        guard !repeated.isEmpty else { return [] }
        return items.indices.filter { repeated.contains(hashes[$0]) && items[$0].duplicateOf == nil }
    }

    /// The decoded parts of a URL's path, last one first, then its query.
    private static func path(_ url: String?) -> [String] {
        guard let url, let parts = URLComponents(string: url) else { return [] }
        let path = parts.path.split(separator: "/").reversed().map(String.init)
        return path + [parts.query.map { "?" + $0 } ?? ""]
    }

    /// The last part of one path that no other path has at the same place.
    private static func part(_ place: Int, of paths: [[String]]) -> String? {
        let own = paths[place]
        return own.indices.first { index in
            !own[index].isEmpty
                && paths.enumerated().allSatisfy { other, path in
                    other == place || !path.indices.contains(index) || path[index] != own[index]
                }
        }.map { own[$0] }
    }
}
