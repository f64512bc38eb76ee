import CarrelBasics
import Foundation

/// Measures the time that one preview may take.
public struct PreviewClock: Sendable {
    private let file: URL
    private let timeout: Duration
    private let deadline: ContinuousClock.Instant

    /// Starts the time.
    ///
    /// - Parameters:
    ///   - file: the document, for the error.
    ///   - timeout: the longest time.
    public init(file: URL, timeout: Duration) {
        (self.file, self.timeout) = (file, timeout)
        deadline = .now + timeout
    }

    /// Whether there is time left and the task was not cancelled.
    public var goesOn: Bool { ContinuousClock.now < deadline && !Task.isCancelled }

    /// Checks that there is time left.
    ///
    /// - Throws: `PreviewError` with code `.cancelled` or `.timedOut`.
    public func check() throws(PreviewError) {
        guard !Task.isCancelled else { throw PreviewError.cancelled(file) }
        guard ContinuousClock.now < deadline else {
            throw PreviewError(
                .timedOut, file: file, reason: "reading took longer than \(timeout.durationText)",
                remedy: "Raise preview.timeout")
        }
    }
}
