import CarrelBasics
import CarrelHTTP
import Foundation

/// A program of the user's with its limits, as the settings of `ProgramSettings` say.
public struct OutsideProgram: Sendable {
    /// Its name, for messages.
    public let name: String
    private let program: String
    private let arguments: [String]
    private let timeout: Duration
    private let memory: Int
    private let variables: [String: String]

    /// Whether its arguments hold the address that it is run for.
    public var takesURL: Bool { arguments.contains(ProgramSettings.url) }

    /// - Parameters:
    ///   - settings: the settings.
    ///   - context: the user's folder of plug-ins, the working directory and the environment.
    /// - Throws: `PluginError` if no program is named, or one of the user's plug-ins that may not be run.
    public init(_ settings: Settings, _ context: PluginContext) throws(PluginError) {
        guard let command = settings[ProgramSettings.command] else {
            throw PluginError(
                setting: ProgramSettings.command.name,
                reason: "no program is named, such as command = \"list-courses {url}\"")
        }
        program = try Self.place(of: command.program, context)
        name = URL(filePath: program).lastPathComponent
        arguments = command.arguments
        timeout = settings[ProgramSettings.timeout]
        memory = Int(clamping: settings[ProgramSettings.memory].bytes)
        let names = settings[ProgramSettings.variables]
        variables = context.environment.filter { names.contains($0.key) }
    }

    /// A path if the command names one, else the plug-in of that name, else the name, which is looked up in `PATH`.
    public static func place(
        of program: String, _ context: PluginContext
    ) throws(PluginError) -> String {
        if program.contains("/") { return context.file(program).standardizedFileURL.path }
        guard let entry = OutsidePlugins(environment: context.environment).entry(program) else {
            return program
        }
        if let fault = entry.fault {
            throw PluginError(
                setting: ProgramSettings.command.name, reason: "\(entry.path) is not run: \(fault)")
        }
        return entry.path
    }

    /// The program with its arguments and limits.
    ///
    /// - Parameters:
    ///   - url: what stands for `{url}`, which must be checked: it is an argument.
    ///   - outputLimit: the most that it may print, in bytes.
    /// - Returns: what to run; it sees the files and the network that the user does.
    public func invocation(for url: URL?, outputLimit: Int) -> ToolInvocation {
        ToolInvocation(
            program,
            arguments.map { $0 == ProgramSettings.url ? url?.absoluteString ?? $0 : $0 },
            timeout: timeout, outputLimit: outputLimit, memoryLimit: memory, environment: variables)
    }

    /// The lines that it wrote to standard error, the last of them if there are many.
    public static func messages(_ errorText: String, most: Int = 20) -> [String] {
        errorText.split(whereSeparator: \.isNewline).map { String($0).titleText }.filter { !$0.isEmpty }
            .suffix(most)
    }

    /// Why it did not run to its end, as a reason and a remedy; `nil` if it did.
    ///
    /// - Parameter output: what it wrote, and how it ended.
    /// - Returns: the reason and the remedy.
    public func failure(_ output: ToolOutput) -> (reason: String, remedy: String)? {
        guard output.status != 0 else { return nil }
        return ("\(name) \(Self.ending(output))", "Run it by hand to see more")
    }

    /// How a program that failed ended, with its last line: most say at the end why they gave up.
    ///
    /// - Parameter output: what it wrote, and its status.
    /// - Returns: what follows its name in a message.
    public static func ending(_ output: ToolOutput) -> String {
        let end = output.isCrash ? "crashed" : "ended with status \(output.status)"
        return messages(output.errorText, most: 1).first.map { "\(end): \($0)" } ?? end
    }

    /// Why it did not run to its end, as a reason and a remedy.
    ///
    /// - Parameter error: what happened to it, other than that it was cancelled.
    /// - Returns: the reason and the remedy.
    public func failure(_ error: ToolError) -> (reason: String, remedy: String) {
        switch error {
        case .notFound: ("there is no program \(name)", "Install it, or correct the command")
        case .notStarted(_, let reason): ("\(name) could not be started: \(reason)", "Run it by hand")
        case .timedOut(_, let time):
            ("\(name) took longer than \(time.durationText) and was stopped", "Raise its timeout")
        case .outOfMemory(_, let limit):
            ("\(name) needed more than \(ByteCount(Int64(limit))) of memory", "Raise its memory")
        case .tooManyProcesses(_, let limit):
            ("\(name) ran more than \(limit) processes at once", "Have it run fewer")
        case .cancelled: ("cancelled", "Run it again")
        }
    }
}
