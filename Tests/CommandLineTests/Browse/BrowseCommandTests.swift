import CarrelModel
import CarrelTesting
import Foundation
import Testing

/// `carrel browse` in a terminal of tmux, as a person uses it.
@Suite(.timeLimit(.minutes(1)))
struct BrowseCommandTests {
    private let workspace: Workspace
    private let course: CourseServer

    init() async throws {
        workspace = try Workspace()
        course = try CourseServer()
        _ = try await workspace.carrel("sync", "--quiet", course.url)
    }

    private func browse(
        columns: Int = 130, lines: Int = 24
    ) async throws -> TmuxTerminal {
        try await TmuxTerminal(["browse"], columns: columns, lines: lines, in: workspace)
    }

    @Test
    func `collections, items and a document stand side by side, and keys go through them`() async throws {
        let terminal = try await browse()
        try await terminal.expect("A plain text about modal logic.")
        let screen = try await terminal.screen
        #expect(screen.contains("Reasoning") && screen.contains("Distribution") && screen.contains("3 items"))
        #expect(try await terminal.cursorLine.contains("│ ● Week 1"))
        try await terminal.press("j")
        try await terminal.expect("Graphs have nodes and edges.")
        #expect(try await terminal.cursorLine.contains("│ ● Week 2"))
        try await terminal.press("h", "j")
        try await terminal.expect("Another first week")
        try await terminal.press("l", "G", "e")
        try await terminal.expect("What was tried")
        try await terminal.expect("404 Not Found")
        try await terminal.press("?")
        try await terminal.expect("half a screen down")
        try await terminal.press("Escape", "q")
        try await terminal.expect("ended with 0")
        #expect(try await terminal.screen.contains("Reasoning") == false)
    }

    @Test
    func `the filter, the search and the sections list what they are asked for`() async throws {
        let terminal = try await browse()
        try await terminal.expect("A plain text about modal logic.")
        try await terminal.press("f")
        try await terminal.type("week 2")
        try await terminal.expect("1 of 3")
        try await terminal.press("Escape")
        try await terminal.expect("3 items")
        try await terminal.press("/")
        try await terminal.type("graphs")
        try await terminal.press("Enter")
        try await terminal.expect("Graphs have nodes and edges.")
        #expect(try await terminal.screen.contains("Search: graphs"))
        try await terminal.press("n")
        try await terminal.expect("Another first week", isThere: false)
        try await terminal.expect("3 items")
        try await terminal.press("R")
        try await terminal.expect("(y/n)")
        try await terminal.press("y")
        try await terminal.expect("Nothing is new.")
        try await terminal.press("d")
        try await terminal.expect("Nothing is set aside.")
        try await terminal.press("=")
        try await terminal.type("12")
        try await terminal.expect("= 12582912 B")
    }

    @Test func `what is new stays in the list and open while it is read`() async throws {
        let terminal = try await browse()
        try await terminal.expect("● Week 2")
        try await terminal.press("n")
        try await terminal.expect("Week 3", isThere: false)
        try await terminal.expect("3 items")
        try await terminal.press("j", "Enter")
        try await terminal.expect("● Week 2", isThere: false)
        let screen = try await terminal.expect("Graphs have nodes and edges.")
        #expect(screen.contains("3 items") && screen.contains("Week 2"), "\(screen)")
    }

    @Test
    func `what another process does shows at once, and what is done here is done for all`() async throws {
        let terminal = try await browse()
        try await terminal.expect("● Week 2")
        _ = try await workspace.carrel("mark", "read", "COMP304/2")
        try await terminal.expect("● Week 2", isThere: false)
        try await terminal.press("j", "r")
        try await terminal.expect("● Week 2")
        let news = try await workspace.carrel("new", "--quiet")
        #expect(news.output.contains("Week 2"))
        course.server.on("/COMP307/gone.pdf", .document("%PDF-1.4\n%%EOF\n", mediaType: "application/pdf"))
        try await terminal.press("h", "j", "l", "G", "Enter")
        try await terminal.expect("● Lost")
    }

    @Test
    func `what is set aside is accepted, also where its catalogue no longer lists it`() async throws {
        let page = Data("<!DOCTYPE html><p>Sign in</p>".utf8)
        course.server.on("/COMP307/gone.pdf", .document(page, mediaType: "application/pdf"))
        #expect(try await workspace.carrel("sync", "--quiet").status == 1)
        course.server.on("/notes.json", .document("[]", mediaType: "text/plain"))
        _ = try await workspace.carrel("sync", "--quiet")
        let terminal = try await browse()
        try await terminal.expect("no longer listed")
        try await terminal.press("d")
        try await terminal.expect("1 item")
        try await terminal.press("a")
        try await terminal.expect("(y/n)")
        try await terminal.press("y")
        try await terminal.expect("Nothing is set aside.")
        #expect(try await workspace.carrel("quarantine", "--json").objects.isEmpty)
    }

