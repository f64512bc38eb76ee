import Foundation
import Testing

/// A library of the system that cannot be loaded when it is first needed.
@Suite(.timeLimit(.minutes(1))) struct MissingLibraryTests {
    private let workspace: Workspace
    private let environment: [String: String]

    init() throws {
        workspace = try Workspace()
        let folder = workspace.folder.appending(path: "libraries")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data().write(to: folder.appending(path: "libsqlite3.so.0"))
        environment = ["LD_LIBRARY_PATH": folder.path]
    }

    @Test func `a command that needs it ends with an error as any other`() async throws {
        let sync = try await workspace.carrel(
            "sync", "http://127.0.0.1:9/", "--json", environment: environment)
        #expect(sync.status == 5, "\(sync.error)")
        #expect(sync.objects.last?["event"] as? String == "error", "\(sync.output)")
        let reason = sync.objects.last?["reason"] as? String
        #expect(reason?.hasPrefix("SQLite: ") == true && reason?.contains("libsqlite3.so.0") == true)
    }

    @Test func `doctor and the version say so, and commands that do without it go on`() async throws {
        let doctor = try await workspace.carrel("doctor", environment: environment)
        #expect(doctor.status == 1 && doctor.output.contains("broken   libraries    "), "\(doctor.output)")
        let version = try await workspace.carrel("--version", "--verbose", environment: environment)
        #expect(version.status == 0 && version.output.contains("SQLite: cannot be loaded: "))
        try "# A title\n".write(
            to: workspace.folder.appending(path: "notes.md"), atomically: true, encoding: .utf8)
        #expect(try await workspace.carrel("preview", "notes.md", environment: environment).status == 0)
    }
}
