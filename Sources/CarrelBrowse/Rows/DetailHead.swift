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
    private static let most = 3

    /// The lines, with an empty one at the end.
    func lines(width: Int) -> [StyledLine] {
        var lines = wrapped(row.item.title, width, CellStyle.plain.with(.bold))
        if let subtitle = row.item.subtitle { lines += wrapped(subtitle, width, CellStyle.plain.with(.dim)) }
        let facts = [
            "\(StateWords.sign(state)) \(StateWords.of(state))".trimmed,
            row.document.map { ByteCount($0.size).description }, row.document?.mediaType?.essence,
        ].compactMap(\.self)
        lines += wrapped(facts.joined(separator: " · "), width, StateWords.style(state))
        if let reason = state.reason { lines += wrapped(reason, width, CellStyle(.red)) }
        for detail in row.details.prefix(6) {
            lines.append(
                StyledLine("\(detail.label): \(detail.value)".singleLine, CellStyle.plain.with(.dim)))
        }
        return lines + [StyledLine("")]
    }

    private func wrapped(_ text: String, _ width: Int, _ style: CellStyle) -> [StyledLine] {
        let lines = FittedText.lines(text.singleLine, width: width)
        return lines.prefix(Self.most).map { StyledLine($0, style) }
    }
}
