import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// The program of the desktop that shows documents and pages.
enum DesktopViewer {
    /// Hands a stored document to the viewer; one that is quiet writes nothing to the terminal.
    static func open(_ document: StoredDocument, _ desk: Desk, isQuiet: Bool = false) async throws {
        let file: URL
        if let own = try await desk.documents.localFile(named: document.name) {
            file = own
        } else if let copies = OpenedCopies(of: desk.documents) {
            file = try await copies.file(of: document)
        } else {
            throw CommandError(
                of: "open",
                "\(document.name): the library's documents are not files on this machine. Look at it with carrel preview"
            )
        }
        try await launch(file.path, "The document is \(file.path)", isQuiet: isQuiet)
    }

    /// Hands a file or an address to the program that shows such things.
    ///
    /// - Parameters:
    ///   - target: what it is to show.
    ///   - otherwise: where it is, for a person who has to look without one.
    ///   - isQuiet: whether what the program writes is dropped; one that somebody named may be for terminals.
    /// - Throws: `CommandError` where there is no such program, or it fails.
    static func launch(_ target: String, _ otherwise: String, isQuiet: Bool = false) async throws {
        #if os(macOS)
        let standard = "open"
        #else
        let standard = "xdg-open"
        #endif
        let environment = ProcessEnvironment.variables
        let named = environment["CARREL_OPENER"]
        let viewer = named ?? standard
        guard let command = CommandWords(viewer) else {
            throw CommandError.usage(
                "open", "CARREL_OPENER is “\(viewer.singleLine)”; expected a program, with its arguments")
        }
        guard let program = ProgramFinder.find(command.program, in: environment["PATH"] ?? "") else {
            throw CommandError(
                of: "open",
                "there is no program \(command.program.singleLine); install xdg-utils, or name a viewer in CARREL_OPENER. "
                    + otherwise)
        }
        let started: StartedProgram
        do {
            started = try StartedProgram(
                program, command.arguments + [target],
                input: isatty(STDIN_FILENO) == 1 ? .standardInput : nil,
                output: isQuiet && named == nil ? nil : .standardOutput,
                errors: isQuiet ? nil : .standardError)
        } catch {
            throw CommandError(of: "open", "\(viewer) could not be started: \(error)")
        }
        // A launcher ends at once, with a status that tells if it found no viewer; a viewer itself keeps running.
        for _ in 0..<20 where started.status == nil && !started.isStopped {
            try await Task.sleep(for: .milliseconds(50))
        }
        if started.isStopped { try await lendTerminal(to: started, viewer, otherwise) }
        if let status = started.status, status != 0 {
            throw CommandError(of: "open", "\(viewer) ended with status \(status). \(otherwise)")
        }
    }

    /// Lends the terminal to a viewer that was stopped because it wants it, until it ends.
    private static func lendTerminal(
        to started: StartedProgram, _ viewer: String, _ otherwise: String
    ) async throws {
        guard await LentTerminal.lend(to: started) else {
            started.sendToGroup(SIGKILL)
            throw CommandError(
                of: "open",
                "\(viewer.singleLine) needs a terminal, and there is none in the foreground here. \(otherwise)"
            )
        }
        try Task.checkCancellation()
    }
}
