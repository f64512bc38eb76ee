import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelViews
import Foundation

/// `carrel versions`: the earlier versions of a document.
enum VersionsCommand {
    static let spec = CommandSpec(
        name: "versions", operands: "ITEM", summary: "List the versions of a document, the stored one last",
        discussion: """
            Carrel keeps a document that it replaces as a version (store.versions says how many). Each version keeps
            its number, which carrel restore takes. “edited” marks versions that somebody wrote into, or that were damaged
            since.
            """, operandCount: 1...1, completes: [[.item]]
    ) { invocation in
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk()
        let row = try await workspace.items(invocation.operands, desk).rows[0]
        try await workspace.checkIsStored(row, desk)
        let versions = try await desk.versions(of: row.documentKey)
        if workspace.isJSON {
            for version in versions { JSONLine.write(VersionRow(version, of: row.key)) }
        } else {
            TextTable.write(versions, cells: cells)
        }
        for version in versions {
            guard let trouble = version.trouble else { continue }
            let which = version.number.map { "version \($0)" } ?? "the stored document"
            LineWriter.error.line(
                "carrel: \(which) cannot be read: \(trouble.subject): \(trouble.reason)".singleLine)
        }
        return versions.contains { $0.trouble != nil } ? .failedItems : .success
    }

    private static func cells(of version: Desk.Version) -> [String] {
        var cells = [version.number.map(String.init) ?? "-", version.date.map(DateText.text) ?? ""]
        if let digest = version.digest {
            cells += [ByteCount(digest.size).description, String(digest.sha256.prefix(12))]
        } else {
            cells += ["", version.trouble == nil ? "missing" : "unreadable"]
        }
        var remarks: [String] = version.number == nil && version.digest != nil ? ["stored"] : []
        if version.isRestored { remarks.append("restored") }
        if version.isEdited { remarks.append("edited") }
        if version.isUnnamed { remarks.append("waits for its name") }
        return remarks.isEmpty ? cells : cells + [remarks.joined(separator: ", ")]
    }
}

/// `carrel restore`: restores an earlier version of a document.
enum RestoreCommand {
    static let spec = CommandSpec(
        name: "restore", operands: "ITEM", summary: "Restore an earlier version of a document",
        discussion: """
            The stored document becomes a version itself; if it was changed on disk, the command asks first, and without a
            terminal needs --yes. A sync leaves the restored version alone until the server has another one than now.
            """,
        options: [
            OptionSpec(name: "--version", value: "N", help: "the number that carrel versions shows"),
            OptionSpec(name: "--yes", help: "do not ask if the stored document was changed on disk"),
            Workspace.wait,
        ], operandCount: 1...1, completes: [[.item]]
    ) { invocation in
        let number = try number(invocation)
        let workspace = try Workspace(invocation)
        let desk = try await workspace.desk(.exclusive)
        let row = try await workspace.items(invocation.operands, desk).rows[0]
        try await workspace.checkIsStored(row, desk)
        let versions = try await desk.versions(of: row.documentKey)
        let numbers = versions.compactMap(\.number)
        guard numbers.contains(number) else {
            let there =
                numbers.isEmpty
                ? "it has no earlier versions"
                : "there are \(numbers.map(String.init).joined(separator: ", "))"
            throw CommandError(of: "restore", "\(row.item.title): there is no version \(number); \(there)")
        }
        if let name = row.document?.name, isStored(number, of: versions) {
            if workspace.tells {
                LineWriter.output.line("unchanged  \(name.singleLine)  version \(number) is what is stored")
            }
            return .success
        }
        guard try await isWanted(row, over: versions.last, workspace) else { return .failedItems }
        if versions.contains(where: { $0.number == number && $0.isEdited }) {
            LineWriter.error.line("note: version \(number) is not as it was stored: edited, or damaged since")
        }
        let document = try await desk.restore(number, of: row)
        if workspace.tells {
            LineWriter.output.line(
                "restored  \(document.name.singleLine)  \(ByteCount(document.size))  version \(number)")
        }
        return .success
    }

    private static func number(_ invocation: Invocation) throws -> Int {
        let given = invocation.value("--version")
        if let number = given.flatMap({ Int($0) }), number > 0 { return number }
        let problem = given.map { "--version \($0.singleLine): versions are numbered from 1." }
        throw CommandError.usage(
            "restore", "\(problem ?? "which version?") carrel versions ITEM lists them; then --version N")
    }

    /// Whether a version has the content of the stored document, which is as it was stored.
    private static func isStored(_ number: Int, of versions: [Desk.Version]) -> Bool {
        guard let stored = versions.last, stored.number == nil, !stored.isEdited, let digest = stored.digest
        else { return false }
        // The last one of a number is the one that is restored.
        return versions.last { $0.number == number }?.digest == digest
    }

    /// Asks before it replaces an edited document, although that is kept as a version.
    ///
    /// An empty one holds nothing that could be missed.
    private static func isWanted(
        _ row: LibraryView.Row, over stored: Desk.Version?, _ workspace: Workspace
    ) async throws -> Bool {
        guard row.isEdited, stored?.digest?.size != 0, let document = row.document else { return true }
        let what = "\(document.name.singleLine) was changed on disk"
        return try await workspace.isWanted(
            "\(what). Keep it as a version?", otherwise: "\(what): add --yes to keep it as a version")
    }
}
