import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// `carrel open`: hands the stored file to the desktop's viewer.
enum OpenCommand {
    /// The most documents at once; more are hardly intended.
    private static let limit = 20

    static let spec = CommandSpec(
        name: "open", operands: "ITEM …", summary: "Open stored documents with the desktop's viewer",
        discussion: """
            \(SelectionOptions.discussion) It opens at most \(limit) at once. The viewer is $CARREL_OPENER, which may
            have arguments, or else xdg-open (open on macOS).
            """, options: SelectionOptions.filters, operandCount: 0...10_000, completes: [[.item]]
    ) { invocation in
        let workspace = Workspace(invocation)
        let selection = try workspace.selection(invocation.operands)
        let desk = try await workspace.desk()
        var rows = try await workspace.items(selection, desk).rows
        // Of a collection, only the stored documents are meant.
        if rows.count > selection.texts.count { rows = rows.filter { $0.document != nil } }
        guard rows.count <= limit else {
            throw CommandError(
                status: .failedItems,
                message: "carrel open: these are \(rows.count) documents; name \(limit) at most")
        }
        if rows.isEmpty { LineWriter.error.line("none of these is stored") }
        for row in rows { try await open(row, desk) }
        return .success
    }

    private static func open(_ row: LibraryView.Row, _ desk: Desk) async throws {
        guard let document = row.document else {
            throw CommandError(
                status: .failedItems,
                message: "carrel open: \(row.item.title): \(row.status.words). Fetch it first: carrel get"
                    .terminalSafe)
        }
        try await open(document, desk)
        await desk.noteView(of: row.owner ?? row.entry)
    }

    /// Hands a stored document to the viewer.
    static func open(_ document: StoredDocument, _ desk: Desk) async throws {
        guard let file = try await desk.store.localFile(named: document.name) else {
            throw CommandError(
                status: .failedItems,
                message:
                    "carrel open: \(document.name): the library's documents are not files on this machine. Look at it with carrel preview"
                    .terminalSafe)
        }
        try await launch(file.path, "The document is \(file.path)")
    }

    /// Hands a file or an address to the program that shows such things.
    ///
    /// - Parameters:
    ///   - target: what it is to show.
    ///   - otherwise: where it is, for a person who has to look without one.
    /// - Throws: `CommandError` where there is no such program, or it fails.
    static func launch(_ target: String, _ otherwise: String) async throws {
        #if os(macOS)
        let standard = "open"
        #else
        let standard = "xdg-open"
        #endif
        let environment = ProcessInfo.processInfo.environment
        let viewer = environment["CARREL_OPENER"] ?? standard
        guard let command = CommandWords(viewer) else {
            throw CommandError(
                status: .usage,
                message:
                    "carrel open: CARREL_OPENER is “\(viewer.singleLine)”; expected a program, with its arguments"
            )
        }
        guard let program = ProgramFinder.find(command.program, in: environment["PATH"] ?? "") else {
            throw CommandError(
                status: .failedItems,
                message:
                    "carrel open: there is no program \(command.program.singleLine); install xdg-utils, or name a viewer in CARREL_OPENER. "
                    + otherwise)
        }
        let started: StartedProgram
        do {
            started = try StartedProgram(
                program, command.arguments + [target], output: .standardOutput, errors: .standardError)
        } catch {
            throw CommandError(
                status: .failedItems, message: "carrel open: \(viewer) could not be started: \(error)")
        }
        // A launcher ends at once, with a status that tells if it found no viewer; a viewer itself keeps running.
        for _ in 0..<20 where started.status == nil { try await Task.sleep(for: .milliseconds(50)) }
        if let status = started.status, status != 0 {
            throw CommandError(
                status: .failedItems,
                message: "carrel open: \(viewer) ended with status \(status). \(otherwise)")
        }
    }
}
