import CarrelTesting
import Foundation
import Testing

/// What a schedule leaves behind when systemd or cron fails, or somebody interrupts the command.
@Suite(.timeLimit(.minutes(2))) struct ScheduleTroubleTests {
    private let workspace: Workspace
    private let bin: URL

    init() throws {
        workspace = try Workspace()
        bin = workspace.folder.appending(path: "bin")
        try FileManager.default.createDirectory(
            at: workspace.folder.appending(path: "L"), withIntermediateDirectories: true)
    }

    /// Puts a program of a shell's text in front of the system's.
    private func program(_ name: String, _ text: String) throws {
        let path = try workspace.write("bin/\(name)", "#!/bin/sh\n" + text)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    private func start(_ verb: String) throws -> CarrelProcess {
        try CarrelProcess(
            ["schedule", verb, "--library", "L"], in: workspace,
            environment: ["PATH": "\(bin.path):/usr/bin:/bin"])
    }

    private func schedule(_ verb: String) async throws -> CarrelProcess.Result {
        try await start(verb).wait()
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOf: workspace.folder.appending(path: path), encoding: .utf8)
    }

    @Test(arguments: [
        ("echo 'crontab: Input/output error' >&2; exit 1", "crontab -l: crontab: Input/output error. "),
        ("kill -9 $$", "crontab -l: signal 9 ended it. "),
        ("echo 'no crontab for you' >&2; kill -9 $$", "crontab -l: no crontab for you. "),
        ("exit 1", "crontab -l: it ended with status 1. "),
    ])
    func `a crontab that cannot be read stays as it is`(failure: String, said: String) async throws {
        try program("systemctl", "exit 1\n")
        let table = "\(workspace.folder.path)/table"
        try workspace.write("table", "5 4 * * * backup\n")
        try program("crontab", "if [ \"$1\" = -l ]; then \(failure); fi\ncp \"$1\" '\(table)'\n")
        for verb in ["on", "off", "status"] {
            let result = try await schedule(verb)
            #expect(
                result.status == 1 && result.output.isEmpty && result.error.contains(said),
                "\(verb): \(result)")
        }
        #expect(try text("table") == "5 4 * * * backup\n")
    }

    @Test(arguments: [
        "no crontab for you", "crontab: can't open 'you': No such file or directory",
    ])
    func `a user without a crontab gets one`(said: String) async throws {
        try program("systemctl", "exit 1\n")
        let table = "\(workspace.folder.path)/table"
        try program(
            "crontab", "if [ \"$1\" = -l ]; then echo \"\(said)\" >&2; exit 1; fi\ncp \"$1\" '\(table)'\n")
        #expect(try await schedule("status").output == "off\n")
        let on = try await schedule("on")
        #expect(on.status == 0, "\(on.error)")
        #expect(try text("table").split(separator: "\n").count == 1)
    }
}
