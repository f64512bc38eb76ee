import CarrelBasics
import CarrelCore
import CarrelModel
import Foundation

/// Reads the plans of `--plan`, on a thread of its own, because the writer of a pipe may be slow.
enum PlanReading {
    /// The plans in a file, a pipe or, with `-`, in standard input.
    ///
    /// - Throws: `CommandError`, or `CancellationError` if the task is cancelled before the end.
    static func plans(in file: String) async throws -> [Plan] {
        try await OwnThread.value { isCancelled in try read(file, isCancelled) }
    }

    private static func read(_ file: String, _ isCancelled: () -> Bool) throws -> [Plan] {
        var reader = PlanFile.Reader()
        do throws(InputFile.Failure) {
            try InputFile.read(
                file, limit: PlanFile.maxSize, takesPipes: true, isCancelled: isCancelled
            ) { reader.take($0) }
        } catch {
            if error == .cancelled { throw CancellationError() }
            let reason = error == .system(ENOENT) ? "there is no such file" : "\(error)"
            throw refusal(file, "\(reason). Name a file that carrel plan --json printed")
        }
        do throws(PlanFile.DecodingFailure) {
            return try reader.finish()
        } catch {
            throw refusal(file, "\(error)")
        }
    }

    private static func refusal(_ file: String, _ reason: String) -> CommandError {
        CommandError.usage("sync", "--plan \(file): \(reason)")
    }
}
