import Foundation

/// Reads standard input.
public enum StandardInput {
    /// Reads standard input to its end on a thread of its own.
    ///
    /// - Parameter limit: the most bytes; a longer input is an error.
    /// - Returns: the bytes.
    /// - Throws: `CocoaError` with code `.fileReadTooLarge`, or an error of the system.
    public static func read(limit: Int) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            OwnThread.run {
                continuation.resume(with: Result { try readAll(limit: limit) })
            }
        }
    }

    private static func readAll(limit: Int) throws -> Data {
        var data = Data()
        var buffer = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            let count = Foundation.read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0 {
                // Foundation's own handles give up when a signal interrupts them.
                if errno == EINTR { continue }
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
            guard count > 0 else { return data }
            data.append(contentsOf: buffer[..<count])
            guard data.count <= limit else { throw CocoaError(.fileReadTooLarge) }
        }
    }
}
