import CarrelModel

/// Folders that have the same entries as those above them, until it is known whether they lead back to these.
///
/// One repetition tells nothing: a project may have `docs` and `src`, and so may its `src`. Where a folder leads back to
/// one above it, everything below repeats without an end, so the same way is gone once more, and as long as that repeats.
struct RepeatedFolders {
    /// A folder that was read.
    struct Folder {
        var page: CatalogPage
        /// What its page lists.
        var catalog: Catalog
        /// How many pages lead to it.
        var depth: Int
        /// The contents of the folders that lead to it, and its own.
        var path: [FolderContents]
        /// Whether it is below the last level that is read, so that nothing of it is taken.
        var isDeeper = false
    }

    /// What a folder says.
    enum Finding {
        /// It repeats nothing.
        case own
        /// It may lead back; this folder in it tells.
        case open(CatalogPage)
        /// The first of the folders leads back; where only names tell that, an ordinary tree may be missing.
        case leadsBack(CatalogProblem.Gap?)
    }

    /// The folders, each in the one before it.
    private var folders: [Folder] = []
    /// The URL of the folder in the last one that tells; `nil` without folders.
    private(set) var way: String?
    /// Whether that one is below the last level, so that it is only read because it tells.
    private(set) var isWayDeeper = false
    /// How many levels above each folder the one is that it repeats.
    private var period = 0

    /// Adds a folder if it repeats what is above it as the ones before it do.
    ///
    /// - Parameter folder: the folder that the last finding asked for, or any if there are none.
    /// - Returns: what it says.
    mutating func add(_ folder: Folder) -> Finding {
        guard folder.page.isFolder, let contents = folder.path.last else { return .own }
        let above = folder.path.dropLast()
        if folders.isEmpty {
            guard let same = above.lastIndex(where: { $0.hasEntries(of: contents) }) else { return .own }
            period = above.count - same
        }
        guard above.count >= period, above[above.count - period].hasEntries(of: contents),
            var way = (folder.catalog.pages + folder.catalog.deeperFolders).first(where: {
                FolderContents.name(of: $0.url) == folder.path[folder.path.count - period].name
            })
        else { return .own }
        folders.append(folder)
        way.isDeeper = folder.catalog.deeperFolders.contains(way)
        (self.way, isWayDeeper) = (way.url, way.isDeeper)
        // Names alone are the same more often: `0` to `9`, and in each of them again.
        guard folders.count >= (contents.hasNamesAlone ? 3 : 2) else { return .open(way) }
        return .leadsBack(contents.hasNamesAlone ? .lasting : nil)
    }

    /// Gives up its folders.
    mutating func removeAll() -> [Folder] {
        defer { (folders, way, isWayDeeper) = ([], nil, false) }
        return folders
    }
}
