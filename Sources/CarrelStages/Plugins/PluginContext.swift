import CarrelBasics
import CarrelHTTP
import Foundation

/// Everything that plug-ins use of their environment, so that tests can replace all of it.
public struct PluginContext: Sendable {
    /// Measures and waits; tests advance a manual one.
    public var clock: any Clock<Duration>
    /// The time of day.
    public var now: @Sendable () -> Date = { Date() }
    /// The executor for a library's disk and database, which may block: one, because the steps of a commit follow one
    /// another.
    public var disk = BlockingExecutor(label: "carrel.disk")
    /// Runs child processes.
    public var tools: any ToolRunner
    /// Where relative paths start.
    public var workingDirectory: URL
    /// The folder of the library, where it has one.
    public var libraryFolder: URL?
    /// The table of a previewer that has several, such as `command.dicom`; for messages.
    public var table: String?
    /// Whether plug-ins may send credentials: passwords, tokens, cookies and the like.
    public var usesCredentials = true
    /// The environment's variables.
    public var environment: [String: String]
    /// Finds the media type of a document by its first bytes and by what the server declared; `nil` if neither tells.
    public var mediaType: @Sendable (_ beginning: [UInt8], _ declared: MediaType?) -> MediaType? = { $1 }
    /// Reads standard input to its end, at most `limit` bytes.
    public var standardInput: @Sendable (_ limit: Int) async throws -> Data = { limit in
        try await StandardInput.read(limit: limit)
    }
    /// The fetcher that the profile names, made when it is first used; sources fetch through it.
    public var fetcher: @Sendable () throws(PluginError) -> any Fetcher = { () throws(PluginError) in
        throw PluginError(setting: "use", reason: "no fetcher is configured")
    }
    /// The limits of a request, from the profile.
    public var fetchLimits = FetchLimits()
    /// Counts what is on the network.
    public var activity = NetworkActivity()
    /// Makes the source that a wrapping source wraps, from the same table.
    public var source: @Sendable (_ name: String) throws(PluginError) -> any Source = {
        (name: String) throws(PluginError) in
        throw PluginError(setting: "wraps", reason: "there is no source \(name) to wrap")
    }

    /// Makes a context of the real environment, without a fetcher or sources to wrap.
    public init(
        clock: any Clock<Duration> = ContinuousClock(), tools: any ToolRunner = ProcessToolRunner(),
        workingDirectory: URL = URL(filePath: FileManager.default.currentDirectoryPath),
        environment: [String: String] = ProcessEnvironment.variables
    ) {
        self.clock = clock
        self.tools = tools
        self.workingDirectory = workingDirectory
        self.environment = environment
    }

    /// Turns a path of a setting into a file URL: `~` is the home directory, relative paths start at
    /// `workingDirectory`.
    public func file(_ path: String) -> URL {
        if path == "~" || path.hasPrefix("~/") {
            let home = UserFolders(environment: environment).home
            return path == "~" ? home : home.appending(path: String(path.dropFirst(2)))
        }
        return workingDirectory.resolving(path: path)
    }
}
