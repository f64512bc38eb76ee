import CarrelBasics
import CarrelCore
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
        guard try await desk.keeps(URL(filePath: path)) else { return }
        throw CommandError(
            status: .usage,
            message:
                "carrel \(invocation.command): \(path.singleLine): it is one of the library's own files. Name another"
        )
    }
}
