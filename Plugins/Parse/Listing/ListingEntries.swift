import CarrelBasics
import CarrelHTTP
import CarrelModel

/// The files and folders of one listing, each once.
struct ListingEntries {
    /// What became of a row.
    enum Result {
        case item
        case hostile
        /// A link for sorting, to the folder above, to elsewhere, or one that was there before.
        case nothing
    }

    private let folder: ListingFolder
    private(set) var items: [Item] = []
    /// The absolute URLs of the folders, in the page's order.
    private(set) var folders: [String] = []
    /// How many files are not taken.
    private(set) var leftOut = 0
    private var names: [String] = []
    private var places: [String: Int] = [:]
    // The most folders that are named in a fact.
    private static let maxNamed = 20

    /// The folders' names as a fact of the collection; `nil` if there are none.
    var folderNames: String? {
        guard !names.isEmpty else { return nil }
        let rest = names.count - Self.maxNamed
        return names.prefix(Self.maxNamed).joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
    }

    init(_ folder: ListingFolder) { self.folder = folder }

    mutating func add(_ row: ListingRow, _ url: String, takes: (String) -> Bool) -> Result {
        // A query sorts the listing or asks for a file in another way; a fragment is a place in the page.
        guard !url.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }) else {
            return .nothing
        }
        switch folder.scope.position(of: url) {
        case .outside: return .nothing
        case .hostile: return .hostile
        case .inside(let path, let isFolder):
            // A listing names what is in its folder; deeper links belong to a text that the server adds.
            guard path.count == 1, let name = path.first else { return .nothing }
            if let place = places[url] {
                // The icon is a link, too, and only what stands behind the name has the facts.
                if place >= 0, items[place].details.count == 1 { items[place].details += row.details }
                return .nothing
            }
            let title = name.titleText
            if isFolder {
                places[url] = -1
                folders.append(url)
                names.append(title)
                return .nothing
            }
            guard takes(url) else {
                places[url] = -1
                leftOut += 1
                return .nothing
            }
            places[url] = items.count
            let place = Detail("Path", folder.path(of: title), key: .path)
            items.append(Item(title: title.isEmpty ? url : title, details: [place] + row.details, url: url))
            return .item
        }
    }
}
