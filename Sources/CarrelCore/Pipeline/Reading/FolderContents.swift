import CarrelHTTP
import CarrelModel

/// What a folder lists, as far as it can be compared with a folder above it: names and facts, not where they are.
struct FolderContents: Hashable {
    private let items: [String]
    private let facts: [[Detail]]
    private let pages: [String]

    init(_ catalog: Catalog) {
        let listed = catalog.collections.flatMap(\.items)
        items = listed.map(\.title)
        facts = listed.map { item in item.details.filter { $0.key != .path } }
        pages = catalog.pages.map { page in
            page.url.split(separator: "/").last.map(String.init) ?? page.url
        }
    }
}
