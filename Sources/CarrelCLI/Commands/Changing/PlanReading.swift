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
        let isCancelled = Locked(false)
        let reading = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                OwnThread.run { continuation.resume(returning: read(file, isCancelled)) }
            }
        } onCancel: {
            isCancelled.withLock { $0 = true }
        }
        return try reading.get()
    }

    private static func read(_ file: String, _ isCancelled: Locked<Bool>) -> Result<[Plan], any Error> {
        var reader = PlanFile.Reader()
        do throws(InputFile.Failure) {
            try InputFile.read(
                file, limit: PlanFile.maxSize, takesPipes: true, isCancelled: { isCancelled.withLock { $0 } }
            ) { reader.take($0) }
        } catch {
            return .failure(error == .cancelled ? CancellationError() : refusal(file, "\(error)"))
        }
        do throws(PlanFile.DecodingFailure) {
            return .success(try reader.finish())
        } catch {
            return .failure(refusal(file, "\(error)"))
        }
    }

    private static func refusal(_ file: String, _ reason: String) -> CommandError {
        CommandError.usage("sync", "--plan \(file): \(reason)")
    }
}
