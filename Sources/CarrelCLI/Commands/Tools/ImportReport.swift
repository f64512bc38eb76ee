import CarrelBasics
import CarrelCore
import CarrelImport
import CarrelModel
import CarrelViews
import Foundation

/// Says what `carrel import` did with items and files, and counts it.
final class ImportReport: Sendable {
    private struct Seen {
        var imported: [FoundFile] = []
        var documents = 0
        var bytes: Int64 = 0
        var failed = 0
        var removed = 0
    }

    /// The lines of one kind that are shown without `--verbose`.
    private static let shownLines = 10

    private let workspace: Workspace
    private let folder: ImportFolder
    /// Whether nothing is changed.
    let isDryRun: Bool
    private let seen = Locked(Seen())

    init(_ workspace: Workspace, _ folder: ImportFolder, isDryRun: Bool) {
        (self.workspace, self.folder, self.isDryRun) = (workspace, folder, isDryRun)
    }

    /// The files that are in the library now, each once.
    var imported: Set<FoundFile> { Set(seen.value.imported) }

    /// Whether a file that matched could not be imported.
    var hasFailures: Bool { seen.value.failed > 0 }

    // MARK: Matches

    /// Notes what would be imported.
    func matched(_ match: ImportMatches.Match) {
        seen.withLock {
            $0.documents += 1; $0.bytes += match.file.size
        }
        var row = row(.matched, match)
        (row.name, row.bytes) = (match.wanted.name, match.file.size)
        write(row, "would import", "\(label(match.wanted)) (\(evidence(match)))")
    }

    /// Notes how an adoption ended.
    func ended(_ match: ImportMatches.Match, _ result: AdoptionResult) {
        switch result {
        case .stored(let document):
            seen.withLock { seen in
                seen.imported.append(match.file)
                seen.documents += 1
                seen.bytes += document.size
            }
            var row = row(.imported, match)
            (row.name, row.bytes, row.sha256) = (document.name, document.size, document.sha256)
            write(
                row, "imported",
                "\(label(match.wanted)), \(document.name), \(ByteCount(document.size)) (\(evidence(match)))")
        case .failed(let reason):
            seen.withLock { $0.failed += 1 }
            var row = row(.failed, match)
            row.reason = reason
            guard !workspace.isJSON else { return JSONLine.write(row) }
            note("failed", "\(label(match.wanted)): \(reason) (\(folder.path(of: match.file)))")
        }
    }

    /// Notes that a file is removed from the folder, or would be.
    func removed(_ file: FoundFile) {
        seen.withLock { $0.removed += 1 }
        write(
            ImportRow(isDryRun ? .removable : .removed, files: [folder.path(of: file)]),
            isDryRun ? "would remove" : "removed", file.path)
    }

    private func row(_ state: ImportRow.State, _ match: ImportMatches.Match) -> ImportRow {
        var row = ImportRow(
            state, match.wanted.key, title: match.wanted.item.title, files: [folder.path(of: match.file)])
        row.by = match.evidence.rawValue
        return row
    }

    private func evidence(_ match: ImportMatches.Match) -> String {
        let by =
            switch match.evidence {
            case .digest: "by its digest"
            case .size: "by size and name"
            case .name: "by its name alone"
            }
        return "from \(match.file.path), \(by)"
    }

    private func label(_ wanted: WantedItem) -> String { "\(wanted.key.collection): \(wanted.label)" }

    // MARK: The rest

