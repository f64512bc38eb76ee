import CarrelBasics
import CarrelConfiguration
import CarrelDelayProxy
import CarrelOpening
import CarrelServer
import CarrelStages
import CarrelStandard
import Foundation

/// `carrel delay-proxy`: runs the slow server.
enum DelayProxyCommand {
    private static let port: UInt16 = 8327

    static let spec = CommandSpec(
        name: "delay-proxy", summary: "Run a slow server, to see how things behave on a slow network",
        discussion: """
            http://HOST:PORT/delay2.php?delay=5&url=URL answers after five seconds with what URL answers; the url
            comes last, escaped or not. Every other path is a file below --root. Ctrl-C stops it.

            Requests must name localhost, an address, or a name of --listen or --host; others get 421. Requests from
            pages of other sites get 403: a page in a browser must not reach what the proxy reaches.
            """,
        options: [
            ListenOptions.listen(port: port),
            OptionSpec(
                name: "--delay", value: "DELAY",
                help: "the delay if a request names none: 2s, or 0s..3s (none unless told)"),
            ListenOptions.host,
            OptionSpec(
                name: "--root", value: "DIR", help: "the folder whose files are served", completes: [.folder]),
        ]
    ) { invocation in
        let workspace = try Workspace(invocation)
        var settings = DelayProxyServer.Configuration(
            address: try invocation.listenAddress(port: port), hosts: try invocation.hosts())
        if let text = invocation.value("--delay") {
            guard let delay = RandomDelay(text: text) else {
                throw CommandError.usage(
                    "delay-proxy", "\("--delay \(text)".singleLine): expected \(RandomDelay.kind)")
            }
            settings.delay = delay
        }
        settings.root = invocation.value("--root").map { URL(filePath: $0) }
        let builder = try workspace.opener.builder()
        let isQuiet = workspace.isQuiet
        let server = DelayProxyServer(
            configuration: settings, fetcher: try builder.makeAnonymousFetcher(), clock: ContinuousClock()
        ) { entry in
            if !isQuiet { LineWriter.error.line(entry.description) }
        }
        try workspace.serving(saying: "listening on ") { try server.start() }
        while !Task.isCancelled { try? await Task.sleep(for: .seconds(3600)) }
        await server.stop()
        return .interrupted
    }
}
