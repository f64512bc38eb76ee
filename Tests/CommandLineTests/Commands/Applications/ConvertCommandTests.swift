import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(2))) struct ConvertCommandTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test(arguments: [
        (["12.5", "MB", "B"], "13107200 B"), (["100", "C", "F"], "212 F"), (["-40", "C", "F"], "-40 F"),
        (["--si", "12.5", "MB", "B"], "12500000 B"), (["1", "MiB", "b", "--si"], "1048576 B"),
        (["-.5", "celsius", "kelvin"], "272.65 K"), (["--", "-4", "C", "F"], "24.8 F"),
        (["1", "F", "C"], "-17.22222222222222 C (rounded to 16 digits)"),
    ])
    func `a number is converted`(arguments: [String], output: String) async throws {
        let result = try await CarrelProcess(["convert"] + arguments, in: workspace).wait()
        #expect(result.status == 0 && result.output == output + "\n", "\(result.error)")
    }

    @Test func `as JSON the numbers are text, and what is rounded says so`() async throws {
        let result = try await workspace.carrel("convert", "--json", "012.50", "megabytes", "B")
        #expect(
            result.output
                == "{\"exact\":true,\"from\":\"MB\",\"result\":\"13107200\",\"to\":\"B\",\"value\":\"12.5\"}\n"
        )
        let rounded = try await workspace.carrel("convert", "--json", "1", "F", "C")
        #expect(rounded.objects.first?["exact"] as? Bool == false)
    }

    @Test(arguments: [
        (["-274", "C", "F"], "below absolute zero"), (["1", "MBB", "B"], "Did you mean “MB”?"),
        (["1", "MB", "C"], "one measures data, the other temperature"),
        (["1.2.3", "MB", "B"], "one decimal point"), (["-1", "MB", "B"], "never negative"),
        (["1", "MB"], "usage: carrel convert"), ([], "terminal"), (["--json"], "terminal"),
        (["1", "MB", "B", "KB"], "too many operands"), (["-x", "C", "F"], "unknown option"),
    ])
    func `what cannot be converted exits with 2, the reason and a remedy`(arguments: [String], part: String)
        async throws
    {
        let result = try await CarrelProcess(["convert"] + arguments, in: workspace).wait()
        #expect(result.status == 2 && (result.output.isEmpty || arguments.contains("--json")))
        #expect(result.error.contains(part), "\(result.error)")
    }

    @Test(arguments: ["q", "\u{1B}", "\u{03}", "\u{04}"])
    func `on a terminal each key shows, and leaving puts the terminal back`(key: String) async throws {
        let terminal = try PseudoTerminal()
        let program = try terminal.start(["convert"], in: workspace)
        try await terminal.expect("= … B")
        #expect(!terminal.isInLineMode)
        try terminal.type("1")
        try await terminal.expect("= 1048576 B")
        try terminal.type("2.5")
        try await terminal.expect("= 13107200 B")
        try terminal.type(".")
        try await terminal.expect("one decimal point at most")
        try terminal.type("\u{1B}[B\u{7F}\u{7F}c")
        try await terminal.expect("= 53.6 F")
        try terminal.type(key)
        #expect(try await program.wait() == 0)
        #expect(terminal.isInLineMode)
        try await terminal.expect("\u{1B}[?1049l12 C = 53.6 F\r\n")
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
    func `a signal puts the terminal back too`(number: Int32) async throws {
        let terminal = try PseudoTerminal()
        let program = try terminal.start(["convert"], in: workspace)
        try await terminal.expect("= … B")
        program.send(number)
        // 130 is the program's own: the signal alone would be 128 and its number.
        #expect(try await program.wait() == 130)
        #expect(terminal.isInLineMode)
        try await terminal.expect("\u{1B}[?25h\u{1B}[?1049l")
    }

    @Test func `while a signal suspends it the terminal is the shell's`() async throws {
        let terminal = try PseudoTerminal()
        let program = try terminal.start(["convert"], in: workspace)
        try await terminal.expect("= … B")
        program.send(SIGTSTP)
        while !program.isStopped { try await Task.sleep(for: .milliseconds(10)) }
        try await terminal.expect("\u{1B}[?25h\u{1B}[?1049l")
        #expect(terminal.isInLineMode)
        program.send(SIGCONT)
        try await terminal.expect("\u{1B}[?1049l\u{1B}[?1049h")
        try terminal.type("q")
        #expect(try await program.wait() == 0)
        #expect(terminal.isInLineMode)
    }
}
