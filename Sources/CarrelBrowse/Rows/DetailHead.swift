import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTTP
import CarrelModel
import CarrelTerminal

/// What stands above a document: its item's title, state and details.
struct DetailHead {
    private let row: LibraryView.Row
    private let state: ItemState

    init(_ row: LibraryView.Row, _ state: ItemState) { (self.row, self.state) = (row, state) }

    // Longer titles and reasons are cut.
    private static let mostOfText = 3
    private static let mostDetails = 6

    /// The lines, with an empty one at the end.
    ///
    /// - Parameters:
    ///   - width: the columns of the pane.
    ///   - most: how many lines there may be. For fewer, details go first, then the rest of long texts and the subtitle.
    func lines(width: Int, most: Int) -> [StyledLine] {
        var (text, details) = (Self.mostOfText, min(Self.mostDetails, row.details.count))
        var lines = self.lines(width, text, details)
        while lines.count > most, text > 0 {
            (text, details) = details > 0 ? (text, details - 1) : (text - 1, 0)
            lines = self.lines(width, text, details)
        }
        return Array(lines.prefix(most))
    }

    /// The title and the state in a line each: all else is said below.
    func brief(width: Int, most: Int) -> [StyledLine] {
        let title = wrapped(row.item.title, width, 1, CellStyle.plain.with(.bold))
        return Array((title + facts(width, 1) + [StyledLine("")]).prefix(most))
    }

    /// All that may be cut above a document, to be read in its place.
    func whole(width: Int) -> [StyledLine] {
        var lines: [StyledLine] = []
        func add(_ text: String, _ style: CellStyle = .plain) {
            lines += StyledLine.fitted(text, width: width, style)
        }
        add(row.item.title.singleLine, CellStyle.plain.with(.bold))
        if let subtitle = row.item.subtitle { add(subtitle.singleLine, CellStyle.plain.with(.dim)) }
        if let reason = state.reason { add(reason.singleLine, CellStyle(.red)) }
        if !row.details.isEmpty { add("") }
        for detail in row.details { add("\(detail.label): \(detail.value)") }
        return lines
    }

    /// The lines; `text` is the most of each text, `details` the number of details.
    private func lines(_ width: Int, _ text: Int, _ details: Int) -> [StyledLine] {
        let most = max(1, text)
        var lines = wrapped(row.item.title, width, most, CellStyle.plain.with(.bold))
        if let subtitle = row.item.subtitle, text > 0 {
            lines += wrapped(subtitle, width, most, CellStyle.plain.with(.dim))
        }
        lines += facts(width, most)
        if let reason = state.reason { lines += wrapped(reason, width, most, CellStyle(.red)) }
        let all = row.details.map { "\($0.label): \($0.value)".singleLine }
        let shown = all.prefix(details).map { TextWidth.cut($0, to: width) }
        let hint = shown == all || text == 0 ? [] : [TextWidth.cut("… H shows all details", to: width)]
        lines += (shown + hint).map { StyledLine($0, CellStyle.plain.with(.dim)) }
        return lines + [StyledLine("")]
    }

    private func facts(_ width: Int, _ most: Int) -> [StyledLine] {
        let facts = [
            "\(StateWords.sign(state)) \(StateWords.of(state))".trimmed,
            row.document.map { ByteCount($0.size).description }, row.document?.mediaType?.essence,
        ].compactMap(\.self)
        return wrapped(facts.joined(separator: " · "), width, most, StateWords.style(state))
    }

    private func wrapped(_ text: String, _ width: Int, _ most: Int, _ style: CellStyle) -> [StyledLine] {
        let lines = FittedText.lines(text.singleLine, width: width)
        guard lines.count > most else { return lines.map { StyledLine($0, style) } }
        let last = TextWidth.cut(lines.dropFirst(most - 1).joined(separator: " "), to: width)
        return (lines.prefix(most - 1) + [last]).map { StyledLine($0, style) }
    }
}
