import CarrelModel
import CarrelStages

/// The lists that terminals printed, whose numbers the user may type.
extension Desk {
    /// The list that a terminal printed last; `nil` if there is none or it has expired.
    public func printedList(of terminal: String) async throws(StoreError) -> PrintedList? {
        try await library.printedList(of: terminal, at: parts.pipeline.context.now())
    }

    /// Remembers the list that a terminal printed last; an empty list clears it, as after a selection.
    ///
    /// Throws nothing, because a library that cannot be written to can still be looked at.
    ///
    /// - Returns: whether it is remembered; if not, a number means what an earlier list called so.
    @discardableResult
    public func notePrinted(_ rows: [(number: Int, entry: ItemKey)], on terminal: String) async -> Bool {
        let items = rows.prefix(PrintedList.capacity).map { ($0.number, $0.entry) }
        let list = PrintedList(
            items: Dictionary(items) { first, _ in first }, date: parts.pipeline.context.now())
        return (try? await library.remember(list, of: terminal)) != nil
    }
}
