import CarrelBasics
import Foundation

/// Writes whole lines, so that those of several tasks never mix.
final class LineWriter: Sendable {
    /// Standard output: results.
    static let output = LineWriter(descriptor: STDOUT_FILENO)
    /// Standard error: progress and messages.
    static let error = LineWriter(descriptor: STDERR_FILENO)

    private let descriptor: Int32
    private let errorCode = Locked<Int32>(0)
    private let spool = Locked<LineSpool?>(nil)

    init(descriptor: Int32) { self.descriptor = descriptor }

    /// From now on whoever writes does not wait for the reader, up to `finish`: for what must go on whether anybody reads
    /// about it or not.
    func startSpool() {
        spool.withLock { spool in
            guard spool == nil else { return }
            spool = LineSpool(descriptor: descriptor, folder: NSTemporaryDirectory())
        }
    }

    /// Waits until the reader has everything; nothing is written after that.
    func finish() async { await spool.value?.finish() }

    /// Writes text as it is.
    ///
    /// When the reader went away, as `head` does, what is written is dropped and the work goes on: a sync must
    /// not end half done because nobody looks.
    func write(_ text: String) {
        StatusLine.clear()
        writeUnder(text)
    }

    /// Writes text without taking the status line away first: for the status line itself.
    func writeUnder(_ text: String) {
        if let spool = spool.value { return spool.write(text) }
        var text = text
        errorCode.withLock { code in
            guard code == 0 else { return }
            code = text.withUTF8 { UnsafeRawBufferPointer($0).writeAll(to: descriptor) }
        }
    }

    /// Why something could not be written; a reader that went away is no such reason.
    var failure: String? {
        let code = errorCode.value
        let failure = code == 0 ? spool.value?.failure : .system(code)
        return failure.flatMap { $0 == .system(EPIPE) ? nil : $0.description }
    }

    /// Writes many lines, a good many at a time.
    ///
    /// - Parameters:
    ///   - lines: the lines.
    ///   - showsAll: whether also what URLs hold of keys and passwords, as in a plan that is to be applied.
    func lines(_ lines: some Sequence<String>, showsAll: Bool = false) {
        var text = ""
        for line in lines {
            text += showsAll ? line : ShownText.of(line)
            text += "\n"
            if text.utf8.count >= 1 << 16 {
                write(text)
                text.removeAll(keepingCapacity: true)
            }
        }
        if !text.isEmpty { write(text) }
    }

    /// Writes a line.
    ///
    /// - Parameters:
    ///   - text: the line, without its end.
    ///   - showsAll: whether also what URLs hold of keys and passwords, as in a document's own text.
    func line(_ text: String, showsAll: Bool = false) {
        write((showsAll ? text : ShownText.of(text)) + "\n")
    }
}
