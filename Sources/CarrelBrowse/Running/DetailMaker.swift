import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTerminal
import Foundation

/// Makes what the third pane shows of a document.
struct DetailMaker: Sendable {
    let options: BrowserOptions

    /// Looks into a stored document.
    ///
    /// - Parameters:
    ///   - document: its record.
    ///   - key: the key that it is recorded under.
    ///   - title: what stands above it.
    ///   - room: what can be seen at once.
    ///   - desk: the library.
    /// - Returns: what is inside.
    /// - Throws: what `Desk.preview` throws.
    @concurrent func content(
        of document: StoredDocument, _ key: ItemKey, _ title: String, _ room: PreviewRoom, _ desk: Desk
    ) async throws -> DetailContent {
        var wish = PreviewWish(maxText: room.maxText)
        if document.mediaType?.essence.hasPrefix("image/") == true, options.depth > .none {
            (wish.picture, wish.pictureForm) = (picture(room), options.form)
        }
        return content(of: try await desk.preview(key, wish).preview, document, title, room)
    }

    /// The largest picture that leaves some lines for text.
    private func picture(_ room: PreviewRoom) -> PictureSize? {
        let lines = max(1, room.lines * 3 / 4)
        guard options.form != .blocks else {
            return options.depth > .basic ? PictureSize(width: room.columns, height: lines * 2) : nil
        }
        return GraphicText.size(columns: room.columns, lines: lines, cell: options.cell)
    }

    private func content(
        of preview: Preview, _ document: StoredDocument, _ title: String, _ room: PreviewRoom
    ) -> DetailContent {
        let parts = PreviewParts(preview)
        var lines: [StyledLine] = []
        func add(_ text: String, _ style: CellStyle = .plain) {
            lines += StyledLine.fitted(text, width: room.columns, style)
        }
        // What stands above is not said again.
        if let own = parts.title?.singleLine, own != title.singleLine {
            add(own, Look.strong)
            add("")
        }
        if let summary = parts.summary {
            add(summary, CellStyle.plain.with(.italic))
            add("")
        }
        for line in parts.text.split(separator: "\n", omittingEmptySubsequences: false) {
            let isHeading = preview.form == .markdown && line.hasPrefix("#")
            add(
                isHeading ? String(line.drop { $0 == "#" || $0 == " " }) : String(line),
                isHeading ? Look.strong : .plain)
        }
        let notes = parts.notes + parts.facts.filter { $0 != document.mediaType?.essence }
        if !notes.isEmpty { add("") }
        for note in notes { add(note.singleLine, Look.quiet) }
        return DetailContent(
            lines, picture: preview.picture, graphic: preview.graphic.map(placed), part: parts.part)
    }

    private func placed(_ graphic: TerminalGraphic) -> PlacedGraphic {
        let (columns, lines) = GraphicText.cells(of: graphic, cell: options.cell)
        return PlacedGraphic(
            ScreenArea(column: 0, line: 0, columns: columns, lines: lines),
            sequence: GraphicText.sequence(graphic, cell: options.cell), isLayer: graphic.form == .kitty)
    }

    /// A date as `2026-11-21 13:29:26`.
    static func text(_ date: Date, _ timeZone: TimeZone) -> String {
        date.formatted(
            Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: timeZone)
                .year().month().day().time(includingFractionalSeconds: false))
    }

    /// What was tried for an item.
    func tries(_ history: ItemHistory, _ room: PreviewRoom, _ timeZone: TimeZone) -> DetailContent {
        var lines = [StyledLine("What was tried", Look.strong), StyledLine("")]
        for attempt in history.attempts {
            let reason = attempt.reason.map { ": " + $0 } ?? ""
            let date = Self.text(attempt.date, timeZone)
            let text = "\(date) · \(attempt.outcome.words)\(reason)".singleLine
            lines += StyledLine.fitted(text, width: room.columns)
        }
        if history.attempts.isEmpty { lines.append(StyledLine("Nothing was tried yet.", Look.quiet)) }
        return DetailContent(lines)
    }
}

/// What the browser needs to know of its terminal.
package struct BrowserOptions: Sendable {
    /// How the terminal takes pictures.
    package var form: PictureForm
    /// Its colours.
    package var depth: ColourDepth
    /// The size of a character in pixels.
    package var cell: PictureSize

    package init(form: PictureForm, depth: ColourDepth, cell: PictureSize) {
        (self.form, self.depth, self.cell) = (form, depth, cell)
    }
}
