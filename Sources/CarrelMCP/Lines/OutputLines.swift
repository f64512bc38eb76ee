import CarrelBasics
import Foundation

/// Writes whole lines to a descriptor, on a thread that may wait for whoever reads them.
public actor OutputLines {
    private nonisolated let executor = BlockingExecutor(label: "carrel.mcp.output")
    /// The thread that waits.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let descriptor: Int32
    // A byte of it ends a wait, whose limit has changed.
    private let waking: Pipe
    // How long the reader may take nothing, in milliseconds; for ever if it is negative.
    private let patience = Locked<Int32>(-1)
    private var isLost = false
    /// Why something could not be written; `nil` for no failure, or if the reader has gone or was given up.
    public private(set) var failure: String?

    // A pipe that is ready takes as much as this without a wait.
    private static let piece = 4096

    /// Writes to a descriptor, which stays open.
    public init(descriptor: Int32) {
        self.descriptor = descriptor
        waking = Pipe()
    }

    /// Gives the reader up once it has taken nothing for a while, from any thread; a shorter time stays.
    public nonisolated func wait(milliseconds: Int32) {
        change { $0 < 0 ? milliseconds : min($0, milliseconds) }
    }

    /// Waits for the reader as long as it takes, where a time was said before, and no shorter one since.
    public nonisolated func waitForEver(insteadOf milliseconds: Int32) {
        change { $0 == milliseconds ? -1 : $0 }
    }

    private nonisolated func change(_ changed: (Int32) -> Int32) {
        let isNews = patience.withLock { patience in
            let before = patience
            patience = changed(before)
            return patience != before
        }
        // A pipe full of bytes would be waited for.
        if isNews { try? waking.fileHandleForWriting.write(contentsOf: Data([0])) }
    }

    /// Writes a line.
    ///
    /// - Parameter line: the line without its end.
    /// - Returns: whether the reader is still there; nothing is written once it has gone or was given up.
    public func write(_ line: String) -> Bool {
        guard !isLost else { return false }
        var line = line + "\n"
        isLost = !line.withUTF8 { isTaken(UnsafeRawBufferPointer($0)) }
        return !isLost
    }

    private func isTaken(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.piece))
            guard isReady() else { return false }
            let code = piece.writeAll(to: descriptor)
            guard code == 0 else {
                if code != EPIPE { failure = String(cString: strerror(code)) }
                return false
            }
            rest = rest.dropFirst(piece.count)
        }
        return true
    }

    /// Waits until the reader takes something, or has gone, which writing tells; `false` if it was given up.
    private func isReady() -> Bool {
        let bell = waking.fileHandleForReading.fileDescriptor
        while true {
            var ready = [
                pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0),
                pollfd(fd: bell, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&ready, nfds_t(ready.count), patience.value)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            if ready[1].revents != 0 {
                var bytes = [UInt8](repeating: 0, count: 64)
                _ = read(bell, &bytes, bytes.count)
            }
            if ready[0].revents != 0 { return true }
        }
    }
}
