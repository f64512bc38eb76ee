import Foundation

/// Reads what a program writes, up to a limit, and sleeps while it writes nothing.
struct ToolReader {
    /// How many bytes of standard error are kept.
    private static let errorLimit = 4096

    private let outputEnd: Int32
    private let errorEnd: Int32
    private let lifeEnd: Int32
    private let wakeUp: Int32
    private let outputLimit: Int
    /// Takes what the program prints, instead of it being kept.
    typealias Taker = @Sendable (UnsafeRawBufferPointer) -> ToolPace
    private let take: Taker?
    private var received = 0
    private var lastOutput = ContinuousClock.now
    private var pauseEnd: ContinuousClock.Instant?
    private var output = Data()
    private var errors = Data()
    private var isOutputOpen = true
    private var isErrorOpen = true
    /// Whether all processes of the program have ended, or closed the pipe that tells of it.
    private(set) var isLifeOver = false
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    /// Whether the program wrote more than the limit.
    private(set) var isTooLong = false

    init(output: Int32, errors: Int32, life: Int32, wakeUp: Int32, outputLimit: Int, take: Taker? = nil) {
        self.take = take
        (outputEnd, errorEnd, lifeEnd) = (output, errors, life)
        self.wakeUp = wakeUp
        self.outputLimit = outputLimit
    }

    /// Sleeps until there is something to read, a wake-up comes, or the time is over; then reads.
    mutating func wait(milliseconds: Int) {
        let pause = pauseLeft.map { Int($0.seconds * 1000) + 1 } ?? milliseconds
        poll(Int32(clamping: min(milliseconds, pause)))
    }

    /// Reads what is there already; `false` if whoever takes it pauses before its end.
    mutating func drain() -> Bool {
        while pauseLeft == nil, poll(0), !isTooLong {}
        return pauseLeft == nil || isTooLong
    }

    /// Whether nothing more can come.
    var isOver: Bool { !isOutputOpen && !isErrorOpen }

    /// How long nothing has come; a pause does not count.
    var silence: Duration { pauseLeft == nil ? lastOutput.duration(to: .now) : .zero }

    /// The rest of a pause.
    private var pauseLeft: Duration? {
        guard let pauseEnd else { return nil }
        let left = ContinuousClock.now.duration(to: pauseEnd)
        return left > .zero ? left : nil
    }

    /// The program's output and how it ended.
    func result(_ end: ChildProcess.End, isTruncated: Bool) -> ToolOutput {
        ToolOutput(
            output: output, isTruncated: isTruncated, status: end.status,
            errorText: String(decoding: errors, as: UTF8.self))
    }

    /// Sleeps and reads; says whether it read anything from the program.
    @discardableResult
    private mutating func poll(_ milliseconds: Int32) -> Bool {
        // A negative descriptor is left out.
        var waited = [
            pollfd(fd: wakeUp, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isOutputOpen && pauseLeft == nil ? outputEnd : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isErrorOpen ? errorEnd : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isLifeOver ? -1 : lifeEnd, events: Int16(POLLIN), revents: 0),
        ]
        guard Foundation.poll(&waited, nfds_t(waited.count), milliseconds) > 0 else { return false }
        if waited[0].revents != 0 { _ = read(wakeUp) }
        if waited[1].revents != 0 { isOutputOpen = readOutput() }
        if waited[2].revents != 0 { isErrorOpen = readErrors() }
        // Only the end of this pipe matters, not what is written to it.
        if waited[3].revents != 0 { isLifeOver = read(lifeEnd) <= 0 }
        return waited[1].revents != 0 || waited[2].revents != 0
    }

    /// Reads standard output; `false` at its end.
    private mutating func readOutput() -> Bool {
        let count = read(outputEnd)
        guard count > 0 else { return false }
        let room = max(0, outputLimit - received)
        received += min(count, room)
        lastOutput = .now
        if count > room { isTooLong = true }
        guard let take else {
            output.append(contentsOf: buffer[..<min(count, room)])
            return true
        }
        let pace = buffer.withUnsafeBytes { take(UnsafeRawBufferPointer(rebasing: $0[..<min(count, room)])) }
        // The time that it took is not the program's.
        lastOutput = .now
        switch pace {
        case .proceed: break
        case .pause(let time):
            pauseEnd = .now + time
            lastOutput = .now + time
        case .stop: isTooLong = true
        }
        return true
    }

    /// Reads standard error and keeps its end; `false` at its end.
    private mutating func readErrors() -> Bool {
        let count = read(errorEnd)
        guard count > 0 else { return false }
        errors = Data((errors + buffer[..<count]).suffix(Self.errorLimit))
        return true
    }

    private mutating func read(_ descriptor: Int32) -> Int {
        Foundation.read(descriptor, &buffer, buffer.count)
    }
}
