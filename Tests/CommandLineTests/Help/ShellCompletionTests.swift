import CarrelBasics
import CarrelTesting
import Foundation
import Testing

@testable import carrel

/// The scripts for shells, in the shells themselves.
@Suite(.timeLimit(.minutes(2))) struct ShellCompletionTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private static func path(of shell: String) -> String? {
        ["/bin/\(shell)", "/usr/bin/\(shell)"].first(where: FileManager.default.isExecutableFile)
    }

    private static let (zsh, fish) = (path(of: "zsh"), path(of: "fish"))

    private var environment: [String: String] {
        [
            "PATH": "\(CarrelProcess.products.path):/usr/bin:/bin", "HOME": workspace.folder.path,
            "TERM": "dumb",
            "PS1": "ready> ", "LANG": "C.UTF-8",
        ]
    }

    /// What a shell prints when it runs a script.
    private func run(_ shell: String, _ script: String, options: [String] = []) async throws -> String {
        let file = try workspace.write("script", script)
        let variables = environment.map { "\($0)=\($1)" }
        let output = try await ProcessToolRunner().run(
            ToolInvocation(
                "/usr/bin/env", ["-C", workspace.folder.path] + variables + [shell] + options + [file],
                timeout: .seconds(30), outputLimit: 1 << 20))
        #expect(output.errorText.isEmpty, "\(output.errorText)")
        return String(decoding: output.output, as: UTF8.self)
    }

    /// Types on a shell, waits for what it makes of that, and returns all that it wrote.
    @discardableResult private func type(
        _ keys: String, becomes text: String, in shell: String, _ options: [String], after setup: [String]
    ) async throws -> String {
        let terminal = try PseudoTerminal(columns: 200)
        let program = try terminal.start(options, of: shell, in: workspace, environment: environment)
        defer { program.end() }
        try await terminal.expect("ready> ")
        for line in setup + ["echo 'set' up"] { try terminal.type(line + "\r") }
        try await terminal.expect("set up")
        try terminal.type(keys + "\t")
        try await terminal.expect(text)
        return terminal.output
    }

    /// Adds a course with more than ten items.
    private func addLongCourse() async throws {
        let notes = (1...11).map { ["Week \($0)": "http://127.0.0.1:9/\($0).pdf"] }
        let modules: [[String: Any]] = [
            ["moduleCode": "COMP304", "moduleTitle": "Reasoning", "moduleNotes": notes]
        ]
        let data = try JSONSerialization.data(withJSONObject: modules)
        try workspace.write("course.json", String(decoding: data, as: UTF8.self))
        #expect(try await workspace.carrel("add", "course.json").status == 0)
    }

    // MARK: bash

    /// The replies that bash gets for words, of which the last is being typed.
    private func bash(_ words: String) async throws -> [String] {
        let script = """
            source <(carrel completions bash)
            COMP_WORDS=(carrel \(words)); COMP_CWORD=$((${#COMP_WORDS[@]}-1)); _carrel
            [[ ${#COMPREPLY[@]} -eq 0 ]] || printf '%s\\n' "${COMPREPLY[@]}"
            """
        return try await run("/bin/bash", script).split(separator: "\n").map(String.init)
    }

    @Test func `bash completes commands, options, values, catalogues and items`() async throws {
        let course = try CourseServer()
        #expect(try await workspace.carrel("add", course.url, "--name", "my logic").status == 0)
        #expect(
            try await bash("s") == ["sync", "schedule", "status", "show", "select", "search", "set", "serve"])
        #expect(try await bash("sync --d") == ["--dry-run", "--detach"])
        #expect(try await bash("preview --format ''") == ["text", "markdown", "json", "html"])
        #expect(try await bash("sync --set download.use = cu") == ["curl"])
        #expect(try await bash("sync my") == ["my\\ logic"])
        #expect(try await bash("get COMP307/") == ["COMP307/1", "COMP307/2"])
        #expect(try await bash("get 'Week\\ 2'") == ["Week\\ 2"])
        try await type(
            "carrel get 'Week 2", becomes: "carrel get 'Week 2' ", in: "/bin/bash",
            ["--norc", "--noprofile", "-i"], after: ["source <(carrel completions bash)"])
        try await type(
            "carrel sync --set=download.use=cu", becomes: "carrel sync --set=download.use=curl ",
            in: "/bin/bash",
            ["--norc", "--noprofile", "-i"], after: ["source <(carrel completions bash)"])
        // A number is that of the list which this terminal printed last.
        try await type(
            "carrel get 3", becomes: "carrel get 3 ", in: "/bin/bash", ["--norc", "--noprofile", "-i"],
            after: ["source <(carrel completions bash)", "carrel select COMP307", "carrel list COMP304"])
        try workspace.write("a file of mine.pdf", "")
        try await type(
            "carrel preview 'a file", becomes: "carrel preview 'a file of mine.pdf' ", in: "/bin/bash",
            ["--norc", "--noprofile", "-i"], after: ["source <(carrel completions bash)"])
    }

    @Test func `what bash inserts is one word, whatever a title holds`() async throws {
        try await CompletionTests.addHostileCourse(to: workspace)
        let script = """
            source <(carrel completions bash)
            COMP_WORDS=(carrel get "COMP304/$1"); COMP_CWORD=2
            for typed in '\\$' '\\`' ';' it --lib '~' '{' 'a' 'Ü'; do
                COMP_WORDS=(carrel get "COMP304/$typed"); _carrel
                for reply in "${COMPREPLY[@]}"; do eval "printf '%s\\n' $reply"; done
            done
            """
        let words = try await run("/bin/bash", script).split(separator: "\n").map(String.init)
        let titles = CompletionTests.hostile.map(\.singleLine)
        #expect(words.sorted() == titles.map { "COMP304/\($0)" }.sorted())
        #expect(!FileManager.default.fileExists(atPath: workspace.folder.appending(path: "owned").path))
    }

    @Test func `bash lists numbers in their order`() async throws {
        try await addLongCourse()
        let output = try await type(
            "carrel get COMP304/\t", becomes: "COMP304/11", in: "/bin/bash",
            ["--norc", "--noprofile", "-i"], after: ["source <(carrel completions bash)"])
        #expect(output.components(separatedBy: "COMP304/11")[0].contains("COMP304/9"), "\(output)")
    }

    @Test func `bash completes the numbers of what is set aside, as they were printed`() async throws {
        let course = try CourseServer()
        course.server.on("/COMP307/gone.pdf", CompletionTests.login)
        #expect(try await workspace.carrel("sync", course.url).status == 1)
        try await type(
            "carrel quarantine accept ", becomes: "carrel quarantine accept 1 ", in: "/bin/bash",
            ["--norc", "--noprofile", "-i"],
            after: ["source <(carrel completions bash)", "carrel list COMP304", "carrel quarantine list"])
    }

    // MARK: zsh

    @Test(.enabled(if: zsh != nil, "needs zsh")) func `zsh lists numbers in their order`() async throws {
        try await addLongCourse()
        let output = try await type(
            "carrel get COMP304/", becomes: "COMP304/11", in: try #require(Self.zsh), ["-f", "-i"],
            after: [
                "autoload -Uz compinit; compinit -u -D", "source <(carrel completions zsh)", "PS1='ready> '",
            ])
        #expect(output.components(separatedBy: "COMP304/11")[0].contains("COMP304/9"), "\(output)")
    }

    @Test(.enabled(if: zsh != nil, "needs zsh")) func `zsh completes, and takes titles as text`() async throws
    {
        try await CompletionTests.addHostileCourse(to: workspace)
        let zsh = try #require(Self.zsh)
        _ = try await run(zsh, Shell.zsh.script, options: ["-f", "-n"])
        let setup = [
            "autoload -Uz compinit; compinit -u -D", "source <(carrel completions zsh)",
            "carrel select 'x;touch owned'; carrel list COMP304",
        ]
        for (keys, line) in [
            ("carrel sy", "carrel sync "), ("carrel sync cou", "carrel sync course"),
            ("carrel sync --set download.use=cu", "carrel sync --set download.use=curl "),
            ("carrel get COMP", "carrel get COMP304/"), ("carrel get 9", "carrel get 9 "),
            ("carrel get \\$", "carrel get \\$\\(touch\\ owned\\) "),
            ("carrel get 'COMP304/; t", "carrel get 'COMP304/; touch owned #' "),
        ] {
            try await type(keys, becomes: line, in: zsh, ["-f", "-i"], after: setup + ["PS1='ready> '"])
        }
        #expect(!FileManager.default.fileExists(atPath: workspace.folder.appending(path: "owned").path))
    }

    // MARK: fish

    @Test(.enabled(if: fish != nil, "needs fish")) func `fish completes, and takes titles as text`()
        async throws
    {
        try await CompletionTests.addHostileCourse(to: workspace)
        let fish = try #require(Self.fish)
        _ = try await run(fish, Shell.fish.script, options: ["--no-config", "-n"])
        let script = """
            carrel completions fish | source
            for line in 'carrel sy' 'carrel sync --set download.use=cu' 'carrel get COMP304/\\;\\ t' "carrel get '\\$(t"
                complete -C $line
            end
            """
        let lines = try await run(fish, script, options: ["--no-config"]).split(separator: "\n").map {
            String($0.split(separator: "\t")[0])
        }
        #expect(lines == ["sync", "download.use=curl", "COMP304/; touch owned #", "$(touch owned)"])
        #expect(!FileManager.default.fileExists(atPath: workspace.folder.appending(path: "owned").path))
    }
}
