/// The table that `carrel export csv` writes, and that lists of addresses may be.
public enum ExportedTable {
    /// The names of its columns.
    public static let columns = [
        "catalogue", "collection", "title", "url", "size", "sha256", "media type", "stored", "path",
    ]

    /// Whether a table that begins with some names is one; somebody may have put columns behind them.
    public static func begins(with names: [String]) -> Bool { names.starts(with: columns) }

    /// What a cell holds for a text: what a spreadsheet would take for a formula begins with an apostrophe.
    public static func marked(_ text: String) -> String { isLikeFormula(text) ? "'" + text : text }

    /// The text that a cell stands for.
    public static func unmarked(_ cell: String) -> String {
        guard cell.unicodeScalars.first == "'", isLikeFormula(cell) else { return cell }
        return String(Substring(cell.unicodeScalars.dropFirst()))
    }

    /// Whether a text begins as a formula does, or as a mark before one; by scalars, as whoever reads a table does.
    private static func isLikeFormula(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return false }
        return "=+-@＝＋－＠".unicodeScalars.contains(first)
    }
}
