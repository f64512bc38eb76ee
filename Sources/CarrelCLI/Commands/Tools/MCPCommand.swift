import CarrelMCP
import CarrelOpening
import CarrelStandard
import Foundation

/// `carrel mcp`: the library as tools for a language model's program.
enum MCPCommand {
    static let spec = CommandSpec(
        name: "mcp", summary: "Offer the library to programs of language models",
        discussion: """
            Speaks the Model Context Protocol over standard input and output, a JSON message a line, until the input ends,
            and with it what is fetched. The program that talks with the model starts it; docs/MCP.md says how to configure
            one. The tools list, search, preview and why look at the library, get and open fetch what its catalogues list.
            Nothing can be removed, and no other file can be read.
            """
    ) { invocation in
        let host = OpenedLibrary(try Workspace(invocation).opener)
        // What is wrong with the library is said now, and not to the first call.
        _ = try await host.desk()
        let input = InputLines(descriptor: STDIN_FILENO, limit: MCPServer.lineLimit)
        let output = OutputLines(descriptor: STDOUT_FILENO)
        let server = MCPServer(
            version: CarrelVersion.text, output: output, host: host, onLoss: { input.close() })
        return await withTaskCancellationHandler {
            while let line = await input.next() { await server.receive(line) }
            if Task.isCancelled || input.isClosedEarly { await server.cancel() }
            output.wait(milliseconds: 5000)
            await server.finish()
            if let reason = await output.failure {
                LineWriter.sayUnwritten(reason)
                if !Task.isCancelled { return .failedItems }
            }
            return Task.isCancelled ? .interrupted : .success
        } onCancel: {
            input.close()
            // Long enough for a line that is being read; clients kill what does not end soon.
            output.wait(milliseconds: 500)
            // The input may have ended before.
            Task { await server.cancel() }
        }
    }
}
