import CarrelHTTP
import CarrelStages

/// The jobs that wait, by host: who is next, and when somebody will be.
///
/// Within a host the order is that of the arrival; hosts take turns. Every operation costs the same however many
/// jobs wait.
struct HostQueues {
    /// What is known of one host.
    private struct Host {
        var lines = [WaitingLine<TransferJob>(), WaitingLine<TransferJob>()]
        var isInTurn = [false, false]
        var running = 0
        var nextRequest: Duration = .zero
        /// Requests that were given their instant with a lease and have not been sent.
        var turnsGiven = 0
    }

    /// The most jobs of one host at once.
    private var maxPerHost = 1
    /// The shortest time between two requests to one host.
    private var interval = Duration.zero
    /// Failures in a row after which a host is skipped; 0 for never.
    private var failureLimit = 0

    private var hosts: [String: Host] = [:]
    /// The hosts that may have a job to start, in turn, for each lane.
    private var turns = [WaitingLine<String>(), WaitingLine<String>()]
    /// Jobs that wait for an instant, unordered: they are few.
    private var delayed: [(instant: Duration, job: TransferJob, lane: JobLane)] = []
    /// The hosts that are held or wait for their next request.
    private var waiting: [String: Duration] = [:]
    // Few hosts give cause for these, so most questions need no look for one.

    /// Until when nothing of some hosts is started; of those that asked for it since their last job began.
    private var held: [String: Duration] = [:]
    /// How often some hosts have failed in a row.
    private var failures: [String: Int] = [:]
    /// What hosts failed for since they last brought a document.
    var troubles = HostTroubles()
    /// Why hosts are left alone for the rest of the run.
    private var leftAlone: [String: String] = [:]
    /// How many jobs wait.
    private(set) var count = 0

    init(_ limits: QueueLimits) { take(limits) }

    /// Keeps to other limits from now on.
    mutating func take(_ limits: QueueLimits) {
        maxPerHost = max(1, limits.maxPerHost ?? limits.maxConcurrent + limits.maxRequested)
        (interval, failureLimit) = (limits.interval, limits.hostFailures)
    }

    /// Adds a job behind the others of its host.
    mutating func add(_ job: TransferJob, to lane: JobLane) {
        count += 1
        guard let index = hosts.index(forKey: job.host) else {
            hosts[job.host] = Host()
            hosts[job.host]?.lines[lane.rawValue].add(job)
            return takeTurn(job.host, lane)
        }
        hosts.values[index].lines[lane.rawValue].add(job)
        if !hosts.values[index].isInTurn[lane.rawValue] { takeTurn(job.host, lane) }
    }

    /// Puts jobs back that were taken and not done, in front of the others of their host.
    mutating func putBack(_ jobs: [TransferJob], in lane: JobLane) {
        for job in jobs.reversed() {
            count += 1
            hosts[job.host, default: Host()].lines[lane.rawValue].addFirst(job)
            takeTurn(job.host, lane)
        }
    }

    /// Adds a job that is not to be started before an instant.
    mutating func add(_ job: TransferJob, to lane: JobLane, at instant: Duration) {
        count += 1
        delayed.append((instant, job, lane))
    }

    /// Takes the next jobs of one host that may be started now.
    ///
    /// - Parameters:
    ///   - limit: the most; where requests to a host keep their distance there is one at a time.
    ///   - lane: their lane.
    ///   - now: the instant.
    /// - Returns: the jobs; none if no host has one to start.
    mutating func next(atMost limit: Int, in lane: JobLane, at now: Duration) -> [TransferJob] {
        release(at: now)
        while let name = turns[lane.rawValue].next() {
            hosts[name]?.isInTurn[lane.rawValue] = false
            let jobs = start(name, atMost: interval > .zero ? 1 : limit, lane, at: now)
            guard !jobs.isEmpty else { continue }
            takeTurn(name, lane)
            return jobs
        }
        return []
    }

