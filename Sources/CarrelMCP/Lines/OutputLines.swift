import CarrelBasics
import Foundation

/// Writes whole lines to a descriptor, on a thread that may wait for whoever reads them.
public actor OutputLines {
    private nonisolated let executor = BlockingExecutor(label: "carrel.mcp.output")
    /// The thread that waits.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let descriptor: Int32
    private var failure: Int32 = 0

    /// Writes to a descriptor, which stays open.
    public init(descriptor: Int32) { self.descriptor = descriptor }

    /// Writes a line.
    ///
    /// - Parameter line: the line without its end.
    /// - Returns: whether the reader is still there; nothing is written once it has gone.
    public func write(_ line: String) -> Bool {
        guard failure == 0 else { return false }
        var line = line + "\n"
        failure = line.withUTF8 { UnsafeRawBufferPointer($0).writeAll(to: descriptor) }
        return failure == 0
    }
}