    /// Says what was not imported and why, and the counts.
    func finish(_ found: FoundFiles, _ matches: ImportMatches) {
        refusals(matches.ambiguous, .ambiguous, "ambiguous")
        refusals(matches.refused, .refused, "not taken")
        lines(found.unfinished) { file in
            (ImportRow(.unfinished, files: [folder.path(of: file)]), "not finished", file.path)
        }
        lines(found.leftOut) { other in
            var row = ImportRow(.outside, files: [folder.path(of: other)])
            row.reason = other.reason
            return (row, "left out", "\(other.path): \(other.reason)")
        }
        lines(matches.missing, onlyVerbose: true) { wanted in
            (ImportRow(.missing, wanted.key, title: wanted.item.title), "not found", label(wanted))
        }
        lines(matches.present, onlyVerbose: true) { present in
            let (file, item) = (present.file, present.document)
            var row = ImportRow(.present, item.key, title: item.title, files: [folder.path(of: file)])
            (row.name, row.bytes, row.sha256) = (item.document.name, file.size, item.document.sha256)
            let text = "\(item.key.collection): \(item.label), \(item.document.name) (\(file.path))"
            return (row, "already there", text)
        }
        lines(matches.unused, onlyVerbose: true) { file in
            (ImportRow(.unused, files: [folder.path(of: file)]), "nobody's", file.path)
        }
        if found.isCut {
            note("warning:", "\(folder.path): there are more files or deeper folders than Carrel looks at")
        }
        guard workspace.tells else { return }
        LineWriter.output.line(summary(found, matches))
        let removed = seen.value.removed
        guard removed > 0 else { return }
        let files = "\(Counted.text(removed, "file")) \(isDryRun ? "would be removed" : "removed")"
        LineWriter.output.line("\(files) from \(folder.path)".singleLine)
    }

    private func refusals(_ refusals: [ImportMatches.Refusal], _ state: ImportRow.State, _ word: String) {
        lines(refusals) { refusal in
            let paths = refusal.files.map(\.path)
            let shown = paths.prefix(5).joined(separator: ", ") + (paths.count > 5 ? ", …" : "")
            return (
                ImportRow(
                    state, refusal.wanted.key, title: refusal.wanted.item.title,
                    files: refusal.files.map { folder.path(of: $0) }, reason: refusal.reason),
                word, "\(label(refusal.wanted)): \(refusal.reason) (\(shown))"
            )
        }
    }

    /// Writes rows, or the first lines.
    private func lines<Value>(
        _ values: [Value], onlyVerbose: Bool = false,
        _ make: (Value) -> (row: ImportRow, word: String, text: String)
    ) {
        if workspace.isJSON { return values.forEach { JSONLine.write(make($0).row) } }
        guard !workspace.isQuiet, workspace.isVerbose || !onlyVerbose else { return }
        let shown = workspace.isVerbose ? values.count : Self.shownLines
        for value in values.prefix(shown) {
            let line = make(value)
            note(line.word, line.text)
        }
        if values.count > shown { note("", "\(values.count - shown) more; --verbose lists them") }
    }

    private func summary(_ found: FoundFiles, _ matches: ImportMatches) -> String {
        let seen = seen.value
        let counts: [(Int, String)] = [
            (seen.documents, isDryRun ? "would be imported" : "imported"), (seen.failed, "failed"),
            (matches.present.count, "already in the library"),
            (matches.ambiguous.count, "ambiguous"), (matches.refused.count, "not taken"),
            (found.unfinished.count, "not finished"), (found.leftOut.count, "left out"),
            (matches.missing.count, "not found"),
            (matches.unused.count, matches.unused.count == 1 ? "file nobody's" : "files nobody's"),
        ]
        let parts = Counted.parts(counts)
        let text = parts.isEmpty ? "nothing to import" : parts.joined(separator: ", ")
        return seen.bytes > 0 ? "\(text) · \(ByteCount(seen.bytes))" : text
    }

    private func write(_ row: ImportRow, _ word: String, _ text: String) {
        if workspace.isJSON { return JSONLine.write(row) }
        LineWriter.output.line("\(word)  \(text.singleLine)")
    }

    /// Writes a line to standard error.
    func note(_ word: String, _ text: String) {
        LineWriter.error.line("\(word)\(word.hasSuffix(":") ? " " : "  ")\(text.singleLine)")
    }
}
