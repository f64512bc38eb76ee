import CarrelBasics
import Foundation

/// One line of a client, or that it was too long to be read.
public enum InputLine: Sendable, Hashable {
    /// A line without its end.
    case text(Data)
    /// A line of more bytes than are taken; the rest of it was skipped.
    case tooLong
}

/// The lines of a descriptor, read on a thread that may wait.
///
/// Only the line that is being read is kept, up to the limit. White space before a line is left out, and with it blank lines.
public actor InputLines {
    private nonisolated let executor = BlockingExecutor(label: "carrel.mcp.input")
    /// The thread that waits.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let descriptor: Int32
    private let limit: Int
    // Its reading end becomes ready as the writing end closes, which ends a wait for a line that never comes.
    private let waking: Pipe
    private let isClosed = Locked(false)
    private var buffer = Data()
    // Where the next line begins in it, and up to where that is known not to end.
    private var start = 0
    private var looked = 0
    private var isSkipping = false
    private var hasEnded = false

    /// Reads from a descriptor, which stays open.
    ///
    /// - Parameters:
    ///   - descriptor: the descriptor.
    ///   - limit: the most bytes of a line.
    public init(descriptor: Int32, limit: Int) {
        (self.descriptor, self.limit) = (descriptor, limit)
        waking = Pipe()
    }

    /// Whether `close()` ended the reading.
    public nonisolated var isClosedEarly: Bool { isClosed.value }

    /// Ends the reading, from any thread.
    public nonisolated func close() {
        let wasClosed = isClosed.withLock { closed in
            defer { closed = true }
            return closed
        }
        if !wasClosed { try? waking.fileHandleForWriting.close() }
    }

    /// The next line; `nil` at the end, after an error and after `close()`.
    ///
    /// A last line without an end is a line, too.
    public func next() -> InputLine? {
        while !isClosed.value {
            if let line = buffered() { return line }
            guard !hasEnded else {
                guard !buffer.isEmpty else { return nil }
                defer { (buffer, looked) = (Data(), 0) }
                return .text(buffer)
            }
            readMore()
        }
        return nil
    }

    private func buffered() -> InputLine? {
        skipSpace()
        while let end = buffer[looked...].firstIndex(of: UInt8(ascii: "\n")) {
            let line = buffer[start..<end]
            (start, looked) = (end + 1, end + 1)
            if !isSkipping { return line.count > limit ? .tooLong : .text(Data(line)) }
            isSkipping = false
            skipSpace()
        }
        // Once for each reading: to move the rest with each of many short lines would take time as the square of them.
        if start > 0 { buffer = Data(buffer[start...]) }
        (start, looked) = (0, buffer.count)
        guard isSkipping || buffer.count > limit else { return nil }
        (buffer, looked) = (Data(), 0)
        guard !isSkipping else { return nil }
        isSkipping = true
        return .tooLong
    }

    private func skipSpace() {
        guard !isSkipping else { return }
        start = buffer[start...].firstIndex { !$0.isSpace } ?? buffer.count
        looked = max(looked, start)
    }

    private func readMore() {
        var ready = [
            pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: waking.fileHandleForReading.fileDescriptor, events: Int16(POLLIN), revents: 0),
        ]
        let count = poll(&ready, nfds_t(ready.count), -1)
        if count < 0, errno == EINTR { return }
        guard count > 0, ready[1].revents == 0 else { return end() }
        var bytes = [UInt8](repeating: 0, count: 64 << 10)
        let length = read(descriptor, &bytes, bytes.count)
        if length < 0, errno == EINTR || errno == EAGAIN { return }
        guard length > 0 else { return end() }
        buffer.append(contentsOf: bytes[..<length])
    }

    private func end() {
        hasEnded = true
        // Half of a line that is skipped is not a line.
        if isSkipping || isClosed.value { (buffer, looked) = (Data(), 0) }
    }
}
