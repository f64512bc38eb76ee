import CarrelBasics
import Foundation

extension PreviewError {
    /// The error of a program that did not run to its end.
    ///
    /// - Parameters:
    ///   - error: what happened to the program.
    ///   - file: the document that the program was to read.
    ///   - package: the Debian package that contains the program, if known.
    ///   - table: the table that sets the program's `timeout`, `memory` and `processes`; `nil` if none does.
    public init(_ error: ToolError, file: URL, package: String? = nil, settings table: String? = nil) {
        switch error {
        case .notFound(let tool):
            self.init(
                .toolMissing, file: file, reason: "the program \(tool) is not installed",
                remedy: package.map { "Install \($0): apt-get install \($0)" }
                    ?? "Install it, or correct \(table ?? "the profile")")
        case .notStarted(let tool, let reason):
            self.init(
                .toolMissing, file: file, reason: "the program \(tool) could not be started: \(reason)",
                remedy: "Check the installation of \(package ?? tool)")
        case .timedOut(let tool, let time):
            self.init(
                .timedOut, file: file, reason: "\(tool) took longer than \(time.durationText)",
                remedy: "Raise preview.timeout" + (table.map { " and \($0).timeout" } ?? ""))
        case .tooManyProcesses(let tool, let limit):
            self.init(
                .malformed, file: file,
                reason: limit == 1
                    ? "\(tool) started other programs and was stopped"
                    : "\(tool) ran more than \(limit) processes at once and was stopped",
                remedy: table.map { "Raise \($0).processes if it needs them" }
                    ?? "Open it with another program")
        case .outOfMemory(let tool, let limit):
            self.init(
                .outOfMemory, file: file,
                reason: "\(tool) needed more than \(ByteCount(Int64(limit))) of memory",
                remedy: table.map { "Raise \($0).memory" } ?? "Open it with another program")
        case .cancelled: self.init(.cancelled, file: file, reason: "cancelled")
        }
    }
}

extension ToolRunner {
    /// Runs a program that reads a document.
    ///
    /// - Parameters:
    ///   - invocation: the program with its arguments and limits.
    ///   - file: the document, for the error.
    ///   - package: the Debian package that contains the program, if known.
    ///   - table: the table that sets the program's `timeout`, `memory` and `processes`; `nil` if none does.
    /// - Returns: what it wrote and how it ended; a status other than 0 is not an error here.
    public func run(
        _ invocation: ToolInvocation, on file: URL, package: String? = nil, settings table: String? = nil
    ) async throws(PreviewError) -> ToolOutput {
        do throws(ToolError) {
            return try await run(invocation)
        } catch {
            throw PreviewError(error, file: file, package: package, settings: table)
        }
    }
}
