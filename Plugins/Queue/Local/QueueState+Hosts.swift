import CarrelHTTP
import CarrelStages
import Foundation

/// What a queue says of hosts, and does with those that are left alone.
extension QueueState {
    /// Why nothing is started for a while; `nil` while any job is being done, or none waits for time alone.
    func pause(at now: Duration) -> RequestPause? { leases.isEmpty ? hosts.pause(at: now) : nil }

    func state(of host: String, at now: Duration) -> HostState { hosts.state(of: host, at: now) }

    /// Whether every host may get further requests without waiting for a turn.
    var allMayBeAsked: Bool { hosts.allMayBeAsked }

    /// Whether a host may get a further request without waiting for a turn.
    func mayAskAtOnce(_ host: String) -> Bool {
        limits.interval <= .zero && !hosts.isHeld(host) && hosts.reasonToLeaveAlone(host) == nil
    }

    mutating func take(_ state: HostState, of host: String, at now: Duration) {
        hosts.take(state, of: host, at: now)
    }

    mutating func hold(_ host: String, until instant: Duration) { hosts.hold(host, until: instant) }

    /// Requests nothing more of a host: of every job of it that waits, also for another try, the next mirror is asked;
    /// a job without one is given up.
    mutating func leaveAlone(
        _ host: String, reason: String, _ settlement: inout Settlement, at now: Duration, _ date: Date
    ) {
        hosts.leaveAlone(host, reason: reason)
        for waiting in hosts.remove(of: host) {
            wait(waiting.job, waiting.lane, for: .zero, &settlement, at: now, date)
        }
    }

    /// Gives a request to a host its instant.
    mutating func turn(of host: String, at now: Duration) -> Duration { hosts.turn(of: host, at: now) }
}
