import CarrelTesting
import Foundation
import Testing

/// Keys that the terminal itself writes onto the screen.
@Suite(.timeLimit(.minutes(2))) struct EchoedKeyTests {
    @Test func `what follows Ctrl-C stands on a line of its own`() async throws {
        let workspace = try Workspace()
        let screen = try PseudoTerminal()
        let shell = try screen.startShell(
            "\"$0\" delay-proxy --listen 127.0.0.1:0; echo \"ended with $?\"; read line", in: workspace)
        try await screen.expect("listening on")
        try screen.type("\u{3}")
        try await screen.expect("ended with 130")
        try screen.type("\n")
        #expect(try await shell.wait() == 0)
        #expect(try await screen.outputToTheEnd().contains("^C\r\nended with 130"))
    }
}
