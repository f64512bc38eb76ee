import CarrelBasics
import CarrelStages
import Foundation

/// The program crontab, which reads and replaces the table of this user.
struct Crontab {
    let runner: any ToolRunner

    /// Reads the user's table.
    ///
    /// - Parameter library: the folder of the library whose line is looked for.
    /// - Returns: the table; `nil` if cron is not installed.
    /// - Throws: `CommandError` if the table cannot be read: what is not known must not be replaced.
    func table(of library: String) async throws -> CronTable? {
        let output: ToolOutput
        do throws(ToolError) {
            output = try await runner.run(Self.invocation(["-l"]))
        } catch {
            switch error {
            case .notFound: return nil
            case .cancelled: throw CancellationError()
            case .timedOut(_, let limit): throw unreadable("it took longer than \(limit.durationText)")
            case .notStarted(_, let reason): throw unreadable(reason)
            case .outOfMemory, .tooManyProcesses: throw unreadable("it was killed")
            }
        }
        if output.isTruncated { throw unreadable("its table is larger than 1 MiB") }
        if output.status == 0 {
            guard let text = String(validating: output.output, as: UTF8.self) else {
                throw unreadable("its table is not in UTF-8")
            }
            return CronTable(text, library: library)
        }
        guard Self.saysThereIsNone(output) else {
            // The task may have been cancelled while crontab ended by itself.
            try Task.checkCancellation()
            let said = output.errorText.singleLine
            throw unreadable(said.isEmpty ? Self.ending(output.status) : said)
        }
        return CronTable("", library: library)
    }

    /// Replaces the user's table.
    func write(_ table: CronTable) async throws {
        // Other users read neither the table nor its copy.
        try await PrivateFolder.with { folder in
            let file = folder.appending(path: "crontab")
            try Data(table.text.utf8).write(to: file)
            try await install(file)
        }
    }

    private func install(_ file: URL) async throws {
        let said: String
        do throws(ToolError) {
            let output = try await runner.run(Self.invocation([file.path]))
            if output.status == 0 { return }
            said = output.errorText.isEmpty ? Self.ending(output.status) : output.errorText
        } catch {
            if error == .cancelled { throw CancellationError() }
            said = "it cannot be run"
        }
        try Task.checkCancellation()
        throw CommandError(of: "schedule", "crontab: \(said)".singleLine)
    }

    /// Whether crontab failed only because the user has no table.
    ///
    /// The words are those of Debian's cron and cronie, and those of busybox for a file that does not exist. The programs
    /// run in the locale C, so that nothing is translated.
    private static func saysThereIsNone(_ output: ToolOutput) -> Bool {
        // From 128 on it is a signal.
        guard output.status < 128 else { return false }
        let said = output.errorText.lowercased()
        return said.contains("no crontab for")
            || said.contains("can't open '") && said.contains("no such file or directory")
    }

    private static func ending(_ status: Int32) -> String {
        status > 128 ? "signal \(status - 128) ended it" : "it ended with status \(status)"
    }

    private func unreadable(_ said: String) -> CommandError {
        CommandError(
            of: "schedule",
            """
            crontab -l: \(said). Nothing was changed, so that other lines are not lost; run this \
            again as soon as crontab -l works
            """)
    }

    private static func invocation(_ arguments: [String]) -> ToolInvocation {
        ToolInvocation("crontab", arguments, timeout: .seconds(20), outputLimit: 1 << 20, memoryLimit: 0)
    }
}
