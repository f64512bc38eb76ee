import CarrelHTTP
import CarrelModel

/// Where a folder or a file is: the decoded names on the way to it.
///
/// People and servers write the same path in different ways, such as `@` and `%40`.
struct WebDAVPlace {
    /// The names from the root of the site.
    let names: [String]

    /// The place of a URL.
    init(_ url: String) { names = (FolderScope.names(url) ?? []).filter { !$0.isEmpty } }

    /// The names on the way from a folder.
    ///
    /// - Parameter folder: the folder.
    /// - Returns: the names, none for the folder itself; `nil` for what is not in it.
    func way(from folder: WebDAVPlace) -> [String]? {
        guard names.starts(with: folder.names) else { return nil }
        let way = Array(names.dropFirst(folder.names.count))
        // A server may take an escaped slash for one.
        let leadsUp = way.contains { !Set(DocumentName.components(of: $0)).isDisjoint(with: [".", ".."]) }
        return leadsUp ? nil : way
    }
}