    @Test func `a file of which nobody knows what it is can only be discarded, and is gone then`()
        async throws
    {
        let token = QuarantinedDocument.newToken(for: "stray.pdf")
        let stray = workspace.library.appending(path: ".carrel/quarantine/\(token)")
        try FileManager.default.createDirectory(
            at: stray.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data("what is it?".utf8).write(to: stray)
        _ = try await workspace.carrel("verify", "--repair")
        let terminal = try await browse()
        try await terminal.expect("Week 1")
        try await terminal.press("d")
        try await terminal.expect("x discards it.")
        try await terminal.press("x")
        try await terminal.expect("(y/n)")
        try await terminal.press("y")
        try await terminal.expect("Nothing is set aside.")
        #expect(!FileManager.default.fileExists(atPath: stray.path))
    }

    @Test
    func `versions stand beside each other, damage is mended, and marking is taken back`() async throws {
        course.server.on(
            "/COMP304/week1.txt", .document("A plain text about temporal logic.\n", mediaType: "text/plain"))
        _ = try await workspace.carrel("sync", "--quiet")
        let terminal = try await browse()
        try await terminal.expect("about temporal logic.")
        try await terminal.press("V")
        try await terminal.expect("Changed since version 1")
        try await terminal.expect("[-modal-] {+temporal+}")
        try await terminal.press("V")
        try await terminal.expect("Changed since version 1", isThere: false)
        let stored = workspace.folder.appending(path: "Carrel")
        let names = try FileManager.default.contentsOfDirectory(atPath: stored.path).filter {
            $0.contains("COMP304")
        }
        try FileManager.default.removeItem(at: stored.appending(path: try #require(names.first)))
        try await terminal.press("!")
        try await terminal.expect("1 document is damaged or missing. Fetch again?")
        try await terminal.press("y")
        try await terminal.expect("is fetched again")
        try await terminal.press("R", "y")
        try await terminal.expect("u takes that back")
        try await terminal.expect("● Week 2", isThere: false)
        try await terminal.press("u")
        try await terminal.expect("● Week 2")
        try await terminal.press("X")
        try await terminal.expect("and leave its files in the folder?")
        try await terminal.press("y")
        try await terminal.expect("left in the folder.")
        try await terminal.expect("Reasoning", isThere: false)
        #expect(try await !workspace.carrel("catalogues").output.contains(course.url))
    }

    @Test func `of a document whose file is gone the versions are shown`() async throws {
        course.server.on(
            "/COMP304/week1.txt", .document("A plain text about temporal logic.\n", mediaType: "text/plain"))
        _ = try await workspace.carrel("sync", "--quiet")
        try FileManager.default.removeItem(
            at: workspace.folder.appending(path: "Carrel/COMP304-week1.txt"))
        let terminal = try await browse()
        try await terminal.expect("Week 1")
        try await terminal.press("V")
        try await terminal.expect("version 1 ·")
        try await terminal.expect("Changed since version 1")
    }

    @Test
    func `a terminal of any size shows what fits, also after it was resized`() async throws {
        let terminal = try await browse(columns: 50, lines: 14)
        try await terminal.expect("● Week 1")
        #expect(try await terminal.screen.contains("Distribution") == false)
        try await terminal.resize(columns: 130, lines: 30)
        try await terminal.expect("A plain text about modal logic.")
        #expect(try await terminal.screen.contains("Distribution"))
        try await terminal.resize(columns: 80, lines: 20)
        try await terminal.expect("Distribution", isThere: false)
        #expect(try await terminal.screen.contains("A plain text about modal logic."))
        try await terminal.resize(columns: 12, lines: 3)
        try await terminal.expect("logic", isThere: false)
        try await terminal.press("q")
        try await terminal.expect("ended")
    }

    @Test
    func `an empty library takes the address of a catalogue`() async throws {
        let terminal = try await TmuxTerminal(["browse"], columns: 130, lines: 24, in: try Workspace())
        try await terminal.expect("This library is empty.")
        try await terminal.press("+")
        try await terminal.type(course.server.address("/nothing"))
        try await terminal.press("Enter")
        try await terminal.expect("404")
        try await terminal.press("+")
        try await terminal.type(course.url)
        try await terminal.press("Enter")
        // What it is comes first; only y adds it.
        try await terminal.expect("read as module-notes")
        try await terminal.press("n")
        try await terminal.expect("Nothing was done.")
        try await terminal.press("+")
        try await terminal.type(course.url)
        try await terminal.press("Enter")
        try await terminal.expect("to fetch")
        try await terminal.press("y")
        try await terminal.expect("Reasoning")
        try await terminal.press("s")
        try await terminal.expect("● Week 1")
    }

    @Test
    func `a terminal that is closed ends the program`() async throws {
        let terminal = try await browse()
        try await terminal.expect("● Week 1")
        let shell = try await terminal.process
        #expect(kill(shell, 0) == 0)
        try await terminal.close()
        while kill(shell, 0) == 0 || isRunning { try await Task.sleep(for: .milliseconds(20)) }
    }

    /// Whether a browser of this workspace runs.
    private var isRunning: Bool {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return all.compactMap { Int($0) }.contains { number in
            let command = try? String(contentsOfFile: "/proc/\(number)/cmdline", encoding: .utf8)
            let folder = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/cwd")
            return command?.contains("\0browse") == true && folder == workspace.folder.path
        }
    }

    @Test(arguments: ["q", "\u{3}"])
    func `leaving puts the terminal back`(key: String) async throws {
        let terminal = try PseudoTerminal(columns: 100, rows: 20)
        let program = try terminal.start(["browse"], in: workspace)
        try await terminal.expect("Week 1")
        #expect(!terminal.isInLineMode)
        try terminal.type(key)
        #expect(try await program.wait() == 0)
        #expect(terminal.isInLineMode)
        #expect(try await terminal.outputToTheEnd().hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `a signal puts the terminal back, too`(number: Int32) async throws {
        let terminal = try PseudoTerminal(columns: 100, rows: 20)
        let program = try terminal.start(["browse"], in: workspace)
        try await terminal.expect("Week 1")
        program.send(number)
        #expect(try await program.wait() == 130)
        #expect(terminal.isInLineMode)
        #expect(try await terminal.outputToTheEnd().hasSuffix("\u{1B}[?25h\u{1B}[?1049l"))
    }

    @Test(arguments: [true, false])
    func `while it is suspended the terminal is the shell's`(byKey: Bool) async throws {
        let terminal = try PseudoTerminal(columns: 100, rows: 20)
        let program = try terminal.start(["browse"], in: workspace)
        try await terminal.expect("Week 1")
        if byKey { try terminal.type("\u{1A}") } else { program.send(SIGTSTP) }
        try await terminal.expect("\u{1B}[?1049l")
        while !program.isStopped { try await Task.sleep(for: .milliseconds(10)) }
        #expect(terminal.isInLineMode)
        let drawn = terminal.output.components(separatedBy: "Week 1").count
        program.send(SIGCONT)
        while terminal.output.components(separatedBy: "Week 1").count == drawn {
            try await Task.sleep(for: .milliseconds(10))
        }
        #expect(!terminal.isInLineMode)
        try terminal.type("q")
        #expect(try await program.wait() == 0)
        #expect(terminal.isInLineMode)
    }

    @Test func `where no shell could continue it, it goes on`() async throws {
        let terminal = try PseudoTerminal(columns: 100, rows: 20)
        let program = try terminal.start(
            ["--wait", CarrelProcess.executable, "browse"], of: "/usr/bin/setsid", in: workspace)
        try await terminal.expect("Week 1")
        try terminal.type("\u{1A}")
        try await terminal.expect("\u{1B}[?1049l\u{1B}[?1049h")
        try terminal.type("q")
        #expect(try await program.wait() == 0)
    }

    @Test func `in the background it stops before it touches the terminal`() async throws {
        let terminal = try PseudoTerminal(columns: 100, rows: 20)
        let shell = try terminal.startShell(
            """
            stty -icanon -echo; "$0" browse & wait $!; echo "stopped with $?"
            stty icanon echo; fg; echo "ended with $?"; read line
            """, in: workspace)
        try await terminal.expect("stopped with \(128 + SIGTTOU)")
        let before = terminal.output.components(separatedBy: "stopped with")[0]
        #expect(!before.contains("\u{1B}[?1049h"), "\(before)")
        try await terminal.expect("Week 1")
        try terminal.type("q")
        try await terminal.expect("ended with 0")
        #expect(terminal.isInLineMode)
        try terminal.type("\n")
        #expect(try await shell.wait() == 0)
    }

    @Test func `continued in the background it stops again, and a signal ends it there`() async throws {
        let terminal = try PseudoTerminal(columns: 100, rows: 20)
        let shell = try terminal.startShell(
            """
            "$0" browse; bg; wait %1; echo "stopped with $?"
            while kill %1; wait %1; state=$?; test $state = \(128 + SIGTTOU); do :; done
            echo "ended with $state"; read line
            """, in: workspace)
        try await terminal.expect("Week 1")
        try terminal.type("\u{1A}")
        try await terminal.expect("stopped with \(128 + SIGTTOU)")
        try await terminal.expect("ended with 130")
        #expect(terminal.isInLineMode)
        #expect(terminal.output.components(separatedBy: "\u{1B}[?1049h").count == 2)
        try terminal.type("\n")
        #expect(try await shell.wait() == 0)
    }

    @Test
    func `without colours there are none, and with them there are`() async throws {
        let plain = try PseudoTerminal(columns: 100, rows: 20)
        let program = try plain.start(
            ["browse"], in: workspace, environment: ["TERM": "xterm-256color", "NO_COLOR": "1"])
        try await plain.expect("A plain text about modal logic.")
        #expect(plain.output.firstMatch(of: /\x1B\[[0-9;]*(?:3|4|9|10)[0-7][;m]/) == nil)
        try plain.type("q")
        _ = try await program.wait()
        let coloured = try PseudoTerminal(columns: 100, rows: 20)
        let other = try coloured.start(["browse"], in: workspace, environment: ["TERM": "xterm-256color"])
        try await coloured.expect("\u{1B}[1;32m●")
        try coloured.type("q")
        _ = try await other.wait()
    }

    @Test
    func `without a terminal it says so, and what to do`() async throws {
        let result = try await workspace.carrel("browse")
        #expect(result.status == 2 && result.output.isEmpty)
        #expect(result.error.contains("needs a terminal"))
        #expect(result.error.contains("carrel list, carrel preview ITEM"), "\(result.error)")
        for name in ["dumb", ""] {
            let dumb = try PseudoTerminal()
            let program = try dumb.start(["browse"], in: workspace, environment: ["TERM": name])
            #expect(try await program.wait() == 2)
        }
    }

    @Test(
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/chafa"), "needs chafa"),
        arguments: [
            (["TERM": "xterm-kitty"], "\u{1B}_Ga=T,q=2,f=32"),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], "\u{1B}]1337;File=inline=1;size="),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], "▀"),
        ])
    func `a picture is drawn as the terminal takes it, and goes with its item`(
        environment: [String: String], beginning: String
    ) async throws {
        let other = try Workspace()
        let picture = Data(base64Encoded: "R0lGODlhBgAEAPAAAP8AAAAA/yH5BAAAAAAALAAAAAAGAAQAAAIHhIMGGMqOCgA7")
        course.server.on("/a.gif", .document(try #require(picture), mediaType: "image/gif"))
        course.server.on(
            "/pictures.html",
            .document(
                "<a href=\"a.gif\">A</a> <a href=\"COMP304/week1.txt\">B</a>",
                mediaType: "text/html"))
        let links = course.server.address("/pictures.html")
        _ = try await other.carrel("sync", "--quiet", "--set", "parse.types=gif,txt", links)
        let terminal = try PseudoTerminal(columns: 120, rows: 30)
        let program = try terminal.start(["browse"], in: other, environment: environment)
        try await terminal.expect(beginning)
        try terminal.type("j")
        try await terminal.expect("A plain text about modal logic.")
        #expect(terminal.output.contains("\u{1B}_Ga=d") == (environment["TERM"] == "xterm-kitty"))
        try terminal.type("q")
        #expect(try await program.wait() == 0)
    }

    @Test func `a library that another process uses is said to be in use until it is free`() async throws {
        let gate = Gate()
        course.server.on("/COMP304/week1.txt", Reply([.wait(gate), .head(status: 404)]))
        let holder = try CarrelProcess(["sync", "--quiet"], in: workspace)
        _ = try await course.server.requests(atLeast: 2, for: "/COMP304/week1.txt")
        let terminal = try await browse()
        try await terminal.expect("Week 1")
        try await terminal.press("S")
        try await terminal.expect("Another process uses the library.")
        gate.open()
        _ = try await holder.wait()
        try await terminal.expect("Another process uses the library.", isThere: false)
    }
}
