import CarrelBasics
import Foundation

/// The short name of a feed, from its address: what it is called does not depend on a title that may change.
enum FeedName {
    /// What many feeds are called.
    private static let common: Set<String> = [
        "atom", "default", "feed", "feeds", "index", "json", "main", "rdf", "rss", "rss1", "rss2", "xml",
    ]

    /// The last part of the path that not every feed has, else the host, else the last part: `harbour-radio` of
    /// `https://example.org/harbour-radio/feed.xml`.
    static func of(_ url: URL) -> String {
        var parts = url.path.split(separator: "/").map(String.init)
        if let last = parts.last, !url.absoluteString.hasSuffix("/"), let dot = last.lastIndex(of: "."),
            dot != last.startIndex
        {
            parts[parts.count - 1] = String(last[..<dot])
        }
        let names = parts.reversed().map(\.titleText).filter { !$0.isEmpty }
        if !url.isFileURL {
            if let name = names.first(where: { !common.contains($0.lowercased()) }) { return name }
            if let host = host(url) { return host }
        }
        return names.first ?? url.host.map(\.titleText) ?? "feed"
    }

    /// A host that is a name of the net, not a number or this machine's.
    private static func host(_ url: URL) -> String? {
        guard let host = url.host?.lowercased(), host.contains("."),
            host.contains(where: { ("a"..."z").contains($0) }), !host.contains(":")
        else { return nil }
        return (host.hasPrefix("www.") ? String(host.dropFirst(4)) : host).titleText.nonEmpty
    }
}
