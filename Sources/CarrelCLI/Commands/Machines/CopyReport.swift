import CarrelBasics
import CarrelCopy
import CarrelStages
import CarrelViews
import Foundation

/// Says what a copy copied.
struct CopyReport {
    private let workspace: Workspace
    private let from, to: NamedLibrary

    init(_ workspace: Workspace, from: NamedLibrary, to: NamedLibrary) {
        (self.workspace, self.from, self.to) = (workspace, from, to)
    }

    /// Writes the last line, and what to do next.
    func write(_ summary: CopySummary, _ seconds: Double) {
        if workspace.isJSON { return JSONLine.write(row(summary, seconds)) }
        guard !workspace.isQuiet else { return }
        LineWriter.output.line(Self.text(summary, seconds))
        guard summary.isFinished else { return }
        if summary.troubles[.damaged] != nil {
            LineWriter.error.line(
                "carrel verify --repair \(to.option) sets damaged files aside, to be fetched again"
            )
        }
        LineWriter.error.line(
            "\(from.title) is as it was; use only \(to.title) from now on: carrel sync \(to.option)"
                .singleLine)
    }

    /// The counts without zeros, with those of the documents first.
    private static func text(_ summary: CopySummary, _ seconds: Double) -> String {
        let records = summary.records
        let contents = [
            (summary.documents, "document", "documents"), (summary.versions, "version", "versions"),
            (summary.quarantined, "set aside", "set aside"), (records[.items] ?? 0, "item", "items"),
            (records[.catalogs] ?? 0, "catalogue", "catalogues"),
        ].filter { $0.0 > 0 }.map { "\($0.0) \($0.0 == 1 ? $0.1 : $0.2)" }
        let troubles = CopyTrouble.State.allCases.compactMap { state in
            summary.troubles[state].map { "\($0) \(CopyDisplay.word(state))" }
        }
        let what = contents.isEmpty ? "an empty library" : contents.joined(separator: ", ")
        let copied = summary.isFinished ? "copied and compared: \(what)" : "copied so far: \(what)"
        let further = [
            troubles.joined(separator: ", "),
            summary.sharesDocuments ? "both have the same documents" : "",
        ].filter { !$0.isEmpty }
        return ([copied] + further).joined(separator: "; ") + " · "
            + EffortText.text(summary.bytes, in: seconds)
    }

    private func row(_ summary: CopySummary, _ seconds: Double) -> CopyRow {
        var row = CopyRow(from: from.title, to: to.title, isFinished: summary.isFinished)
        if summary.isFinished {
            (row.catalogs, row.items) = (summary.records[.catalogs] ?? 0, summary.records[.items] ?? 0)
        }
        (row.documents, row.versions, row.setAside) =
            (summary.documents, summary.versions, summary.quarantined)
        row.bytes = summary.bytes
        let troubles = summary.troubles
        (row.damaged, row.missing) = (troubles[.damaged] ?? 0, troubles[.missing] ?? 0)
        (row.unreadable, row.edited) = (troubles[.unreadable] ?? 0, troubles[.edited] ?? 0)
        row.seconds = (seconds * 1000).rounded() / 1000
        return row
    }
}
