import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelViews

/// `carrel ignore`: ignores items.
enum IgnoreCommand {
    static let spec = CommandSpec(
        name: "ignore", operands: "[ITEM …]",
        summary: "Ignore items: never fetch or report them",
        discussion: """
            \(SelectionOptions.discussion) A pattern or a collection also covers items that are listed later. Stored
            documents stay, and are no longer asked for. Without ITEM it lists what is ignored.
            """, options: SelectionOptions.filters, operandCount: 0...10_000, completes: [[.item]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk()
        let filter = try workspace.filter()
        guard !invocation.operands.isEmpty || !filter.isEmpty else {
            try await list(desk, workspace)
            return .success
        }
        let (_, finder) = try await workspace.view(desk)
        let operands = invocation.operands.map(workspace.withoutFolder)
        let rules = try finder.ignoring(ItemSelection(operands, filter))
        try await desk.setIgnored(true, rules.items, patterns: rules.patterns)
        guard workspace.tells else { return .success }
        let collections = rules.items.filter(\.isWholeCollection).compactMap { finder.address(ofIgnored: $0) }
        for text in rules.patterns + collections {
            LineWriter.output.line("ignored from now on: \(text.singleLine)")
        }
        let count = Set(rules.items.filter { !$0.isWholeCollection }).count
        if count > 0 || rules.patterns.isEmpty && collections.isEmpty {
            LineWriter.output.line("\(count) ignored")
        }
        return .success
    }

    private static func list(_ desk: Desk, _ workspace: Workspace) async throws {
        let rules = try await desk.ignored()
        let finder = try await workspace.view(desk).finder
        let rows =
            rules.patterns.sorted().map { IgnoredRow(pattern: $0) }
            + rules.items.map { key in
                IgnoredRow(
                    key, address: finder.address(ofIgnored: key), title: finder.label(ofIgnored: key))
            }.sorted { ($0.address ?? "", $0.item ?? "") < ($1.address ?? "", $1.item ?? "") }
        if workspace.isJSON { return rows.forEach { JSONLine.write($0) } }
        if rows.isEmpty { LineWriter.error.line("nothing is ignored") }
        TextTable.write(rows) { row in
            row.pattern.map { [$0] } ?? [row.address ?? "no longer listed", row.words]
        }
    }
}

extension IgnoredRow {
    /// What a person reads beside its address.
    fileprivate var words: String {
        if let item { return title ?? item }
        return title.map { "all of \($0)" } ?? "no longer listed"
    }
}

/// `carrel unignore`: stops ignoring items.
enum UnignoreCommand {
    static let spec = CommandSpec(
        name: "unignore", operands: "ITEM … | --all", summary: "Stop ignoring items",
        discussion: """
            ITEM is an entry of carrel ignore: a pattern exactly as it is listed, an item or a collection.
            """, options: [OptionSpec(name: "--all", help: "ignore nothing any longer")],
        operandCount: 0...10_000, completes: [[.ignored]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let selection = try workspace.selection(invocation.operands.map(workspace.withoutFolder))
        let desk = try await workspace.desk()
        var rules = try await desk.ignored()
        if !selection.texts.isEmpty {
            rules = try await workspace.view(desk).1.unignoring(selection.texts, among: rules)
        }
        try await desk.setIgnored(false, rules.items, patterns: rules.patterns)
        return try await report(rules.items.count + rules.patterns.count, selection, desk, workspace)
    }

    /// Reports the result, and which items a pattern or their collection still covers.
    private static func report(
        _ count: Int, _ selection: ItemSelection, _ desk: Desk, _ workspace: Workspace
    ) async throws -> ExitStatus {
        let (_, finder) = try await workspace.view(desk)
        let named = selection.texts.flatMap { (try? finder.items(ItemSelection([$0]))) ?? [] }
        let covered = named.filter(finder.isCovered)
        let first = covered.first.flatMap { row in finder.rule(covering: row).map { (row: row, rule: $0) } }
        let stillCovered = first.map { first in
            let others = covered.count > 1 ? " and \(covered.count - 1) more" : ""
            let what = "\(first.row.item.title)\(others): \(first.rule.words)."
            return "\(what) To stop ignoring that: carrel unignore \(ShellWord.operands(first.rule.text))"
                .terminalSafe
        }
        guard count > 0 else {
            throw CommandError(
                of: "unignore", stillCovered ?? "none of these is ignored; carrel ignore lists what is")
        }
        guard workspace.tells else { return .success }
        LineWriter.output.line("\(count) no longer ignored")
        if let stillCovered {
            LineWriter.error.line("still ignored: \(workspace.hints.completing(stillCovered))".singleLine)
        }
        return .success
    }
}
