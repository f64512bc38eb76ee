import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation

/// Fetches documents through a program of the user's: what it prints for an address is the document.
///
/// A program tells nothing but bytes, so that no response has a length, a media type, validators or an address. Every request
/// is answered by the whole document: conditions, ranges and other fields are not passed on. The status with which the
/// program ends says whether the document is whole. There are no connections, so none is named.
public struct CommandFetcher: Fetcher {
    // Limits of time come with each request.
    private static let longest = Duration.seconds(7 * 24 * 3600)

    private let program: OutsideProgram
    private let tools: any ToolRunner

    /// - Parameters:
    ///   - settings: the program with its limits.
    ///   - context: runs it.
    public init(_ settings: Settings, _ context: PluginContext) throws(PluginError) {
        program = try OutsideProgram(settings, context)
        guard program.takesURL else {
            throw PluginError(
                setting: ProgramSettings.command.name,
                reason: "no word of it is {url}, which stands for the document's address")
        }
        tools = context.tools
    }

    /// The plug-in.
    public static let plugin = Plugin<any Fetcher>(
        "command", summary: "Downloads through a program of your own, in any language",
        settings: ProgramSettings.ofFetcher, features: [.runsProgram]
    ) { settings, context throws(PluginError) in try CommandFetcher(settings, context) }

    /// Runs the program for one address.
    public func exchange(_ request: FetchRequest, into sink: any ResponseSink) async throws(FetchError) {
        try request.check()
        let url = request.target.text
        guard request.method == .get else {
            throw FetchError(
                .malformed, url: url,
                reason: "\(program.name) fetches documents, and cannot send \(request.method.rawValue)")
        }
        guard !Task.isCancelled else { throw FetchError.cancelled(url) }
        // What the program connects to cannot be told.
        try await request.checkAddresses()
        var invocation = program.invocation(for: request.url, outputLimit: .max)
        invocation.timeout = request.limits.totalTimeout ?? Self.longest
        invocation.stallTimeout = request.limits.stallTimeout
        let delivery = CommandDelivery(request.url, sink)
        let output: ToolOutput
        do throws(ToolError) {
            output = try await tools.run(invocation) { delivery.receive($0) }
        } catch {
            throw self.error(error, of: request)
        }
        if delivery.isStopped { throw FetchError(.stopped, url: url, reason: "the transfer was stopped") }
        if delivery.isSkipped { return }
        if let failure = program.failure(output) {
            throw FetchError(.truncated, url: url, reason: failure.reason, remedy: failure.remedy)
        }
        guard await delivery.finish() else {
            throw FetchError(.stopped, url: url, reason: "the transfer was stopped")
        }
    }

    private func error(_ error: ToolError, of request: FetchRequest) -> FetchError {
        let url = request.target.text
        switch error {
        case .cancelled: return FetchError.cancelled(url)
        case .timedOut(_, let time) where time == request.limits.totalTimeout ?? Self.longest:
            return FetchError(
                .totalTimeout, url: url, reason: "\(program.name) took longer than \(time.durationText)",
                remedy: "Raise download.total-timeout")
        case .timedOut(_, let time):
            return FetchError(
                .stalled, url: url, reason: "\(program.name) printed nothing for \(time.durationText)",
                remedy: "Raise download.stall-timeout")
        case .notFound, .notStarted, .outOfMemory, .tooManyProcesses:
            let failure = program.failure(error)
            return FetchError(.unreachable, url: url, reason: failure.reason, remedy: failure.remedy)
        }
    }
}
