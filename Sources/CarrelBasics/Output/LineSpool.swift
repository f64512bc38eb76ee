import Dispatch
import Foundation

/// Buffers lines for a descriptor with a slow reader, so that whoever writes them never waits.
///
/// One thread writes the lines in order. Up to about 1 MiB waits in memory; the rest waits in an unnamed file. If that
/// file cannot be written, up to 64 MiB wait in memory; then the rest is dropped, and ``failure`` says so. It also says if a
/// full disk did not take some lines, which are dropped. `SpoolQueue` decides what each thread does.
package final class LineSpool: Sendable {
    /// Why not everything was written.
    package enum Failure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The descriptor cannot be written to, with the system's error number: `EPIPE` if its reader is gone.
        case system(Int32)
        /// The reader left more waiting than fits into memory (in bytes), and the file in the folder could not be
        /// written, with the system's error number if there is one.
        case unread(limit: Int, folder: String, Int32?)

        package var description: String {
            switch self {
            case .system(let code): return String(cString: strerror(code))
            case .unread(let limit, let folder, let code):
                let reason = code.map { String(cString: strerror($0)) } ?? "the disk is too slow"
                let size = ByteCount(Int64(limit))
                return "its reader left \(size) waiting, and nothing further fits into \(folder): \(reason)"
            }
        }
    }

    private let descriptor: Int32
    private let folder: String
    private let limit: Int
    private let queue: Locked<SpoolQueue>
    private let bell = DispatchSemaphore(value: 0)
    private let hasEnded = Signal()
    private let keeper = DispatchQueue(label: "carrel.spool")
    private let count = Locked<Int64>(0)
    /// The failure for which lines were dropped, although later ones may have been written.
    private let passed = Locked<Int32?>(nil)

    /// The most bytes that are written at once: so small that it shows when the reader takes something.
    private static let piece = 16 << 10

    /// Starts the thread, which ends with ``finish()``.
    ///
    /// - Parameters:
    ///   - descriptor: where the lines go; it stays open meanwhile, and nobody else writes to it.
    ///   - folder: where the unnamed file is made.
    ///   - memory: the bytes that wait in memory before the file is used.
    ///   - limit: the most bytes that wait in memory.
    package init(descriptor: Int32, folder: String, memory: Int = 1 << 20, limit: Int = 64 << 20) {
        (self.descriptor, self.folder, self.limit) = (descriptor, folder, limit)
        // The writer may hold the other half.
        queue = Locked(SpoolQueue(threshold: memory / 2, limit: limit))
        OwnThread.run { self.write() }
    }

    /// Writes a text after all earlier ones; drops it after a failure.
    package func write(_ text: String) {
        var text = text
        let work = text.withUTF8 { bytes in queue.withLock { $0.append(bytes) } }
        start(work)
    }

    /// Waits until the reader has taken everything or the descriptor has failed.
    ///
    /// Call it once, at the end; later text is dropped. Cancellation does not end the wait.
    package func finish() async {
        start(queue.withLock { $0.close() })
        await hasEnded.wait()
    }

    /// How many bytes the reader has taken.
    package var taken: Int64 { count.value }

    /// Why not everything was written, as far as is known; `nil` for no failure.
    package var failure: Failure? {
        let queue = queue.value
        if let code = queue.failure ?? passed.value { return .system(code) }
        return queue.isOverfull ? .unread(limit: limit, folder: folder, queue.fileFailure) : nil
    }

    private func start(_ work: SpoolQueue.Work) {
        if work.wakesWriter { bell.signal() }
        if work.startsKeeper { keeper.async { self.keep() } }
    }

    // MARK: The writer's thread

    private func write() {
        var output = LineOutput(descriptor: descriptor)
        while true {
            switch queue.withLock({ $0.next() }) {
            case .sleep: bell.wait()
            case .rest: _ = bell.wait(timeout: .now() + .milliseconds(10))
            case .write(let bytes): write(bytes, to: &output)
            case .read(let file, let range):
                do throws(UnnamedFile.Failure) {
                    write(try file.read(range), to: &output)
                } catch {
                    fail(error.code)
                }
            case .end: return hasEnded.set()
            }
        }
    }

    private func write(_ bytes: [UInt8], to output: inout LineOutput) {
        bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let piece = UnsafeRawBufferPointer(rebasing: rest.prefix(Self.piece))
                let code = output.write(piece)
                if output.hasEnded { return fail(code) }
                if code == 0 {
                    count.withLock { $0 += Int64(piece.count) }
                } else {
                    passed.withLock { $0 = code }
                }
                rest = rest.dropFirst(piece.count)
            }
        }
    }

    private func fail(_ code: Int32) { queue.withLock { $0.fail(code) } }

    // MARK: The keeper's queue

    private func keep() {
        while let move = queue.withLock({ $0.nextMove() }) {
            let result = Result { () throws(UnnamedFile.Failure) -> UnnamedFile in try keep(move) }
            start(queue.withLock { $0.moved(result) })
        }
    }

    private func keep(_ move: SpoolQueue.Move) throws(UnnamedFile.Failure) -> UnnamedFile {
        let file = if let file = move.file { file } else { try UnnamedFile(in: folder) }
        if move.offset == 0 { file.empty() }
        try file.write(move.bytes, at: move.offset)
        return file
    }
}
