import CarrelBasics
import CarrelHTTP
import CarrelModel
import Foundation

/// Where a folder or a file is: its site, and the decoded names on the way to it.
///
/// People and servers write the same path in different ways, such as `@` and `%40`.
struct WebDAVPlace {
    /// The URL, with its path as it is written.
    private(set) var url: String
    /// Scheme, host and port; `nil` if they are not known, as of an answer on standard input.
    private(set) var site: String?
    /// The names from the root of the site.
    let names: [String]

    /// The place of a URL.
    init(_ url: String) {
        self.url = url
        // A URL with a user is on no site that anything is fetched from.
        site = URL(string: url).flatMap { $0.user == nil ? FolderScope.site($0) : nil }
        names = (FolderScope.names(url) ?? []).filter { !$0.isEmpty }
    }

    /// The names on the way from a folder.
    ///
    /// - Returns: the names, none for the folder itself; `nil` for what is not in it.
    func way(from folder: WebDAVPlace) -> [String]? {
        guard folder.site == nil || site == folder.site, names.starts(with: folder.names) else { return nil }
        let way = Array(names.dropFirst(folder.names.count))
        // A server may take an escaped slash for one.
        let leadsUp = way.contains { !Set(DocumentName.components(of: $0)).isDisjoint(with: [".", ".."]) }
        return leadsUp ? nil : way
    }

    /// Whether it is a folder or in it, also where it was redirected from there to TLS on its own host.
    func isBelow(_ folder: WebDAVPlace) -> Bool {
        var folder = folder
        let secured = folder.site.flatMap { Origin($0)?.secured?.description }
        if let secured, site == secured { folder.move(to: secured) }
        return way(from: folder) != nil
    }

    /// Moves to another site of the web, and stays at the same path.
    mutating func move(to other: String) {
        guard let scheme = url.utf8.firstRange(of: "://".utf8) else { return }
        let path = url.utf8[scheme.upperBound...].drop { $0 != UInt8(ascii: "/") }
        (url, site) = (other + String(Substring(path)), other)
    }
}
