import CarrelBasics
import CarrelHTTP
import CarrelStages
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
        case wrapped(any Source)
    }

    private let route: Route
    private let timer: DelayTimer

    /// Makes a source of a route.
    init(_ route: Route, timer: DelayTimer) {
        self.route = route
        self.timer = timer
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
        self.init(.wrapped(wrapped), timer: DelayTimer(delay, clock: clock, random: random))
    }

    /// The location of the catalogue itself.
    public var location: String {
        switch route {
        case .proxy(let proxy): proxy.location
        case .wrapped(let source): source.location
        }
    }

    /// Waits, or lets the proxy wait, and reads.
    ///
    /// See `Source`.
    public func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
        switch route {
        case .proxy(let proxy):
            return try await proxy.read(after: validators, delay: timer.draw())
        case .wrapped(let source):
            do {
                try await timer.wait()
            } catch {
                throw .cancelled(location)
            }
            return try await source.read(after: validators)
        }
    }
}
