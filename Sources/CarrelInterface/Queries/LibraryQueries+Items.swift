import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelViews
import Foundation

/// One item.
extension LibraryQueries {
    /// The most text that one answer carries, in bytes; for more, a document is read in parts.
    package static let textLimits = 1...(256 << 10)
    /// The text that an answer carries unless told otherwise.
    package static let standardText = 32 << 10
    /// The attempts that an answer carries.
    package static let attemptLimits = 1...50
    /// The attempts that an answer carries unless told otherwise.
    package static let standardAttempts = 5

    /// The row of an item, whose file is looked at.
    package func row(_ name: ItemName) async throws -> LibraryView.Row {
        let row = try NamedItems(try await view()).item(name)
        return try await library.current(with: row.entry).row(of: row.entry) ?? row
    }

    /// An item with what its catalogue says of it.
    package func item(_ name: ItemName) async throws -> String {
        let (row, desk) = (try await row(name), try await library.desk())
        let now = row.now(await desk.itemsUnderWay()[row.documentKey])
        return JSONForm.line(ItemDetailsRow(now, root: desk.documents.root)) ?? "{}"
    }

    /// The preview of a stored document; a program that looks is not a person who looked.
    ///
    /// - Parameters:
    ///   - name: the item.
    ///   - pages: only these pages, as people write them.
    ///   - version: the number of an earlier version.
    ///   - maxText: the most text, in bytes; `standardText` if it is `nil`.
    /// - Returns: the row.
    /// - Throws: `InterfaceError`, `FindError`, `PreviewError`, `StoreError`.
    package func preview(
        _ name: ItemName, pages: String?, version: Int?, maxText: Int?
    ) async throws -> String {
        let desk = try await library.desk()
        let row = try await row(name)
        guard let document = row.document, row.isStored || version != nil else { throw Self.notStored(row) }
        var range: ClosedRange<Int>?
        if let pages {
            range = PageRange.read(pages)
            guard range != nil else {
                throw InterfaceError(
                    .wrong, "“pages” must be pages such as 3, 3-5 or 7-, not “\(pages.singleLine.prefix(40))”"
                )
            }
        }
        let wish = PreviewWish(pages: range, maxText: maxText ?? Self.standardText)
        let result = try await desk.preview(row.documentKey, version: version, wish)
        if let absence = PageRange.absence(of: range, in: result.preview) {
            throw InterfaceError(.wrong, "\(row.item.title.singleLine): \(absence)")
        }
        let path = desk.documents.root.path(of: document.name)
        let shown = PreviewRow(result.preview, path: path, previewer: result.previewer)
        return JSONForm.line(shown, showsAll: true) ?? "{}"
    }

    /// What was tried for an item, and what comes next.
    ///
    /// - Parameters:
    ///   - name: the item.
    ///   - attempts: the most attempts; `standardAttempts` if it is `nil`.
    /// - Returns: the row.
    package func history(_ name: ItemName, attempts: Int?) async throws -> String {
        let view = try await view()
        let row = try NamedItems(view).item(name)
        let history = try await library.desk().history(
            of: row, in: view, limit: attempts ?? Self.standardAttempts)
        return JSONForm.line(HistoryRow(row, history)) ?? "{}"
    }

    /// The versions of a document, oldest first.
    package func versions(_ name: ItemName) async throws -> [String] {
        let row = try await row(name)
        guard row.document != nil else { throw Self.notStored(row) }
        return try await library.desk().versions(of: row.documentKey).compactMap {
            JSONForm.line(VersionRow($0, of: row.key))
        }
    }

    /// Why there is no document to give, and what helps: to accept what was set aside, or to fetch what can be.
    package static func notStored(_ row: LibraryView.Row) -> StoreError {
        let (title, reason) = (row.item.title.singleLine, "it is not stored (\(row.statusWords))")
        guard row.isSetAside || row.isFetchable else {
            return StoreError(.notFound, subject: title, reason: reason)
        }
        return StoreError(
            .notFound, subject: title, reason: reason,
            offering: row.isSetAside ? .accept : .fetch(operands: ""))
    }
}
