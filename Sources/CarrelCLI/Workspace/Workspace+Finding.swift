import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import Foundation

/// Finds what operands name, and opens collections with further catalogues.
extension Workspace {
    /// The option of every command that opens collections.
    static let refresh = OptionSpec(
        name: "--refresh", help: "read again the catalogue that lists a collection's items")

    /// The view of the library, and a finder for it.
    func view(_ desk: Desk) async throws -> (view: LibraryView, finder: ItemFinder) {
        let view = try await Spinner.showing(self, waitingFor: "the library") { try await desk.view() }
        let (selection, printed) = try await places(desk)
        return (view, ItemFinder(view, selection: selection, printed: printed))
    }

    /// A finder for what operands name by numbers alone; `nil` if that takes a view of the whole library.
    func finder(ofNumbers operands: [String], _ desk: Desk) async throws -> ItemFinder? {
        guard ItemFinder.mayBeNumbers(operands) else { return nil }
        let (selection, printed) = try await places(desk)
        return try await desk.view(ofItemsNumbered: operands, selection: selection, printed: printed).map {
            ItemFinder($0, selection: selection, printed: printed)
        }
    }

    /// Where numbers alone are looked up.
    private func places(_ desk: Desk) async throws -> (selection: CollectionKey?, printed: PrintedList?) {
        var printed: PrintedList?
        if let terminal = TerminalName.current { printed = try await desk.printedList(of: terminal) }
        return (try await desk.selection(), printed)
    }

    /// The collection that an operand names unless it numbers an item, after opening it; the selected one without an
    /// operand.
    func collection(
        _ operand: String?, _ desk: Desk
    ) async throws -> (view: LibraryView, row: LibraryView.CollectionRow) {
        let (view, finder) = try await view(desk)
        let row = try operand.map(finder.collection(unlessNumber:)) ?? finder.selectedCollection()
        guard try await open(row, desk) else { return (view, row) }
        let fresh = try await desk.view()
        return (fresh, fresh.collections.first { $0.key == row.key } ?? row)
    }

    /// The items that operands name, after opening the collections in which they give numbers.
    func items(
        _ operands: [String], _ desk: Desk
    ) async throws -> (view: LibraryView, rows: [LibraryView.Row]) {
        let operands = operands.map(withoutFolder)
        if let finder = try await finder(ofNumbers: operands, desk) {
            return (finder.view, try operands.map { try item($0, finder) })
        }
        var (view, finder) = try await view(desk)
        var hasOpened = false
        for operand in operands {
            guard let row = finder.collection(ofNumbered: operand) else { continue }
            if try await open(row, desk) { hasOpened = true }
        }
        if hasOpened { (view, finder) = try await self.view(desk) }
        return (view, try operands.map { try item($0, finder) })
    }

    /// The item that an operand names by a number; `nil` for any other operand, and for one that a collection is called.
    func item(numbered operand: String, _ desk: Desk) async throws -> LibraryView.Row? {
        guard let finder = try await finder(ofNumbers: [operand], desk) else { return nil }
        return try? finder.item(operand)
    }

    /// Remembers the list that is printed on this terminal, but not with `--json`, which shows no numbers.
    ///
    /// - Parameters:
    ///   - rows: the items with their numbers.
    ///   - desk: the library.
    /// - Returns: whether to show the numbers: where the library cannot be written to, they would mean what an earlier list
    ///   called so.
    func notePrinted(_ rows: [(number: Int, entry: ItemKey)], _ desk: Desk) async -> Bool {
        guard !isJSON, let terminal = TerminalName.current else { return true }
        return await desk.notePrinted(rows, on: terminal)
    }

    /// The items of a selection, after opening the collections that it names.
    ///
    /// - Parameters:
    ///   - selection: what is named.
    ///   - desk: the library.
    ///   - note: is told which of several collections cannot be opened; `nil` if that is an error.
    func items(
        _ selection: ItemSelection, _ desk: Desk,
        noting note: ((LibraryView.CollectionRow, any Error) throws -> Void)? = nil
    ) async throws -> (view: LibraryView, rows: [LibraryView.Row]) {
        var selection = selection
        selection.texts = selection.texts.map(withoutFolder)
        if let finder = try await finder(ofNumbers: selection.texts, desk) {
            return (finder.view, try finder.items(selection))
        }
        var (view, finder) = try await view(desk)
        var hasOpened = false
        var unopened: Set<String> = []
        for text in selection.texts {
            let whole = (try? finder.wholeCollections(text)) ?? []
            let named = whole + [finder.collection(ofNumbered: text)].compactMap(\.self)
            var failed = 0
            for row in named {
                do {
                    if try await open(row, desk) { hasOpened = true }
                } catch {
                    guard let note, selection.texts.count > 1 || named.count > 1 else { throw error }
                    try note(row, error)
                    failed += 1
                }
            }
            if failed > 0, failed == named.count { unopened.insert(text) }
        }
        if hasOpened { (view, finder) = try await self.view(desk) }
        selection.texts.removeAll(where: unopened.contains)
        // Nothing named would mean the whole library.
        if selection.texts.isEmpty, !unopened.isEmpty { return (view, []) }
        return (view, try finder.items(selection))
    }

    /// An operand; of a path to a file in the library, as shells complete it, the name that the document has there.
    func withoutFolder(_ operand: String) -> String {
        guard ["/", "./", "../"].contains(where: { operand.hasPrefix($0) }) || Self.isPath(operand),
            let root = try? opener.libraryFolder()?.resolvingSymlinksInPath().path
        else { return operand }
        let file = URL(filePath: operand).standardizedFileURL
        let folder = file.deletingLastPathComponent().resolvingSymlinksInPath().path
        guard folder == root || folder.hasPrefix(root + "/") else { return operand }
        return String("\(folder)/\(file.lastPathComponent)".dropFirst(root.count + 1))
    }

    /// Whether an operand with a slash is the path of a file, and not a collection with its item.
    private static func isPath(_ operand: String) -> Bool {
        var isFolder: ObjCBool = false
        return operand.contains("/")
            && FileManager.default.fileExists(atPath: operand, isDirectory: &isFolder) && !isFolder.boolValue
    }

    private func item(_ operand: String, _ finder: ItemFinder) throws -> LibraryView.Row {
        do throws(FindError) {
            return try finder.item(operand)
        } catch {
            throw error.candidates.isEmpty ? finder.noItem(operand) ?? error : error
        }
    }

    /// Opens a collection whose items a further catalogue lists.
    ///
    /// - Returns: whether the collection has a further catalogue.
    private func open(_ row: LibraryView.CollectionRow, _ desk: Desk) async throws -> Bool {
        guard row.collection.further != nil else { return false }
        return try await Spinner.showing(self, waitingFor: row.collection.title) {
            try await desk.open(row, refreshes: invocation.has(Self.refresh.name))
        }
    }
}
