import Foundation

/// Reads standard input.
public enum StandardInput {
    /// Reads standard input to its end on a thread of its own.
    ///
    /// - Parameter limit: the most bytes; a longer input is an error.
    /// - Returns: the bytes.
    /// - Throws: `InputFile.Failure`.
    public static func read(limit: Int) async throws -> Data {
        try await OwnThread.value { _ in try InputFile.data(of: "-", limit: limit, takesPipes: true) }
    }
}
