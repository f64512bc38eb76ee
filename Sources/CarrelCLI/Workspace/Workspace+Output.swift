import CarrelBasics
import CarrelCore
import CarrelOpening
import CarrelStages
import Foundation

/// Where commands write.
extension Workspace {
    /// Refuses to write over what the library keeps.
    ///
    /// - Parameters:
    ///   - path: the file or folder to write to, or - for standard output.
    ///   - desk: the desk.
    /// - Throws: `CommandError`; `StoreError`.
    func checkOutput(_ path: String, _ desk: Desk) async throws {
        guard path != "-", try await desk.keeps(URL(filePath: path)) else { return }
        throw refused(path, "it is one of the library's own files")
    }

    /// Refuses to write over what is read, or over what the library keeps.
    ///
    /// - Parameters:
    ///   - path: the file to write, or - for standard output.
    ///   - file: the file that is read.
    /// - Throws: `CommandError`; what opening the library throws, which is done only where the file would be in it.
    func checkOutput(_ path: String, reading file: URL) async throws {
        guard path != "-" else { return }
        let target = URL(filePath: path)
        guard !Self.isSame(target, file) else { throw refused(path, "it is the file that is read") }
        let folder = target.standardizedFileURL.deletingLastPathComponent()
        guard let root = try opener.libraryFolder(), folder.isReallyWithin(root) else { return }
        try await checkOutput(path, try await desk())
    }

    private func refused(_ path: String, _ reason: String) -> CommandError {
        CommandError.usage(invocation.command, "\(path.singleLine): \(reason). Name another")
    }

    /// Whether two paths lead to one file.
    private static func isSame(_ path: URL, _ other: URL) -> Bool {
        var (one, two) = (stat(), stat())
        guard stat(path.path, &one) == 0, stat(other.path, &two) == 0 else { return false }
        return one.st_dev == two.st_dev && one.st_ino == two.st_ino
    }
}
