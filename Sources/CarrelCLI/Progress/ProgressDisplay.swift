import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTTP
import CarrelModel
import CarrelTerminal
import Foundation

/// Shows a bar for each item in flight and a total below them, on a terminal.
///
/// Lines of results are printed above the bars: the bars are erased, the line is written, and the bars are drawn again.
final class ProgressDisplay: PipelineObserver, SuspendedDrawing {
    private struct Transfer {
        var title: String
        var bytes: Int64 = 0
        var total: Int64?
        var began: ContinuousClock.Instant
        var first: Int64?
    }

    private struct State {
        var transfers: [(key: ItemKey, transfer: Transfer)] = []
        var tally = TransferTally()
        /// The catalogues that are read, or cannot be.
        var read: Set<String> = []
        /// Why no request is sent, as it was at the last tick.
        var pause: RequestPause?
        /// The width of each drawn line, in columns.
        var drawn: [Int] = []
        var lastDraw: ContinuousClock.Instant?
        var isEnded = false
        /// How many others use the terminal.
        var pauses = 0
    }

    /// The width of the narrowest line with a bar, in columns.
    private static let narrowest = 42

    private let printer: TextEventPrinter
    private let activity: NetworkActivity
    private let state = Locked(State())

    /// Begins with nothing to show.
    ///
    /// - Parameters:
    ///   - printer: makes the lines of results.
    ///   - activity: knows why no request is sent.
    init(printer: TextEventPrinter, activity: NetworkActivity) {
        (self.printer, self.activity) = (printer, activity)
    }

    /// How many catalogues are read, or cannot be.
    var countOfRead: Int { state.withLock { $0.read.count } }

    /// Notes that a catalogue will not be read further.
    func noteRead(_ location: String) { state.withLock { _ = $0.read.insert(location) } }

    func receive(_ event: PipelineEvent) {
        let lines = printer.lines(for: event)
        state.withLock { state in
            Self.update(&state, event)
            if !lines.isEmpty {
                Self.erase(&state)
                for line in lines { (line.isResult ? LineWriter.output : .error).line(line.text) }
            }
            Self.draw(&state, always: !lines.isEmpty)
        }
    }

    /// Draws again, so that rates and times are updated even while no bytes come.
    func tick() {
        let pause = activity.pause
        state.withLock { state in
            state.pause = pause
            Self.draw(&state, always: false)
        }
    }

    /// Erases the bars for good.
    func end() {
        state.withLock { state in
            Self.erase(&state)
            state.isEnded = true
        }
    }

    /// Erases the bars until `resume`.
    func pause() {
        state.withLock { state in
            Self.erase(&state)
            state.pauses += 1
        }
    }

    /// Draws the bars again.
    func resume() {
        state.withLock { state in
            state.pauses -= 1
            Self.draw(&state, always: true)
        }
    }

    private static func update(_ state: inout State, _ event: PipelineEvent) {
        state.tally.receive(event, at: .now)
        switch event {
        case .started(let item):
            state.transfers.append(
                (item.key, Transfer(title: "\(item.key.collection) \(item.title)".singleLine, began: .now)))
        case .progress(let item, let bytes, let total):
            guard let index = state.transfers.firstIndex(where: { $0.key == item.key }) else { return }
            if state.transfers[index].transfer.first == nil {
                // The rate counts from the first bytes, without the wait for a turn or a response.
                state.transfers[index].transfer.first = bytes
                state.transfers[index].transfer.began = .now
            }
            state.transfers[index].transfer.bytes = bytes
            state.transfers[index].transfer.total = total
        case .stored(let item, _, _), .unchanged(let item), .parked(let item, _), .failed(let item, _),
            .quarantined(let item, _):
            guard let index = state.transfers.firstIndex(where: { $0.key == item.key }) else { return }
            state.transfers.remove(at: index)
        case .catalogRead(let location, _, _), .catalogUnchanged(let location): state.read.insert(location)
        case .problem, .unread, .moved, .planned, .refetching, .gap, .finished: break
        }
    }

    private static func erase(_ state: inout State) {
        guard !state.drawn.isEmpty else { return }
        LineWriter.error.write("\u{1B}[\(rows(state))A\r\u{1B}[J")
        state.drawn = []
        StatusLine.take(false)
    }

