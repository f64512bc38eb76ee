import CarrelTesting
import Foundation
import Testing

/// What is mistyped behind `carrel export`.
@Suite(.timeLimit(.minutes(1))) struct ExportOperandTests {
    @Test func `a format or a destination that is none is refused with what helps`() async throws {
        let workspace = try Workspace()
        let near = try await workspace.carrel("export", "bagitt", "out")
        #expect(near.status == 2 && near.error.hasSuffix("did you mean “bagit”?\n"), "\(near.error)")
        let other = try await workspace.carrel("export", "pdf", "out")
        #expect(other.status == 2 && other.error.contains("; there are bagit, "), "\(other.error)")
        let empty = try await workspace.carrel("export", "bagit", "")
        #expect(empty.status == 2 && empty.error.contains("the destination is empty"), "\(empty.error)")
    }
}
