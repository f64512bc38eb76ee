import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// `carrel diff`: shows what changed between two versions of a document.
enum DiffCommand {
    /// The most text of each version to compare, in bytes.
    private static let maxText = 4 << 20
    /// The number of words to show before and after a change.
    private static let context = 8

    static let spec = CommandSpec(
        name: "diff", operands: "ITEM", summary: "Show what changed between two versions of a document",
        discussion: """
            Compares the text of the version before with the stored document, paragraph by paragraph and word by word, with
            the page where there are pages. Rows of tables and lines of code are compared one by one. A version that cannot
            be read is passed over. --from and --to take numbers that carrel versions shows.
            """,
        options: [
            OptionSpec(
                name: "--from", value: "N", help: "the earlier version (the one before --to unless told)"),
            OptionSpec(name: "--to", value: "N", help: "the later version (the stored document unless told)"),
        ], operandCount: 1...1, completes: [[.item]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk(previews: true)
        let row = try await workspace.items(invocation.operands, desk).rows[0]
        let (from, to) = (try invocation.versionNumber("--from"), try invocation.versionNumber("--to"))
        try await workspace.checkIsStored(row, desk)
        for number in [from, to].compactMap(\.self) {
            try await workspace.check(version: number, of: row, desk)
        }
        let versions = try await desk.versions(of: row.documentKey)
        guard let earlier = from ?? Desk.Version.before(to, in: versions)?.number else {
            throw CommandError(of: "diff", "\(row.item.title): there is no earlier version to compare with")
        }
        let wish = PreviewWish(maxText: maxText)
        let old = try await desk.preview(row.documentKey, version: earlier, wish).preview
        let new = try await desk.preview(row.documentKey, version: to, wish).preview
        show(TextDifference(from: old, to: new), new.pageKind, workspace)
        if to == nil {
            workspace.tellUnnamed(row)
            await desk.noteView(of: row)
        }
        let cut = [old, new].filter(\.isTruncated)
        if !cut.isEmpty {
            LineWriter.error.line(
                cut.contains(where: isLong)
                    ? "only the beginning was compared: the text is longer than \(ByteCount(Int64(maxText)))"
                    : "only what a preview shows was compared: parts of the text are left out")
        }
        return .success
    }

    /// Whether a text was cut because it is long, and not because the rest cannot be read.
    private static func isLong(_ preview: Preview) -> Bool {
        // What does not fit as a whole is left out from its beginning on, such as a row of a table.
        preview.part != .withGaps && preview.text.utf8.count > maxText / 2
    }

    private static func show(_ difference: TextDifference, _ pageKind: PageKind, _ workspace: Workspace) {
        if workspace.isJSON {
            for change in difference.changes { JSONLine.write(change) }
            return
        }
        guard !difference.changes.isEmpty else {
            LineWriter.error.line("the texts are the same")
            return
        }
        var page: Int?
        for change in difference.changes {
            if let next = change.page, next != page {
                workspace.terminal.heading(pageKind.number(next))
                page = next
            }
            let words = change.shortened(context).words.map { text($0, workspace.terminal) }
            LineWriter.output.line("  " + words.joined(separator: " "))
        }
    }

    /// Words with their marks, in the style of wdiff without colours.
    private static func text(_ words: TextDifference.Words, _ terminal: Terminal) -> String {
        let text = words.text.terminalSafe
        return switch words.kind {
        case .removed: terminal.hasColour ? terminal.styled(text, .red) : "[-\(text)-]"
        case .added: terminal.hasColour ? terminal.styled(text, .green) : "{+\(text)+}"
        case .kept: text
        }
    }
}
