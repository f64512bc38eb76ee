import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelOpening
import CarrelStages
import CarrelViews

/// `carrel catalogues`: the catalogues of the library.
enum CatalogsCommand {
    static let spec = CommandSpec(
        name: "catalogues", summary: "List the catalogues of the library",
        discussion: """
            Lists the catalogues that carrel sync brings up to date, and others that the library has read or that
            could not be read, such as those of a profile. Each line says how much a catalogue lists, and how much of
            that is stored, and whether the last reading failed. --verbose shows how each is read.
            """
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk()
        let rows = try await rows(desk)
        if workspace.isJSON {
            for row in rows { JSONLine.write(row) }
        } else if rows.isEmpty {
            let hint = workspace.hints.completing("carrel add URL")
            LineWriter.error.line("the library knows no catalogue; add one: \(hint)")
        } else if workspace.isVerbose {
            for row in rows { print(row, workspace.terminal) }
        } else {
            TextTable.write(rows, shrinking: 2) { row in
                [
                    row.catalogName ?? "-", "\(row.stored) of \(row.items) stored",
                    ShownText.of(row.catalog).singleLine,
                ] + (failure(of: row).map { [$0] } ?? [])
            }
        }
        return .success
    }

    /// The known catalogues in order, then the other recorded ones, then those that could never be read.
    static func rows(_ desk: Desk) async throws -> [CatalogRow] {
        try await CatalogRow.rows(of: desk, desk.view())
    }

    /// Says when a catalogue could not be read; `nil` if it could.
    private static func failure(of row: CatalogRow) -> String? {
        row.failedAt.map { "could not be read at \(DateText.text($0))" }
    }

    private static func print(_ row: CatalogRow, _ terminal: Terminal) {
        terminal.heading(row.catalogName ?? "-")
        var lines = [ShownText.of(row.catalog), "\(row.stored) of \(row.items) items stored"]
        if let failure = failure(of: row) { lines.append(failure) }
        if let profile = row.profile { lines.append("profile \(profile)") }
        lines += (row.settings ?? []).map(ShownText.of)
        for line in lines { LineWriter.output.line("  " + line.singleLine) }
    }

    /// The catalogues that a text names: by their name, their location, or the place that was given to `carrel sync`.
    static func matches(_ text: String, _ rows: [CatalogRow], _ workspace: Workspace) -> [CatalogRow] {
        // A place need not be a location: it may be a relative path.
        let place = workspace.opener.location(ofPlace: text).map(CatalogIdentity.key)
        let named = rows.filter { $0.catalogName?.lowercased() == text.lowercased() }
        guard named.isEmpty else { return named }
        return rows.filter {
            $0.catalog == text || CatalogIdentity.key(of: $0.catalog) == place
                || ShownText.of($0.catalog) == text
        }
    }

    /// The catalogue that a text names.
    ///
    /// - Throws: `CommandError` if there is none, or several.
    static func find(
        _ text: String, _ rows: [CatalogRow], _ workspace: Workspace
    ) throws -> CatalogRow {
        let matches = matches(text, rows, workspace)
        let command = workspace.invocation.command
        guard let first = matches.first else {
            let unnamed = rows.filter { $0.catalogName == nil }.map(\.catalog)
            let near =
                NearestName.of(text, among: rows.compactMap(\.catalogName))
                ?? CatalogIdentity.nearest(to: text, among: unnamed).map { ShownText.of($0) }
            let help = near.map { "; did you mean “\($0)”?" } ?? ". See carrel catalogues"
            throw CommandError(of: command, "there is no catalogue “\(text)” in the library\(help)")
        }
        guard matches.count == 1 else {
            throw CommandError(
                of: command,
                "“\(text)” matches \(matches.count) catalogues; name one by its address:"
                    + matches.map { "\n  " + ShownText.of($0.catalog) }.joined())
        }
        return first
    }
}
