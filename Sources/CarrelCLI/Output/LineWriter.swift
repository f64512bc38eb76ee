import CarrelBasics
import Foundation

/// Writes whole lines, so that lines of several tasks never mix.
final class LineWriter: Sendable {
    /// Standard output: results.
    static let output = LineWriter(descriptor: STDOUT_FILENO)
    /// Standard error: progress and messages.
    static let error = LineWriter(descriptor: STDERR_FILENO)

    private let descriptor: Int32
    private let direct: Locked<LineOutput>
    private let spool = Locked<LineSpool?>(nil)
    /// When a write began that is not done yet; `nil` while there is none.
    private let began = Locked<ContinuousClock.Instant?>(nil)

    init(descriptor: Int32) {
        self.descriptor = descriptor
        direct = Locked(LineOutput(descriptor: descriptor))
    }

    /// From now on, writing no longer waits for who reads results and messages: for work that must go on whether or not
    /// anybody does.
    ///
    /// - Parameter always: whether also where results go to a terminal.
    static func startSpools(always: Bool = false) {
        for writer in [output, error] where always && writer === output || isatty(writer.descriptor) == 0 {
            writer.startSpool()
        }
    }

    private func startSpool() {
        spool.withLock { spool in
            guard spool == nil else { return }
            spool = LineSpool(descriptor: descriptor, folder: NSTemporaryDirectory())
        }
    }

    /// How many bytes readers have taken that writing did not wait for.
    static var taken: Int64 {
        [output, error].reduce(0) { $0 + ($1.spool.value?.taken ?? 0) }
    }

    /// Waits until the reader has read everything; nothing can be written after that.
    func finish() async { await spool.value?.finish() }

    /// Writes text as it is.
    ///
    /// If the reader is gone, as after `head`, the text is dropped and the work goes on: a sync must not stop because
    /// nobody reads.
    func write(_ text: String) {
        StatusLine.clear()
        writeUnder(text)
    }

    /// Writes bytes as they are, such as those of a picture.
    func write(_ data: Data) {
        StatusLine.clear()
        data.withUnsafeBytes { writeDirectly($0) }
    }

    /// Writes text without clearing the status line first: for the status line itself.
    func writeUnder(_ text: String) {
        if let spool = spool.value { return spool.write(text) }
        var text = text
        text.withUTF8 { writeDirectly(UnsafeRawBufferPointer($0)) }
    }

    private func writeDirectly(_ bytes: UnsafeRawBufferPointer) {
        direct.withLock { output in
            began.withLock { $0 = ContinuousClock.now }
            _ = output.write(bytes)
            began.withLock { $0 = nil }
        }
    }

    /// Whether a write has waited for the reader that long.
    func hasWaited(for time: Duration) -> Bool {
        began.value.map { $0.duration(to: ContinuousClock.now) >= time } ?? false
    }

    /// Why something could not be written; `nil` for no failure, or if the reader is gone.
    var failure: String? {
        let code = direct.value.failure
        let failure = code == 0 ? spool.value?.failure : .system(code)
        return failure.flatMap { $0 == .system(EPIPE) ? nil : $0.description }
    }

    /// Says on standard error why results could not be written.
    static func sayUnwritten(_ reason: String) {
        error.line("carrel: standard output could not be written: \(reason)")
    }

    /// Writes many lines, in large blocks.
    ///
    /// - Parameters:
    ///   - lines: the lines.
    ///   - showsAll: whether to keep keys and passwords in URLs, as in a plan to apply later.
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
    ///   - text: the line, without a line break.
    ///   - showsAll: whether to keep keys and passwords in URLs, as in a document's own text.
    func line(_ text: String, showsAll: Bool = false) {
        write((showsAll ? text : ShownText.of(text)) + "\n")
    }
}