    /// When the next job that waits for time alone can be started; `nil` if none does.
    var nextInstant: Duration? {
        [delayed.map(\.instant).min(), waiting.values.min()].compactMap { $0 }.min()
    }

    /// Why the next job that waits for time alone cannot be started yet; `nil` if none does.
    func pause(at now: Duration) -> RequestPause? {
        let ofHosts = waiting.map { (name: $0.key, instant: $0.value, cause: RequestPause.Cause.pace) }
        let ofJobs = delayed.map {
            (name: $0.job.host, instant: $0.instant, cause: RequestPause.Cause.retry)
        }
        guard let next = (ofHosts + ofJobs).min(by: { $0.instant < $1.instant }), next.instant > now else {
            return nil
        }
        let isHeld = (held[next.name] ?? .zero) >= next.instant
        let reason = troubles.explain(next.instant, of: next.name) ? RequestPause.Cause.retry : .hold
        return RequestPause(isHeld ? reason : next.cause, at: next.name, left: next.instant - now)
    }

    private mutating func start(
        _ name: String, atMost limit: Int, _ lane: JobLane, at now: Duration
    ) -> [TransferJob] {
        // In place all along: a copy of the host would have the whole line copied.
        guard let index = hosts.index(forKey: name), !hosts.values[index].lines[lane.rawValue].isEmpty,
            hosts.values[index].running < maxPerHost, waiting[name] == nil
        else { return [] }
        let until = max(held[name] ?? .zero, hosts.values[index].nextRequest)
        guard until <= now else {
            waiting[name] = until
            return []
        }
        var jobs: [TransferJob] = []
        while jobs.count < limit, let job = hosts.values[index].lines[lane.rawValue].next() {
            jobs.append(job)
        }
        hosts.values[index].running += 1
        held[name] = nil
        if interval > .zero {
            hosts.values[index].nextRequest = now + interval
            hosts.values[index].turnsGiven += 1
        }
        count -= jobs.count
        return jobs
    }

    /// Lets hosts and jobs whose time has come take their turn.
    private mutating func release(at now: Duration) {
        if !waiting.isEmpty {
            for (name, instant) in waiting where instant <= now {
                waiting[name] = nil
                for lane in JobLane.allCases { takeTurn(name, lane) }
            }
        }
        guard !delayed.isEmpty else { return }
        let due = delayed.filter { $0.instant <= now }
        guard !due.isEmpty else { return }
        delayed.removeAll { $0.instant <= now }
        count -= due.count
        for (_, job, lane) in due { add(job, to: lane) }
    }

    private mutating func takeTurn(_ name: String, _ lane: JobLane) {
        guard let index = hosts.index(forKey: name), !hosts.values[index].isInTurn[lane.rawValue],
            !hosts.values[index].lines[lane.rawValue].isEmpty, waiting[name] == nil
        else { return }
        hosts.values[index].isInTurn[lane.rawValue] = true
        turns[lane.rawValue].add(name)
    }

    // MARK: What happened

    /// Notes that a lease of a host began whose jobs do not wait here.
    mutating func begun(_ name: String) { hosts[name, default: Host()].running += 1 }

    /// Notes that a lease of a host ended.
    mutating func ended(_ name: String) {
        if let index = hosts.index(forKey: name) {
            hosts.values[index].running -= 1
            // A turn that was not used is no other request's.
            hosts.values[index].turnsGiven = min(hosts.values[index].turnsGiven, hosts.values[index].running)
        }
        for lane in JobLane.allCases { takeTurn(name, lane) }
    }

    /// Holds a host: nothing is started before an instant.
    ///
    /// - Parameters:
    ///   - name: the host.
    ///   - instant: the instant.
    ///   - isAsked: whether the host has just asked for that, so that what it asked for before no longer counts; otherwise
    ///     the later instant does.
    mutating func hold(_ name: String, until instant: Duration, isAsked: Bool = false) {
        let until = isAsked ? instant : max(held[name] ?? .zero, instant)
        held[name] = until
        if waiting[name] != nil { waiting[name] = until }
    }

