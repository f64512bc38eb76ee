import CarrelHTTP
import CarrelModel

/// What a folder lists, as far as it can be compared with a folder above it: names and facts, not where they are.
struct FolderContents: Hashable {
    private let items: [String]
    private let sizes: [Int64?]
    private let facts: [[Detail]]
    private let folders: [Folder]

    private struct Folder: Hashable {
        var name: String
        var version: String?
    }

    /// Whether another folder hardly has the same: one that holds nothing but a folder may hold one of its own name.
    var isTelling: Bool { items.count + folders.count > 1 }

    init(_ catalog: Catalog) {
        let listed = catalog.collections.flatMap(\.items)
        items = listed.map(\.title)
        sizes = listed.map(\.size)
        facts = listed.map { item in item.details.filter { $0.key != .path } }
        folders = catalog.pages.map { page in
            Folder(
                name: page.url.split(separator: "/").last.map(String.init) ?? page.url,
                version: page.folderVersion)
        }
    }
}
