import CarrelTesting
import Foundation
import Testing

/// The commands of `[after]`.
@Suite(.timeLimit(.minutes(2))) struct HookTests {
    private let workspace: Workspace
    private let course: CourseServer
    private let log: URL
    private let hook: String

    init() throws {
        workspace = try Workspace()
        course = try CourseServer()
        log = workspace.folder.appending(path: "hook.log")
        hook = try workspace.writeScript(
            "hook",
            """
            printf '%s|' "$1" "$CARREL_EVENT" "$CARREL_EVENT_TITLE" "$CARREL_EVENT_FILE" "$CARREL_EVENT_NEW" \\
                "$CARREL_EVENT_REASON" >> '\(log.path)'
            cat >> '\(log.path)'

            """)
    }

    private func lines() throws -> [(facts: [String], event: [String: Any])] {
        try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map { line in
            let parts = line.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
            let json = parts.dropFirst(6).joined(separator: "|")
            let event = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
            return (Array(parts.prefix(6)), event ?? [:])
        }
    }

    @Test func `each stored document, each failure and the run itself are told, in order`() async throws {
        let sync = try await workspace.carrel(
            "sync", course.url, "--set", "after.stored=\(hook) 'a document'", "--set",
            "after.failed=\(hook) f",
            "--set", "after.run=\(hook) r")
        #expect(sync.status == 1, "\(sync.error)")
        let lines = try lines()
        #expect(lines.map { $0.facts[0] }.sorted() == ["a document", "a document", "a document", "f", "r"])
        #expect(lines.last?.facts[1] == "summary" && lines.last?.facts[4] == "3")
        #expect(lines.last?.event["failed"] as? Int == 1)
        let stored = try #require(lines.first { $0.facts[2] == "Week 2" })
        #expect(stored.facts[1] == "stored" && FileManager.default.fileExists(atPath: stored.facts[3]))
        #expect(stored.event["path"] as? String == stored.facts[3])
        let failed = try #require(lines.first { $0.facts[0] == "f" })
        #expect(failed.facts[2] == "Lost" && failed.facts[5].contains("404 Not Found"), "\(failed)")
        _ = try await workspace.carrel("sync", course.url, "--set", "after.stored=\(hook) again")
        #expect(try !self.lines().contains { $0.facts[0] == "again" }, "nothing new came")
    }

    @Test func `get takes the commands of the profile that the catalogue was added with`() async throws {
        let profile = try workspace.write(
            "mine.toml", "[after]\nstored = [\"\(hook)\", \"s\"]\nfailed = [\"\(hook)\", \"f\"]\n")
        _ = try await workspace.carrel("add", course.url, "--name", "mine", "--config", profile)
        let get = try await workspace.carrel("get", "Week 2", "Lost")
        #expect(get.status == 1, "\(get.error)")
        let lines = try lines()
        #expect(lines.map { $0.facts[0] + " " + $0.facts[2] }.sorted() == ["f Lost", "s Week 2"])
        #expect(lines.allSatisfy { $0.event["catalogName"] as? String == "mine" })
    }

    @Test func `a catalogue that cannot be read is told as a run that failed`() async throws {
        let sync = try await workspace.carrel(
            "sync", course.server.address("/nothing"), "--set", "after.run=\(hook) r")
        #expect(sync.status == 4)
        let line = try #require(try lines().first)
        #expect(line.facts[1] == "error" && line.event["status"] as? Int == 4, "\(line)")
        #expect(line.event["catalog"] as? String == course.server.address("/nothing"))
    }

    @Test func `an empty command switches off what a profile says`() async throws {
        let profile = try workspace.write(
            "mine.toml", "[after]\nrun = \"\(hook) r\"\nstored = [\"\(hook)\", \"s\"]\n")
        let sync = try await workspace.carrel(
            "sync", course.url, "--config", profile, "--set", "after.run=", "--set", "after.stored=")
        let complaints = sync.error.split(separator: "\n").filter { $0.contains("after.") }
        #expect(sync.status == 1 && complaints.allSatisfy { $0.contains("counted this time only") })
        #expect(!FileManager.default.fileExists(atPath: log.path))
        let show = try await workspace.carrel("config", "show", "--config", profile, "--set", "after.run=")
        #expect(show.output.contains(/after\.run +=\ "" +--set/), "\(show.output)")
    }

    @Test func `a command that fails is told once and changes nothing else`() async throws {
        let sync = try await workspace.carrel(
            "sync", course.url, "--set", "after.stored=false", "--set", "after.run=no-such-program-here")
        #expect(sync.status == 1, "for the document that is missing")
        #expect(
            sync.error.contains("warning: after.stored: false: it ended with status 1 (3 of 3 times)"),
            "\(sync.error)")
        #expect(sync.error.contains("warning: after.run: no-such-program-here: there is no such program"))
        #expect(try workspace.documents().count == 3)
    }

    @Test func `a terminal says that commands are waited for once the documents are there`() async throws {
        let go = workspace.folder.appending(path: "go").path
        #expect(mkfifo(go, 0o600) == 0)
        let wait = try workspace.writeScript("wait", "read line < '\(go)'\necho done waiting\n")
        let screen = try PseudoTerminal()
        let sync = try screen.start(["sync", course.url, "--set", "after.run=\(wait)"], in: workspace)
        try await screen.expect("waiting for the commands of [after]")
        try FileHandle(forWritingAtPath: go)?.write(contentsOf: Data("\n".utf8))
        #expect(try await sync.wait() == 1, "for the document that is missing")
        #expect(try await screen.outputToTheEnd().contains("done waiting\r\n"))
    }

    @Test func `a profile that came with a folder runs nothing before it is trusted`() async throws {
        try workspace.write("carrel.toml", "[after]\nrun = \"\(hook) r\"\n")
        let refused = try await workspace.carrel("sync", course.url)
        #expect(refused.status == 3 && refused.error.contains("may not run “\(hook) r”"), "\(refused.error)")
        #expect(!FileManager.default.fileExists(atPath: log.path))
        _ = try await workspace.carrel("config", "trust")
        #expect(try await workspace.carrel("sync", course.url).status == 1)
        #expect(try lines().count == 1)
    }

    @Test func `what is no command is an error with its place`() async throws {
        try workspace.write("mine.toml", "[after]\nstored = \"notify 'open\"\nstore = \"x\"\n")
        let check = try await workspace.carrel("config", "check", "--config", "mine.toml")
        #expect(check.status == 3)
        #expect(check.error.contains("after.stored") && check.error.contains("mine.toml:2"), "\(check.error)")
        #expect(check.error.contains("after.store") && check.error.contains("stored"), "\(check.error)")
        let show = try await workspace.carrel("config", "show", "--set", "after.run=a 'b c'")
        #expect(show.output.contains("after.run"), "\(show.output)")
    }

    /// The shipped examples, with programs in the place of those that they call.
    @Test
    func `the shipped examples show a notification and send a mail about what is new, and nothing else`()
        async throws
    {
        let folder = workspace.folder.path
        for (name, text) in [("notify-send", "printf '%s|' \"$@\" >> notes"), ("sendmail", "cat >> mails")] {
            try workspace.writeScript("bin/\(name)", "cd '\(folder)'\n\(text)\n")
        }
        let hooks = Project.folder.appending(path: "Config/Hooks").path
        course.server.on("/COMP307/gone.pdf", .content("%PDF-1.4 now there"))
        for _ in 0..<2 {
            for command in ["\(hooks)/notify", "\(hooks)/mail me@example.org"] {
                let sync = try await CarrelProcess(
                    ["sync", course.url, "--set", "after.run=\(command)"], in: workspace,
                    environment: ["PATH": "\(folder)/bin:/usr/bin:/bin"]
                ).wait()
                #expect(!sync.error.contains("warning"), "\(sync.error)")
            }
        }
        let notes = try workspace.text("notes")
        #expect(
            notes.hasPrefix("--app-name|Carrel|--|Carrel: ") && notes.contains("4 new, 0 updated, 0 failed"))
        #expect(notes.components(separatedBy: "--app-name").count == 2, "once: \(notes)")
        #expect(!FileManager.default.fileExists(atPath: "\(folder)/mails"), "nothing was new by then")
        course.server.on("/COMP304/week1.txt", .text("Another text", tag: "\"9\""))
        _ = try await CarrelProcess(
            ["sync", course.url, "--set", "after.run=\(hooks)/mail me@example.org"], in: workspace,
            environment: ["PATH": "\(folder)/bin:/usr/bin:/bin"]
        ).wait()
        let mails = try workspace.text("mails")
        #expect(mails.hasPrefix("To: me@example.org\nSubject: Carrel: 1 new, 0 failed\n"), "\(mails)")
        #expect(mails.contains("0 new, 1 updated, 0 failed"), "\(mails)")
        course.server.on("/COMP307/gone.pdf", .content("<!DOCTYPE html><p>Sign in</p>"))
        _ = try await CarrelProcess(
            ["sync", course.url, "--set", "after.run=\(hooks)/mail me@example.org"], in: workspace,
            environment: ["PATH": "\(folder)/bin:/usr/bin:/bin"]
        ).wait()
        let setAside = try workspace.text("mails").dropFirst(mails.count)
        #expect(setAside.contains("0 new, 0 updated, 1 failed or set aside"), "\(setAside)")
    }
}
