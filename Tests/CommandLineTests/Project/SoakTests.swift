import CarrelTesting
import Foundation
import Testing

/// A few seconds of `make soak`, so that it keeps working.
@Suite(.timeLimit(.minutes(5))) struct SoakTests {
    private static let python = "/usr/bin/python3"

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: python), "needs python3"))
    func `a few seconds of faults everywhere break no promise`() async throws {
        let output = FileManager.default.temporaryDirectory.appending(path: "carrel-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: output) }
        try Data().write(to: output)
        let file = try FileHandle(forWritingTo: output)
        let soak = try TestProgram(
            Self.python,
            [
                "-B", Project.folder.appending(path: "scripts/soak").path, CarrelProcess.executable,
                "--seconds",
                "5",
                "--seed", "7",
            ], output: file, errors: file)
        let status = try await soak.wait()
        let text = try String(contentsOf: output, encoding: .utf8)
        #expect(status == 0 && text.contains("every promise held"), "\(text)")
    }
}
