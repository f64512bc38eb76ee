import CarrelBasics
import CarrelHTTP
import Foundation

/// The folder that a listing is of, as seen from the first one.
struct ListingFolder {
    /// What lies in the folder.
    let scope: FolderScope
    /// The identity of its collection: the first folder's name, and the way from there.
    let id: String
    private let way: [String]

    /// Finds the folder; `nil` for an address that is not known, or not below the first folder.
    ///
    /// - Parameters:
    ///   - url: where it is.
    ///   - start: where the first folder is.
    ///   - naming: the address that the first folder has its name from.
    init?(_ url: URL, below start: URL, namedBy naming: URL) {
        guard let scope = FolderScope(url), let first = FolderScope(start)?.seen(from: url) else {
            return nil
        }
        var way: [String] = []
        if scope != first {
            guard case .inside(let names, let isFolder) = first.position(of: url.absoluteString) else {
                return nil
            }
            way = (isFolder ? names : names.dropLast()).map(\.titleText)
        }
        let name = (FolderScope(naming)?.name ?? naming.host ?? "").titleText
        self.scope = scope
        self.way = way
        id = ([name.isEmpty ? "folder" : name] + way).joined(separator: "/")
    }

    /// The path of a file in the folder, from the first folder.
    func path(of name: String) -> String { (way + [name]).joined(separator: "/") }
}
