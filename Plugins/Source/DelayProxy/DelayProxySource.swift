import CarrelCore
import Foundation

/// Reads a catalogue with a delay, as over a slow network: through a proxy that delays, or by waiting itself.
///
/// The delay is drawn anew for each reading. The location is that of the catalogue itself, so that a library
/// filled through the proxy and one filled directly are the same library.
public struct DelayProxySource: Source {
    /// Where the delay comes from.
    enum Route: Sendable {
        /// A proxy waits and then fetches the URL.
        case proxy(ProxyRoute)
        /// The source waits, then reads another one.
        case wrapped(any Source, clock: any Clock<Duration>)
    }

    private let route: Route
    private let delay: RandomDelay
    private let random: Locked<any RandomNumberGenerator & Sendable>

    /// Makes a source of a route.
    init(
        _ route: Route, delay: RandomDelay,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.route = route
        self.delay = delay
        self.random = Locked(random)
    }

    /// Makes a source that waits and then reads another one.
    ///
    /// - Parameters:
    ///   - wrapped: the source to read.
    ///   - delay: how long to wait before each reading.
    ///   - clock: waits.
    ///   - random: draws the delays.
    public init(
        wrapping wrapped: any Source, delay: RandomDelay, clock: any Clock<Duration>,
        random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator()
    ) {
        self.init(.wrapped(wrapped, clock: clock), delay: delay, random: random)
    }

    /// The location of the catalogue itself.
    public var location: String {
        switch route {
        case .proxy(let proxy): proxy.location
        case .wrapped(let source, _): source.location
        }
    }

    /// Waits, or lets the proxy wait, and reads.
    ///
    /// See `Source`.
    public func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
        let wait = random.withLock { delay.draw(using: &$0) }
        switch route {
        case .proxy(let proxy):
            return try await proxy.read(after: validators, delay: wait)
        case .wrapped(let source, let clock):
            do {
                if wait > .zero { try await clock.sleep(for: wait) }
            } catch {
                throw .cancelled(location)
            }
            return try await source.read(after: validators)
        }
    }
}
