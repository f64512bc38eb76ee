import CarrelTesting
import Foundation
import Testing

/// The week of the documentation: typed as it is printed, and every line of it compared.
@Suite(.timeLimit(.minutes(3)))
struct AWeekTests {
    /// The ports of the page's two servers.
    private static let ports = ["8327", "8328"]
    /// What ends the output of a command; no document and no message holds it.
    private static let mark = "\u{1}end"

    private let workspace: Workspace
    private let steps: [PageOfCommands.Step]

    /// Reads the page, with ports that are free.
    init() async throws {
        workspace = try Workspace()
        try FileManager.default.createSymbolicLink(
            at: workspace.folder.appending(path: "Config"),
            withDestinationURL: Project.folder.appending(path: "Config"))
        // The servers of the page come and go, so that each needs a port of its own that is known beforehand.
        let workspace = workspace
        let servers = try Self.ports.map { _ in
            try CarrelProcess(["delay-proxy", "--listen", "127.0.0.1:0"], in: workspace)
        }
        var free: [String] = []
        for server in servers {
            free.append(try #require(URL(string: try await server.listeningAddress())?.port).description)
        }
        for server in servers {
            server.send(SIGTERM)
            _ = try await server.wait()
        }
        steps = try PageOfCommands("docs/AWeek.md") { text in
            zip(Self.ports, free).reduce(text) { $0.replacing($1.0, with: $1.1) }
        }.steps
    }

    /// Everything that is typed, in one shell, for servers are its jobs and folders its own.
    private var script: String {
        let lines = steps.flatMap { step -> [String] in
            switch step {
            case .commands(let text):
                text.split(separator: "\n").map { "\($0)\n\(Self.waiting(for: $0))" }
                    + ["echo '\(Self.mark)'"]
            case .session(let exchanges):
                exchanges.map {
                    "\($0.command)\nstatus=$?; [ $status = 0 ] || echo \"[$status]\"; echo '\(Self.mark)'"
                }
            case .profile, .output: []
            }
        }
        return "set +e; trap - ERR; exec 2>&1\n" + lines.joined(separator: "\n")
            + "\nkill $(jobs -p) 2> /dev/null\nwait\n"
    }

    /// Whoever types does not type before the server listens.
    private static func waiting(for line: Substring) -> String {
        guard let port = line.firstMatch(of: /--listen 127\.0\.0\.1:([0-9]+).*&$/)?.1 else { return "" }
        return "until (: < /dev/tcp/127.0.0.1/\(port)) 2> /dev/null || ! kill -0 $!; do sleep 0.02; done"
    }

    @Test func `a week goes as its page says, line by line`() async throws {
        let result = try await workspace.shell(script)
        let outputs = result.output.components(separatedBy: Self.mark + "\n")
        var rest = outputs.dropLast()[...]
        var lines = 0
        for step in steps {
            switch step {
            case .commands(let text):
                #expect(rest.popFirst() == "", "\(text)")
            case .session(let exchanges):
                for exchange in exchanges {
                    let output = rest.popFirst() ?? "not run"
                    let differences = PageOfCommands.differences(exchange.output, output)
                    #expect(differences == [], "\(exchange.command)\n\(output)")
                    lines += exchange.output.count
                }
            case .profile, .output: Issue.record("a block of another kind")
            }
        }
        #expect(rest.isEmpty && outputs.last == "" && lines > 100)
    }
}
