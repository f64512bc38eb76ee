import Testing

@testable import carrel

/// The texts that cron and systemd read.
struct CronTableTests {
    @Test func `what cron and systemd act on is escaped also before a combining mark`() {
        let command = ["/bin/a%\u{301}$\u{301}\"\u{301}"]
        var table = CronTable("", library: "/l")
        table.add(command, every: .seconds(3600))
        #expect(table.text.contains("a\\%\u{301}"), "\(table.text)")
        let timer = SystemdTimer(
            command: command, variables: ["A=\"\u{301}"], library: "/l%\u{301}", interval: .seconds(3600))
        #expect(
            timer.service.contains("ExecStart=\"/bin/a%%\u{301}$$\u{301}\\\"\u{301}\"\n"), "\(timer.service)")
        #expect(timer.service.contains("Environment=\"A=\\\"\u{301}\"\n"), "\(timer.service)")
        #expect(timer.timer.contains("due in /l%%\u{301}\n"), "\(timer.timer)")
    }
}
