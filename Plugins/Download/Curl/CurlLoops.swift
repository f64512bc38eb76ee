import CarrelBasics
import CarrelHTTP
import Foundation

/// The threads of a fetcher: one that does everything, and a second one for rows of small responses.
///
/// A second one is only of use where they come faster than one processor can take them: over plain HTTP from nearby.
/// Each has its connections to itself, so that it never gets what could share one, over HTTP/2, or a cookie.
final class CurlLoops: Sendable {
    private struct Started {
        var first: CurlLoop?
        var second: CurlLoop?
        var isStopped = false
        /// How many batches each one has under way.
        var batches = (first: 0, second: 0)
    }

    /// How many one thread does as fast as two, which would wait for the server, and be woken, with each of them.
    private static let fewBatches = 4

    private let options: CurlOptions
    private let started = Locked(Started())
    private let mayHaveSecond: Bool

    /// Takes the options; a thread begins with the first exchange that it gets.
    init(_ options: CurlOptions) {
        self.options = options
        let keepsCookies = options.cookieFile != nil || options.keptCookies != nil
        mayHaveSecond = Processors.count > 1 && !keepsCookies
    }

    /// Begins the first thread, which means to load libcurl, without waiting for it.
    func prepare() {
        guard started.withLock({ $0.first == nil }) else { return }
        DispatchQueue.global().async { [self] in _ = first }
    }

    /// The thread that does everything.
    var first: CurlLoop {
        if let loop = started.withLock({ $0.first }) { return loop }
        return start(isSecond: false)
    }

    /// Those that have begun.
    var all: [CurlLoop] { started.withLock { [$0.first, $0.second].compactMap(\.self) } }

    /// The thread for a batch, until `end(batchOn:)`: while there are few the first one, then the one with fewer of them.
    ///
    /// - Parameter target: where the batch goes to.
    /// - Returns: the thread.
    func begin(batchTo target: TargetURI) -> CurlLoop {
        let isPlain = mayHaveSecond && target.text.utf8.starts(with: "http:".utf8)
        let (isSecond, known) = started.withLock { started in
            let batches = started.batches
            let isSecond = isPlain && batches.first >= Self.fewBatches && batches.second < batches.first
            let known = isSecond ? started.second : started.first
            if let known { Self.count(1, on: known, in: &started) }
            return (isSecond, known)
        }
        if let known { return known }
        let loop = start(isSecond: isSecond)
        started.withLock { Self.count(1, on: loop, in: &$0) }
        return loop
    }

    private static func count(_ change: Int, on loop: CurlLoop, in started: inout Started) {
        if loop === started.second {
            started.batches.second += change
        } else {
            started.batches.first += change
        }
    }

    /// Notes that a batch has ended.
    func end(batchOn loop: CurlLoop) {
        started.withLock { Self.count(-1, on: loop, in: &$0) }
    }

    /// Ends all of them.
    func stop() {
        started.withLock { $0.isStopped = true }
        for loop in all { loop.stop() }
    }

    /// Begins a thread, unless somebody else was faster.
    private func start(isSecond: Bool) -> CurlLoop {
        let loop = CurlLoop.start(options, isSecond: isSecond)
        // The next exchange tries again.
        guard !loop.isRefused else { return isSecond ? first : loop }
        let (kept, isStopped) = started.withLock { started in
            let kept = (isSecond ? started.second : started.first) ?? loop
            if isSecond { started.second = kept } else { started.first = kept }
            return (kept, started.isStopped)
        }
        if kept !== loop || isStopped { loop.stop() }
        return kept
    }
}
