import Foundation

/// Standard input as a source of bytes.
public enum StandardInput {
    /// Reads standard input to its end on a thread of its own.
    ///
    /// - Parameter limit: the most bytes to read; one more is an error.
    /// - Returns: what came.
    /// - Throws: `CocoaError` with code `.fileReadTooLarge`, or an error of the system.
    public static func read(limit: Int) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread {
                continuation.resume(with: Result { try readAll(limit: limit) })
            }
        }
    }

    private static func readAll(limit: Int) throws -> Data {
        var data = Data()
        while let chunk = try FileHandle.standardInput.read(upToCount: 64 << 10), !chunk.isEmpty {
            data.append(chunk)
            guard data.count <= limit else { throw CocoaError(.fileReadTooLarge) }
        }
        return data
    }
}
