import CarrelBasics
import CarrelHTTP
import Foundation

/// Decides whether two locations are the same catalogue.
///
/// `/a`, `/a/` and `/a/index.html` are the same, with any fragment, with scheme, host and escapes such as `%C3` in any case,
/// and with or without the default port. Different queries are different catalogues.
public enum CatalogIdentity {
    private static let indexes = ["index.html", "index.htm"]

    /// A text that is the same for every location of one catalogue.
    ///
    /// - Returns: the text; the location itself if it is not an HTTP URL.
    public static func key(of location: String) -> String {
        guard var parts = URLComponents(string: location), let scheme = parts.scheme?.lowercased(),
            ["http", "https"].contains(scheme), let host = parts.host?.lowercased()
        else { return location }
        (parts.scheme, parts.host, parts.fragment) = (scheme, host, nil)
        if parts.port == (scheme == "http" ? 80 : 443) { parts.port = nil }
        var path = parts.percentEncodedPath
        for index in indexes where path.hasSuffix("/\(index)") { path.removeLast(index.count) }
        while path.hasSuffix("/") { path.removeLast() }
        parts.percentEncodedPath = path
        return (parts.string ?? location).withCapitalEscapes
    }

    /// A name for the one collection of a list: its file's name without the extension, else its host; `nil` if it has neither.
    public static func listName(of url: URL) -> String? {
        let stem = url.deletingPathExtension().lastPathComponent.titleText
        return stem.isEmpty || stem == "/" ? url.host?.titleText : stem
    }

    /// A name for a catalogue without one: the last part of its URL, or its host; never `-`, which is standard input.
    public static func name(for location: String) -> String {
        let url = URL(string: key(of: location))
        let last = url?.deletingPathExtension().lastPathComponent.removingPercentEncoding ?? ""
        // What is cut may end with a space.
        let names = [last, url?.host ?? ""].map {
            String($0.singleLine.replacing("/", with: "-").prefix(40)).singleLine
        }
        return names.first { !$0.isEmpty && $0 != "-" && Int($0) == nil } ?? "catalogue"
    }

    /// The catalogue without a name that a mistyped one probably means.
    ///
    /// - Parameters:
    ///   - text: what was typed: nearly the last part of a location, with or without its extension.
    ///   - locations: the locations of catalogues without names.
    /// - Returns: one of the locations; `nil` if the text is near none.
    package static func nearest(to text: String, among locations: [String]) -> String? {
        locations.first { location in
            let last = URL(string: key(of: location))?.lastPathComponent ?? ""
            let names = [last, name(for: location)].filter { $0.count > 1 }
            return NearestName.of(text, among: names) != nil
        }
    }
}
