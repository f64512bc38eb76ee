import CarrelBasics
import Foundation

/// What makes two locations one catalogue.
///
/// `/a`, `/a/` and `/a/index.html` are one, with whatever fragment; host names and schemes in whatever case, and with
/// their usual port or without. Queries tell catalogues apart.
public enum CatalogIdentity {
    private static let indexes = ["index.html", "index.htm"]

    /// A text that is the same for every location of one catalogue.
    ///
    /// - Parameter location: where it is.
    /// - Returns: the text; the location itself where that is not an address of the web.
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
        return parts.string ?? location
    }

    /// What a catalogue is called that nobody gave a name: the last telling part of its location.
    public static func name(for location: String) -> String {
        let url = URL(string: key(of: location))
        let last = url?.deletingPathExtension().lastPathComponent.removingPercentEncoding ?? ""
        let names = [last, url?.host ?? ""].map { String($0.singleLine.replacing("/", with: "-").prefix(40)) }
        return names.first { !$0.isEmpty && Int($0) == nil } ?? "catalogue"
    }
}
