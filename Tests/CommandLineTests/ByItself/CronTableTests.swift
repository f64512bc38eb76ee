import Testing

@testable import carrel

/// The texts that cron and systemd read.
struct CronTableTests {
    @Test func `lines that end in a carriage return are lines, and others are kept byte by byte`() throws {
        let (first, last) = ("5 4 * * * backup\r\n", "\r\n6 4 * * * cafe\u{301}\n")
        var table = CronTable(first, library: "/l")
        table.add(["carrel"], in: nil, every: .seconds(3600))
        let own = try #require(table.line)
        #expect(Array(table.text.utf8) == Array((first + own + "\n").utf8))
        for end in ["\n", "\r\n"] {
            var changed = CronTable(first + own + end + last, library: "/l")
            #expect(changed.line == own)
            changed.remove()
            #expect(Array(changed.text.utf8) == Array((first + last).utf8))
            changed.add(["carrel"], in: nil, every: .seconds(3600))
            #expect(Array(changed.text.utf8) == Array((first + last + own + "\n").utf8))
        }
    }

    @Test func `what cron and systemd act on is escaped also before a combining mark`() {
        let command = ["/bin/a%\u{301}$\u{301}\"\u{301}"]
        var table = CronTable("", library: "/l")
        table.add(command, in: nil, every: .seconds(3600))
        #expect(table.text.contains("a\\%\u{301}"), "\(table.text)")
        let timer = SystemdTimer(
            command: command, folder: nil, variables: ["A=\"\u{301}"], library: "/l%\u{301}",
            interval: .seconds(3600))
        #expect(
            timer.service.contains("ExecStart=\"/bin/a%%\u{301}$$\u{301}\\\"\u{301}\"\n"), "\(timer.service)")
        #expect(timer.service.contains("Environment=\"A=\\\"\u{301}\"\n"), "\(timer.service)")
        #expect(timer.timer.contains("due in /l%%\u{301}\n"), "\(timer.timer)")
    }
}
