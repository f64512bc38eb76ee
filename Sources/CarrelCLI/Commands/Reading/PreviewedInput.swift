import CarrelBasics
import CarrelConfiguration
import CarrelOpening
import CarrelStages
import Foundation

/// A document to preview that comes on standard input or a pipe.
enum PreviewedInput {
    /// What output and messages call it.
    ///
    /// - Parameter path: the pipe, or `-` for standard input.
    static func name(of path: String) -> String { path == "-" ? "standard input" : path }

    /// The most that is copied, in bytes, whatever the profile lets be fetched: temporary files may be in memory.
    private static let mostBytes: Int64 = 1 << 30

    /// Copies what comes into a temporary file for a closure, because previewers read a document at any place.
    static func withFile(
        of path: String, _ workspace: Workspace, _ body: (URL) async throws -> Void
    ) async throws {
        let settings = try workspace.opener.configuration()[.download].settings
        let limit = Int(min(settings[StageSettings.maxSize].bytes, mostBytes))
        try await inFolder(for: name(of: path)) { folder in
            let file = folder.appending(path: "document")
            if path == "-", isatty(STDIN_FILENO) == 1 {
                // It would draw over what is typed.
                try await copy(path, to: file, limit)
            } else {
                try await Spinner.showing(workspace, waitingFor: name(of: path)) {
                    try await copy(path, to: file, limit)
                }
            }
            try await body(file)
        }
    }

    /// Calls a closure with a temporary folder for a copy; says of what where there can be none.
    static func inFolder(for name: String, _ body: (URL) async throws -> Void) async throws {
        do {
            try await PrivateFolder.with(body)
        } catch let error as StoreError {
            throw CommandError(of: "preview", "\(name): \(error)")
        }
    }

    /// Copies on a thread of its own, because the writer of a pipe may be slow.
    private static func copy(_ path: String, to file: URL, _ limit: Int) async throws {
        try await OwnThread.value { isCancelled in try copy(path, to: file, limit, isCancelled) }
    }

    private static func copy(
        _ path: String, to file: URL, _ limit: Int, _ isCancelled: () -> Bool
    ) throws {
        var failure: (any Error)?
        do {
            try Data().write(to: file)
            let output = try FileHandle(forWritingTo: file)
            try InputFile.read(path, limit: limit, takesPipes: true, isCancelled: isCancelled) { bytes in
                do { try output.write(contentsOf: Data(bytes)) } catch { failure = error }
                return failure == nil
            }
            try output.close()
        } catch InputFile.Failure.cancelled {
            throw CancellationError()
        } catch let error as InputFile.Failure {
            let remedy = if case .tooLarge = error { ". Save it to a file, and name that" } else { "" }
            throw CommandError(of: "preview", "\(name(of: path)): \(error)\(remedy)")
        } catch {
            failure = error
        }
        guard let failure else { return }
        throw StoreError(cocoaError: failure, subject: file.path, doing: "it could not be copied")
            .ofTemporaryFile
    }
}