    /// Whether a host was held since its last job began.
    func isHeld(_ name: String) -> Bool { held[name] != nil }

    /// Whether every host may get further requests without waiting for a turn.
    var allMayBeAsked: Bool { interval <= .zero && held.isEmpty && leftAlone.isEmpty }

    /// Gives a request its instant: that of its lease, or the next one that is free.
    mutating func turn(of name: String, at now: Duration) -> Duration {
        guard interval > .zero else { return now }
        if let given = hosts[name]?.turnsGiven, given > 0 {
            hosts[name]?.turnsGiven -= 1
            return now
        }
        let turn = max(now, hosts[name]?.nextRequest ?? .zero)
        hosts[name, default: Host()].nextRequest = turn + interval
        return turn
    }

    /// Notes that a host is left alone for the rest of the run; the first reason stays.
    mutating func leaveAlone(_ name: String, reason: String) {
        if leftAlone[name] == nil { leftAlone[name] = "skipped, like everything of \(name): \(reason)" }
    }

    /// Why a host is left alone; `nil` if it is not.
    func reasonToLeaveAlone(_ name: String) -> String? { leftAlone[name] }

    /// How a host behaved: its failures in a row, why it is left alone, and how long it is held.
    func state(of name: String, at now: Duration) -> HostState {
        var state = HostState()
        (state.failures, state.pauses) = (failures[name] ?? 0, troubles.pauses(of: name))
        state.wait = max(.zero, (held[name] ?? .zero) - now)
        state.isFailing = state.wait > .zero && troubles.explain(now + state.wait, of: name)
        state.leftAlone = leftAlone[name]
        return state
    }

    /// Takes over how a host behaved before.
    mutating func take(_ state: HostState, of name: String, at now: Duration) {
        failures[name] = state.failures > 0 ? state.failures : nil
        troubles.take(state.pauses, of: name)
        if state.wait > .zero { hold(name, until: now + state.wait) }
        leftAlone[name] = state.leftAlone
    }

    /// Notes that a host delivered a document.
    mutating func noteSuccess(_ name: String) {
        troubles.end(at: name)
        if !failures.isEmpty { failures[name] = nil }
    }

    /// Notes that a host failed.
    ///
    /// - Returns: whether it has failed so often in a row that it is to be left alone.
    mutating func noteFailure(_ name: String) -> Bool {
        failures[name, default: 0] += 1
        return failureLimit > 0 && (failures[name] ?? 0) >= failureLimit
    }

    /// A job that waited.
    struct Removed {
        var job: TransferJob
        var lane: JobLane
        /// Before when it is not to be started; `nil` if it waits for its turn alone.
        var instant: Duration?
    }

    /// Takes every job of a host that waits, without a look at those of the others.
    mutating func remove(of host: String) -> [Removed] { remove(at: [host]) { $0.host == host } }

    /// Takes every job that waits and meets a condition.
    mutating func remove(where condition: (TransferJob) -> Bool) -> [Removed] {
        remove(at: Array(hosts.keys), where: condition)
    }

    private mutating func remove(
        at names: [String], where condition: (TransferJob) -> Bool
    ) -> [Removed] {
        var removed: [Removed] = []
        for name in names {
            for lane in JobLane.allCases {
                guard let line = hosts[name]?.lines[lane.rawValue], !line.isEmpty else { continue }
                let before = removed.count
                let left = line.elements.filter { job in
                    guard condition(job) else { return true }
                    removed.append(Removed(job: job, lane: lane))
                    return false
                }
                if removed.count > before { hosts[name]?.lines[lane.rawValue] = WaitingLine(left) }
            }
            if hosts[name]?.lines.allSatisfy(\.isEmpty) == true { waiting[name] = nil }
        }
        removed += delayed.filter { condition($0.job) }
            .map { Removed(job: $0.job, lane: $0.lane, instant: $0.instant) }
        delayed.removeAll { condition($0.job) }
        count -= removed.count
        return removed
    }
}
