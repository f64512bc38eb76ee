import CarrelHTTP
import CarrelModel

/// What a folder lists, as far as it can be compared with a folder above it: names and facts, not where they are.
struct FolderContents {
    /// The folder's own name.
    let name: String
    private let entries: Entries

    private struct Entries: Hashable {
        var items: [String]
        var sizes: [Int64?]
        var facts: [[Detail]]
        var folders: [Folder]
    }

    private struct Folder: Hashable {
        var name: String
        var version: String?
    }

    /// Whether names alone tell it from others, as where it holds nothing but folders: no file has a size, date or the like.
    var hasNamesAlone: Bool {
        entries.sizes.allSatisfy { $0 == nil } && entries.facts.allSatisfy(\.isEmpty)
    }

    /// The contents of a folder.
    ///
    /// - Parameters:
    ///   - url: the folder's URL.
    ///   - catalog: what its page lists.
    init(of url: String, _ catalog: Catalog) {
        name = Self.name(of: url)
        let listed = catalog.collections.flatMap(\.items)
        let folders = catalog.pages + catalog.deeperFolders
        entries = Entries(
            items: listed.map(\.title), sizes: listed.map(\.size),
            facts: listed.map { item in item.details.filter { $0.key != .path } },
            folders: folders.map { Folder(name: Self.name(of: $0.url), version: $0.folderVersion) })
    }

    /// Whether another folder has the same entries, whatever its name is.
    func hasEntries(of other: FolderContents) -> Bool { entries == other.entries }

    /// The last name in a URL.
    static func name(of url: String) -> String { url.split(separator: "/").last.map(String.init) ?? url }
}
