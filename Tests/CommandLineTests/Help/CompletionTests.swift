import CarrelBasics
import CarrelTesting
import Foundation
import Testing

@testable import carrel

/// What can stand where the cursor is, as every shell asks for it.
@Suite(.timeLimit(.minutes(2))) struct CompletionTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    /// A course whose author wants more than to be listed.
    static let hostile = [
        "$(touch owned)", "`touch owned`", "; touch owned #", "it's \"quoted\" \\ 'twice",
        "a\u{1B}[31mred\tand\nmore",
        "--library=elsewhere", "~root *", "{a,b} !! & |", "Ünïcode “Woche” 1",
    ]

    static func addHostileCourse(to workspace: Workspace) async throws {
        let notes = hostile.enumerated().map { [$1: "http://127.0.0.1:9/\($0).pdf"] }
        let modules: [[String: Any]] = [
            ["moduleCode": "COMP304", "moduleTitle": "Reasoning", "moduleNotes": notes],
            [
                "moduleCode": "--profile=x", "moduleTitle": "An option",
                "moduleNotes": [["A": "http://127.0.0.1:9/a"]],
            ],
            [
                "moduleCode": "x;touch owned", "moduleTitle": "Two\nlines",
                "moduleNotes": [["B": "http://127.0.0.1:9/b"]],
            ],
        ]
        let data = try JSONSerialization.data(withJSONObject: modules)
        try workspace.write("course.json", String(decoding: data, as: UTF8.self))
        let result = try await workspace.carrel("add", "course.json")
        #expect(result.status == 0, "\(result.error)")
    }

    /// The candidates and what the shell is to add, for words of which the last is being typed.
    private func complete(_ words: String...) async throws -> (names: String, words: [String]) {
        let result = try await CarrelProcess(
            ["completions", "--candidates", "zsh", "--"] + words, in: workspace
        ).wait()
        #expect(result.status == 0 && result.error.isEmpty, "\(result.error)")
        let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false)
        return (
            String(lines.first ?? ""),
            lines.dropFirst().filter { !$0.isEmpty }.map {
                String($0.split(separator: "\t", omittingEmptySubsequences: false)[0])
            }
        )
    }

    @Test func `commands, options, values and settings come from the same tables as help`() async throws {
        #expect(try await complete("").words == CommandList.all.map(\.name))
        #expect(
            try await complete("s").words == [
                "sync", "schedule", "status", "show", "select", "search", "set", "serve",
            ])
        #expect(try await complete("sync", "--d").words == ["--dry-run", "--detach"])
        #expect(try await complete("-q", "sync", "--dry-run", "--w").words == ["--wait"])
        #expect(try await complete("completions", "--").words.contains("--json"))
        #expect(!(try await complete("completions", "--").words.contains("--candidates")))
        #expect(try await complete("completions", "").words == ["bash", "zsh", "fish"])
        #expect(try await complete("config", "").words == ["show", "check", "path", "trust"])
        #expect(try await complete("preview", "--format", "").words == ["text", "markdown", "json", "html"])
        #expect(try await complete("preview", "--format=h").words == ["--format=html"])
        #expect(try await complete("help", "ev").words == ["events"])
        #expect(try await complete("help", "config", "").words == ["show", "check", "path", "trust"])
        #expect(try await complete("help", "mark", "").words == ["read", "unread"])
        for command in ["sync", "rename"] {
            #expect(try await complete("help", command, "").words.isEmpty)
        }
        #expect(try await complete("plugins", "pdf").words == ["pdf-text"])
        #expect(try await complete("sync", "--set", "download.max-p").words == ["download.max-per-host="])
        #expect(
            try await complete("sync", "--set", "download.use=").words == [
                "download.use=curl", "download.use=urlsession", "download.use=command",
            ])
        #expect(
            try await complete("set", "x", "store.portable-names=").words == [
                "store.portable-names=true", "store.portable-names=false",
            ])
        #expect(try await complete("set", "x", "store.d").words.isEmpty)
        #expect(try await complete("set", "x", "preview.").words.isEmpty)
        #expect(try await complete("sync", "--library", "").names == "folders")
        #expect(try await complete("sync", "--plan", "").names == "files")
        #expect(try await complete("preview", "--image", "").names == "files")
        for option in ["--cert", "--key", "--htpasswd"] {
            #expect(try await complete("serve", option, "").names == "files")
        }
        #expect(try await complete("list", "--status", "failed,se").words == ["failed,set-aside"])
        #expect(try await complete("get", "--status=new,upd").words.first == "--status=new,update-available")
        #expect(try await complete("recent", "").words.isEmpty)
        #expect(try await complete("nonsense", "").words.isEmpty)
    }

    @Test func `every command that takes operands says what they can be completed with`() {
        for command in CommandList.all where command.operandCount.upperBound > 0 {
            #expect(!command.completes.isEmpty, "\(command.name)")
        }
    }

    @Test func `profiles, catalogues, collections and items are those that there are`() async throws {
        try workspace.write("config/carrel/mine.toml", "")
        #expect(try await complete("sync", "--profile", "m").words == ["metalink", "mine", "moodle"])
        #expect(try await complete("list", "").words.isEmpty)
        #expect(try await complete("get", "").words.isEmpty)
        let course = try CourseServer()
        #expect(try await workspace.carrel("add", course.url, "--name", "logic").status == 0)
        #expect(try await complete("sync", "").words == ["logic"])
        #expect(try await complete("sync", "").names == "files")
        #expect(try await complete("remove", "l").words == ["logic"])
        #expect(try await complete("list", "").words == ["logic", "COMP304", "COMP307"])
        #expect(try await complete("select", "comp307").words == ["COMP307"])
        // Without a list and a selection, a number would mean nothing.
        #expect(try await complete("get", "").words == ["COMP304/", "COMP307/"])
        #expect(try await workspace.carrel("select", "COMP304").status == 0)
        #expect(try await complete("get", "").words == ["1", "2", "3", "COMP304/", "COMP307/"])
        #expect(try await complete("get", "COMP307/").words == ["COMP307/1", "COMP307/2"])
        #expect(try await complete("get", "COMP307/L").words == ["COMP307/Lost"])
        // “Week 1” is in both modules: it names neither.
        #expect(try await complete("get", "Week").words == ["Week 2", "Week 3"])
        let other = try workspace.write("other.json", course.catalog)
        #expect(try await workspace.carrel("add", other).status == 0)
        #expect(
            Set(try await complete("select", "").words) == [
                "logic/COMP304", "logic/COMP307", "other/COMP304", "other/COMP307",
            ])
        #expect(try await complete("get", "other/COMP307/").words == ["other/COMP307/1", "other/COMP307/2"])
        #expect(try await complete("--library", "elsewhere", "get", "").words.isEmpty)
        #expect(!FileManager.default.fileExists(atPath: workspace.folder.appending(path: "elsewhere").path))
        for address in ["other/COMP307/Lost", "other/COMP304/1"] {
            #expect(try await workspace.carrel("show", address).status == 0)
        }
    }

    @Test func `what is ignored is named as it is listed`() async throws {
        let course = try CourseServer()
        #expect(try await workspace.carrel("add", course.url).status == 0)
        #expect(try await complete("unignore", "").words.isEmpty)
        #expect(try await workspace.carrel("ignore", "*.zip", "COMP304/2", "COMP307").status == 0)
        #expect(try await complete("unignore", "").words == ["*.zip", "COMP304/2", "COMP307"])
        #expect(try await workspace.carrel("unignore", "*.zip", "COMP304/2", "COMP307").status == 0)
        #expect(try await complete("unignore", "").words.isEmpty)
    }

    /// What a server sends in place of a PDF.
    static let login = Reply.content(
        "<!DOCTYPE html><title>Please log in</title>",
        fields: [("Content-Type", "application/pdf")])

    @Test func `what is set aside is named by the numbers of its list, and by titles`() async throws {
        let course = try CourseServer()
        course.server.on("/COMP307/gone.pdf", Self.login)
        #expect(try await workspace.carrel("sync", course.url).status == 1)
        #expect(try await complete("quarantine", "accept", "").words == ["Lost"])
        _ = try await workspace.carrel("quarantine", "list")
        for action in ["accept", "discard"] {
            #expect(try await complete("quarantine", action, "").words == ["1"])
            #expect(try await complete("quarantine", action, "l").words == ["Lost"])
        }
        #expect(try await complete("quarantine", "list", "").words.isEmpty)
        #expect(try await workspace.carrel("quarantine", "accept", "1").status == 0)
        #expect(try await complete("quarantine", "discard", "").words.isEmpty)
    }

    @Test func `what is set aside under one title is named by its file`() async throws {
        let server = try LoopbackServer()
        for path in ["/a.pdf", "/b.pdf"] { server.on(path, Self.login) }
        let notes = """
            [{"moduleCode":"C1","moduleTitle":"T","moduleNotes":[{"Week 1":"\(server.address("/a.pdf"))"}]},
             {"moduleCode":"C2","moduleTitle":"T","moduleNotes":[{"Week 1":"\(server.address("/b.pdf"))"}]}]
            """
        let file = try workspace.write("notes.json", notes)
        #expect(try await workspace.carrel("sync", file).status == 1)
        let names = try await complete("quarantine", "discard", "").words
        #expect(names.count == 2 && !names.contains("Week 1"), "\(names)")
        let discarded = try await CarrelProcess(["quarantine", "discard"] + names, in: workspace).wait()
        #expect(discarded.status == 0, "\(discarded.error)")
        #expect(try await workspace.carrel("quarantine").output == "nothing is set aside\n")
    }

    @Test func `names from outside stay text`() async throws {
        try await Self.addHostileCourse(to: workspace)
        let titles = try await complete("get", "COMP304/ ".trimmingCharacters(in: .whitespaces)).words
        #expect(titles == (1...Self.hostile.count).map { "COMP304/\($0)" })
        let result = try await CarrelProcess(
            ["completions", "--candidates", "fish", "--", "get", ""], in: workspace
        ).wait()
        #expect(!result.output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" && $0 != "\t" })
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count { $0 == "\t" } == 1 })
        #expect(try await complete("select", "").words == ["COMP304", "x;touch owned"])
        #expect(
            try await complete("get", "--").words.allSatisfy {
                !$0.contains("library=") && !$0.contains("profile=")
            })
    }

    @Test(arguments: [
        (["get", "Week\\ 1"], "Week 1 of 3", "Week\\ 1\\ of\\ 3"),
        (["get", "'Week 1"], "Week 1 of 3", "Week 1 of 3"),
        (["get", "\"We"], "We $x `y`", "We \\$x \\`y\\`"), (["get", "'a"], "a'b", nil),
        (["get", "\"a"], "a!b", nil),
        (["--set", "=", "download.use", "=", "cu"], "--set=download.use=curl", "curl"),
        (["set", "n", "a", "="], "a=b", "b"), (["sync", "http", "://x"], "http://x.org/é", "//x.org/é"),
        (["get", "$"], "$(x) `y` ~ *", "\\$\\(x\\)\\ \\`y\\`\\ \\~\\ \\*"),
    ])
    func `bash's words are read, and replies written, as bash has them`(
        raw: [String], candidate: String, reply: String?
    ) {
        check(raw, candidate, reply)
    }

    // To bash marks after signs are scalars of their own, and so is a letter that joins what follows it.
    @Test(arguments: [
        (["get", "\"a"], "a\"\u{301};b;\"\u{301}", "a\\\"\u{301};b;\\\"\u{301}"),
        (["get", "\"a"], "a!\u{301}", nil), (["get", "'a"], "a'\u{301};b", nil),
        (["get", "a"], "a\u{D4E};b", "a\u{D4E}\\;b"), (["get", "'\u{301}a"], "\u{301}ab", "\u{301}ab"),
    ])
    func `nothing of a name acts on bash, whatever is around it`(
        raw: [String], candidate: String, reply: String?
    ) {
        check(raw, candidate, reply)
    }

    private func check(_ raw: [String], _ candidate: String, _ reply: String?) {
        // Bash has the colon as a word of its own.
        let words = raw.flatMap { $0.hasPrefix("://") ? [":", "//x"] : [$0] }
        let bash = BashWords(words)
        #expect(bash.reply(candidate) == reply)
        #expect(candidate.hasPrefix(bash.words.last ?? "?"), "\(bash.words)")
    }
}