    /// The number of rows that the bars take now: a terminal that became narrower breaks their lines.
    private static func rows(_ state: State) -> Int {
        let width = max(1, Terminal.width)
        return state.drawn.reduce(0) { $0 + max(1, ($1 + width - 1) / width) }
    }

    private static func draw(_ state: inout State, always: Bool) {
        let now = ContinuousClock.now
        guard !state.isEnded, state.pauses == 0, state.tally.planned > 0 else { return }
        if !always, let last = state.lastDraw, now - last < .milliseconds(100) { return }
        guard Terminal.isInForeground else { return }
        erase(&state)
        // Between two documents, too; what is waited for after the last one, the spinner says.
        guard !state.tally.isDone else { return }
        state.lastDraw = now
        // The last column and the last line stay free, because text that wraps or scrolls cannot be erased.
        let width = Terminal.width - 1
        var lines = state.transfers.filter { $0.transfer.first != nil }
            .prefix(max(0, min(16, Terminal.height - 2)))
            .map { bar($0.transfer, now: now, width: width) }
        lines.append(total(&state, now: now, width: width))
        StatusLine.take(true)
        LineWriter.error.write(lines.map { $0 + "\n" }.joined())
        state.drawn = lines.map(TextWidth.of)
    }

    private static func bar(_ transfer: Transfer, now: ContinuousClock.Instant, width: Int) -> String {
        let part = part(transfer, width: width)
        let seconds = (now - transfer.began).seconds
        let rate =
            seconds > 0.2
            ? "\(ByteCount(Int64(Double(transfer.bytes - (transfer.first ?? 0)) / seconds)))/s" : ""
        let room = max(10, width - TextWidth.of(part) - 18)
        let title = TextWidth.cut(transfer.title, to: room)
        let padding = String(repeating: " ", count: max(0, room - TextWidth.of(title)))
        let line = "\(title)\(padding) \(part)"
        return firstFitting(["\(line) \(rate)", line], width: width)
    }

    /// How much has come: a bar and how many per cent, or how many bytes where nobody knows of how many.
    private static func part(_ transfer: Transfer, width: Int) -> String {
        // A bar that leaves no room for a title and a rate says less than they do.
        let columns = width < narrowest ? 0 : max(8, min(30, width - 54))
        let room = columns > 0 ? columns + 6 : 8
        guard let total = transfer.total else {
            return "\(ByteCount(transfer.bytes))".padding(toLength: room, withPad: " ", startingAt: 0)
        }
        let fraction = transfer.bytes.fraction(of: total)
        let filled = Int(fraction * Double(columns))
        let bar = String(repeating: "█", count: filled) + String(repeating: "░", count: columns - filled)
        let percent = String(format: "%3d %%", Int(fraction * 100))
        return columns > 0
            ? "\(bar) \(percent)" : percent.padding(toLength: room, withPad: " ", startingAt: 0)
    }

    /// The first of several lines that fits; the last one is cut.
    private static func firstFitting(_ lines: [String], width: Int) -> String {
        lines.first { TextWidth.of($0) <= width } ?? TextWidth.cut(lines.last ?? "", to: width)
    }

    private static func total(_ state: inout State, now: ContinuousClock.Instant, width: Int) -> String {
        let tally = state.tally
        let seconds = tally.began.map { (now - $0).seconds } ?? 0
        let count = "\(tally.done) of \(tally.planned)"
        let wait = TransferWait(
            pause: state.pause, isOpen: !state.transfers.isEmpty,
            isComing: state.transfers.contains { $0.transfer.first != nil })
        let rate =
            wait == nil && seconds > 0.5 && tally.bytes > 0
            ? "\(ByteCount(Int64(Double(tally.bytes) / seconds)))/s" : nil
        let left = state.tally.left(at: now).map { "about \($0.clockText) left" }
        // What is waited for, or how long, is the last thing to go.
        let last = wait?.text ?? left
        let forms: [[String?]] = [
            [count, "\(ByteCount(tally.bytes))", wait?.text ?? rate, left],
            [count, "\(ByteCount(tally.bytes))", last], [count, last],
        ]
        return firstFitting(
            forms.map { $0.compactMap(\.self).joined(separator: " · ") }, width: width)
    }
}
