import CarrelTesting
import Foundation
import Testing

/// What a schedule leaves behind when systemd or cron fails, or somebody interrupts the command.
@Suite(.timeLimit(.minutes(2))) struct ScheduleTroubleTests {
    private let workspace: Workspace
    private let bin: URL

    init() async throws {
        workspace = try Workspace()
        bin = workspace.folder.appending(path: "bin")
        let notes = try workspace.writeNotes([("Week 1", "http://127.0.0.1:1/a.pdf")])
        _ = try await workspace.carrel("add", notes, "--library", "L")
    }

    private func start(_ verb: String) throws -> CarrelProcess {
        try CarrelProcess(
            ["schedule", verb, "--library", "L"], in: workspace,
            environment: ["PATH": "\(bin.path):/usr/bin:/bin"])
    }

    private func schedule(_ verb: String) async throws -> CarrelProcess.Result {
        try await start(verb).wait()
    }

    @Test(arguments: [
        ("echo 'crontab: Input/output error' >&2; exit 1", "crontab -l: crontab: Input/output error. "),
        ("kill -9 $$", "crontab -l: signal 9 ended it. "),
        ("echo 'no crontab for you' >&2; kill -9 $$", "crontab -l: no crontab for you. "),
        ("exit 1", "crontab -l: it ended with status 1. "),
        ("printf 'caf\\351\\n'; exit 0", "crontab -l: its table is not in UTF-8. "),
    ])
    func `a crontab that cannot be read stays as it is`(failure: String, said: String) async throws {
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        let table = "\(workspace.folder.path)/table"
        try workspace.write("table", "5 4 * * * backup\n")
        try workspace.writeScript(
            "bin/crontab", "if [ \"$1\" = -l ]; then \(failure); fi\ncp \"$1\" '\(table)'\n")
        for verb in ["on", "off", "status"] {
            let result = try await schedule(verb)
            #expect(
                result.status == 1 && result.output.isEmpty && result.error.contains(said),
                "\(verb): \(result)")
        }
        #expect(try workspace.text("table") == "5 4 * * * backup\n")
    }

    @Test(arguments: ["off", "status"])
    func `a time that says nothing there is not passed over`(verb: String) async throws {
        let result = try await workspace.carrel("schedule", verb, "--every", "1h")
        #expect(result.status == 2 && result.error.contains("leave it out"), "\(result)")
    }

    @Test func `a timer that cannot be enabled leaves no schedule behind`() async throws {
        try workspace.writeScript(
            "bin/systemctl", "if [ \"$2\" = enable ]; then echo 'Access denied' >&2; exit 1; fi\nexit 0\n")
        try workspace.writeScript("bin/crontab", "echo 'no crontab for you' >&2; exit 1\n")
        let on = try await schedule("on")
        #expect(on.status == 1 && on.error.contains("Access denied"), "\(on.error)")
        #expect(try await schedule("status").output == "off\n")
    }

    @Test(arguments: [
        "no crontab for you", "crontab: can't open 'you': No such file or directory",
    ])
    func `a user without a crontab gets one`(said: String) async throws {
        try workspace.writeScript("bin/systemctl", "exit 1\n")
        let table = "\(workspace.folder.path)/table"
        try workspace.writeScript(
            "bin/crontab", "if [ \"$1\" = -l ]; then echo \"\(said)\" >&2; exit 1; fi\ncp \"$1\" '\(table)'\n"
        )
        #expect(try await schedule("status").output == "off\n")
        let on = try await schedule("on")
        #expect(on.status == 0, "\(on.error)")
        #expect(try workspace.text("table").split(separator: "\n").count == 1)
    }

    /// Interrupts a command as soon as its systemctl has come to a verb at which it stays.
    private func interrupt(_ verb: String, at call: String) async throws -> CarrelProcess.Result {
        let mark = workspace.folder.appending(path: "reached")
        try workspace.writeScript(
            "bin/systemctl",
            """
            echo "$@" >> '\(workspace.folder.path)/calls'
            [ "$2" = \(call) ] || exit 0
            : > '\(mark.path)'
            exec sleep 15
            """)
        let process = try start(verb)
        while !FileManager.default.fileExists(atPath: mark.path) {
            try await Task.sleep(for: .milliseconds(5))
        }
        process.send(SIGINT)
        return try await process.wait()
    }

    @Test(arguments: ["show-environment", "disable"])
    func `an interrupted off leaves the schedule to the next one`(call: String) async throws {
        try workspace.writeScript("bin/systemctl", "exit 0\n")
        #expect(try await schedule("on").status == 0)
        let off = try await interrupt("off", at: call)
        #expect(off.status == 130 && off.output.isEmpty && off.error == "carrel: interrupted\n", "\(off)")
        try workspace.writeScript("bin/systemctl", "echo \"$@\" >> '\(workspace.folder.path)/later'\n")
        #expect(try await schedule("status").output.hasPrefix("on, by systemd: "))
        #expect(try await schedule("off").output == "the schedule is off\n")
        let calls = try workspace.text("later").split(separator: "\n")
        let link = calls.firstIndex { $0.hasPrefix("--user link ") }
        let disable = try #require(calls.firstIndex { $0.hasPrefix("--user disable --now ") })
        #expect(try #require(link) < disable, "the manager may have lost the link: \(calls)")
        #expect(try await schedule("status").output == "off\n")
    }

    @Test func `an interrupted on leaves nothing behind`() async throws {
        let on = try await interrupt("on", at: "enable")
        #expect(on.status == 130 && on.error == "carrel: interrupted\n", "\(on)")
        #expect(try await schedule("status").output == "off\n")
        #expect(try workspace.text("calls").contains("--user disable --now "))
    }

    @Test func `an interrupted on is not taken for a machine without systemd`() async throws {
        let on = try await interrupt("on", at: "show-environment")
        #expect(on.status == 130 && on.output.isEmpty && on.error == "carrel: interrupted\n", "\(on)")
    }
}
