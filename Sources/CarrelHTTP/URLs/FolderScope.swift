import CarrelBasics
import Foundation

/// The folder of a page, and what lies in it: same scheme, host and port, and a path that begins with the folder's.
///
/// Paths are compared after percent-decoding, part by part, so that an escaped `..` or slash leads nowhere else.
public struct FolderScope: Sendable, Hashable {
    /// Where a URL is, seen from the folder.
    public enum Position: Sendable, Hashable {
        /// Elsewhere, or the folder itself.
        case outside
        /// In the folder, by the decoded names on the way; a folder in it ends with a slash.
        case inside([String], isFolder: Bool)
        /// In the folder as written, but a name in it is `..`, holds a separator or a control character.
        case hostile
    }

    private var site: String
    private let folder: [String]

    /// The folder that a page is in; `nil` for a URL that is not of http, https or a file.
    public init?(_ page: URL) {
        guard let site = Self.site(page) else { return nil }
        self.site = site
        var names = Self.names(page.absoluteString) ?? []
        // What stands after the last slash is the page's own name.
        names.removeLast(min(1, names.count))
        folder = names
    }

    /// The folder's own name, decoded; `nil` for the root of a site.
    public var name: String? { folder.last }

    /// The folder as a page sees it that was asked for in it: with TLS, if it was redirected to that on its own host.
    ///
    /// - Parameter page: the page, where it answered.
    public func seen(from page: URL) -> FolderScope {
        guard let other = Self.site(page), other == Origin(site)?.secured?.description else { return self }
        var scope = self
        scope.site = other
        return scope
    }

    /// Where a URL is.
    ///
    /// - Parameter url: an absolute URL; query and fragment do not count.
    public func position(of url: String) -> Position {
        guard url.utf8.count <= RequestTarget.maxLength, let target = URL(string: url),
            Self.site(target) == site, target.user == nil, let names = Self.names(url)
        else { return .outside }
        guard names.count > folder.count, Array(names.prefix(folder.count)) == folder else { return .outside }
        var rest = Array(names.dropFirst(folder.count))
        let isFolder = rest.last?.isEmpty == true
        if isFolder { rest.removeLast() }
        guard !rest.isEmpty else { return .outside }
        return rest.allSatisfy(Self.isName) ? .inside(rest, isFolder: isFolder) : .hostile
    }

    /// The origin of a URL as text, the same for all files; `nil` for any other URL.
    package static func site(_ url: URL) -> String? {
        Origin(url)?.description ?? (url.isFileURL ? "file" : nil)
    }

    private static func isName(_ name: String) -> Bool {
        !name.isEmpty && name != "." && name != ".."
            && !name.unicodeScalars.contains {
                $0 == "/" || $0 == "\\" || $0.properties.generalCategory == .control
            }
    }

    /// The decoded parts of a URL's path; the last one is empty if the path ends with a slash.
    package static func names(_ url: String) -> [String]? {
        let path = url.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        guard let scheme = path.firstRange(of: "://".utf8) else { return nil }
        let afterHost = path[scheme.upperBound...].drop { $0 != UInt8(ascii: "/") }
        return afterHost.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map
        {
            let text = String(Substring($0))
            // Older servers write names in Latin-1, which is not decoded: it only has to stay as it is.
            return text.removingPercentEncoding ?? text
        }
    }
}
