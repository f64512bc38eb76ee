import CMicrohttpd
import CarrelBasics
import Foundation

/// Notices that the clients of waiting requests go away, which the daemon does not look for while they wait.
///
/// One thread waits for all of them. A client that only closes its sending side counts as gone, too: the two look alike
/// until something is sent.
final class ClientWatch: Sendable {
    private struct State {
        var sockets: [Int: Int32] = [:]
        var hasEnded = false
    }

    private let state = Locked(State())
    private let wakeUp: OpenFile
    private let woken: OpenFile

    /// Makes a watch; `nil` if too many files are open.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends {
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
        }
        (woken, wakeUp) = (OpenFile(ends[0]), OpenFile(ends[1]))
    }

    /// Starts the thread.
    ///
    /// - Parameter onGone: told of each client that goes, once, from the thread.
    func start(onGone: @escaping @Sendable (Int) -> Void) {
        OwnThread.run { [self] in run(onGone) }
    }

    /// Watches the client of a request, until `remove` or until it goes.
    func add(_ id: Int, socket: Int32) {
        state.withLock { $0.sockets[id] = socket }
        wake()
    }

    /// Watches a client no longer.
    func remove(_ id: Int) { state.withLock { _ = $0.sockets.removeValue(forKey: id) } }

    /// Ends the thread.
    func end() {
        state.withLock { $0.hasEnded = true }
        wake()
    }

    // Where the pipe is full, the thread is about to wake up anyway.
    private func wake() { _ = write(wakeUp.descriptor, [1], 1) }

    private func run(_ onGone: (Int) -> Void) {
        while true {
            let (sockets, hasEnded) = state.withLock { (Array($0.sockets), $0.hasEnded) }
            guard !hasEnded else { return }
            var entries = [pollfd(fd: woken.descriptor, events: Int16(POLLIN), revents: 0)]
            entries += sockets.map { pollfd(fd: $0.value, events: carrel_poll_hang_up, revents: 0) }
            guard poll(&entries, nfds_t(entries.count), -1) >= 0 || errno == EINTR else { return }
            if entries[0].revents != 0 { drain() }
            for (entry, (id, _)) in zip(entries.dropFirst(), sockets) where entry.revents != 0 {
                // Removed meanwhile, its descriptor may be that of another client by now.
                let isWatched = state.withLock { $0.sockets.removeValue(forKey: id) != nil }
                if isWatched { onGone(id) }
            }
        }
    }

    private func drain() {
        var bytes = [UInt8](repeating: 0, count: 256)
        while read(woken.descriptor, &bytes, bytes.count) > 0 {}
    }
}
