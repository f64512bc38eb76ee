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
    ///   - path: the file or folder to write to.
    ///   - desk: the desk.
    /// - Throws: `CommandError`; `StoreError`.
    func checkOutput(_ path: String, _ desk: Desk) async throws {
        guard try await !desk.keeps(URL(filePath: path)) else {
            throw refused(path, "it is one of the library's own files")
        }
        try checkKind(path)
    }

    /// Refuses to write over what is read, or over what the library keeps.
    ///
    /// - Parameters:
    ///   - target: the file to write.
    ///   - file: the file that is read.
    /// - Throws: `CommandError`; what opening the library throws, which is done only where the file would be in it.
    func checkOutput(_ target: URL, reading file: URL) async throws {
        guard !Self.isSame(target, file) else {
            throw refused(target.path, "it is the file that is read")
        }
        try checkKind(target.path)
        let folder = target.standardizedFileURL.deletingLastPathComponent()
        guard let root = try opener.libraryFolder(), folder.isReallyWithin(root) else { return }
        try await checkOutput(target.path, try await desk())
    }

    /// Refuses a link and a device: what is written takes the place of what is there, and would be neither.
    private func checkKind(_ path: String) throws(CommandError) {
        var status = stat()
        guard lstat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else { return }
        throw refused(path, "it is a link or a device, which would be replaced")
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
