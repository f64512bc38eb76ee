/// The jobs that wait, by host: who is next, and when somebody will be.
///
/// Within a host the order is that of the arrival; hosts take turns. Every operation costs the same however many
/// jobs wait.
struct HostQueues {
    /// What is known of one host.
    private struct Host {
        var jobs: [DownloadQueue.Job] = []
        var first = 0
        var running = 0
        var heldUntil: Duration?
        var nextRequest: Duration = .zero
        var failuresInARow = 0
        var isInTurn = false

        var isEmpty: Bool { first == jobs.count }
    }

    /// The most jobs of one host at once.
    let maxPerHost: Int
    /// The shortest time between two requests to one host.
    let interval: Duration
    /// After so many failures in a row a host is left alone; 0 for never.
    let failureLimit: Int

    private var hosts: [String: Host] = [:]
    /// The hosts that may have a job to start, in turn.
    private var turns: [String] = []
    private var firstTurn = 0
    /// Jobs that wait for an instant, unordered: they are few.
    private var delayed: [(instant: Duration, job: DownloadQueue.Job)] = []
    /// The hosts that are held or wait for their next request.
    private var waiting: [String: Duration] = [:]
    /// How many jobs wait.
    private(set) var count = 0

    init(maxPerHost: Int, interval: Duration, failureLimit: Int) {
        self.maxPerHost = maxPerHost
        self.interval = interval
        self.failureLimit = failureLimit
    }

    /// Adds a job behind the others of its host.
    mutating func add(_ job: DownloadQueue.Job) {
        count += 1
        hosts[job.host, default: Host()].jobs.append(job)
        takeTurn(job.host)
    }

    /// Adds a job that is not to be started before an instant.
    mutating func add(_ job: DownloadQueue.Job, at instant: Duration) {
        count += 1
        delayed.append((instant, job))
    }

    /// Takes the next job that may be started now.
    mutating func next(at now: Duration) -> DownloadQueue.Job? {
        release(at: now)
        while firstTurn < turns.count {
            let name = turns[firstTurn]
            firstTurn += 1
            if firstTurn > 1024, firstTurn * 2 > turns.count {
                turns.removeFirst(firstTurn)
                firstTurn = 0
            }
            hosts[name]?.isInTurn = false
            guard let job = start(name, at: now) else { continue }
            takeTurn(name)
            return job
        }
        return nil
    }

    /// When the next job that waits for time alone can be started; `nil` where none does.
    var nextInstant: Duration? {
        [delayed.map(\.instant).min(), waiting.values.min()].compactMap { $0 }.min()
    }

    private mutating func start(_ name: String, at now: Duration) -> DownloadQueue.Job? {
        guard var host = hosts[name], !host.isEmpty, host.running < maxPerHost, waiting[name] == nil else {
            return nil
        }
        let until = max(host.heldUntil ?? .zero, host.nextRequest)
        guard until <= now else {
            waiting[name] = until
            return nil
        }
        let job = host.jobs[host.first]
        host.first += 1
        // The jobs that are done go in large pieces, so that none is moved more than once.
        if host.first > 1024, host.first * 2 > host.jobs.count {
            host.jobs.removeFirst(host.first)
            host.first = 0
        }
        host.running += 1
        host.heldUntil = nil
        host.nextRequest = now + interval
        count -= 1
        hosts[name] = host
        return job
    }

    /// Lets hosts and jobs whose time has come take their turn.
    private mutating func release(at now: Duration) {
        if !waiting.isEmpty {
            for (name, instant) in waiting where instant <= now {
                waiting[name] = nil
                takeTurn(name)
            }
        }
        guard !delayed.isEmpty else { return }
        let due = delayed.filter { $0.instant <= now }.map(\.job)
        guard !due.isEmpty else { return }
        delayed.removeAll { $0.instant <= now }
        count -= due.count
        for job in due { add(job) }
    }

    private mutating func takeTurn(_ name: String) {
        guard hosts[name]?.isInTurn == false, waiting[name] == nil else { return }
        hosts[name]?.isInTurn = true
        turns.append(name)
    }

    // MARK: What happened

    /// Notes that a job ended.
    mutating func ended(_ job: DownloadQueue.Job) {
        hosts[job.host]?.running -= 1
        takeTurn(job.host)
    }

    /// Holds a host: nothing is started before an instant.
    mutating func hold(_ name: String, until instant: Duration) {
        let until = max(hosts[name]?.heldUntil ?? .zero, instant)
        hosts[name, default: Host()].heldUntil = until
        if waiting[name] != nil { waiting[name] = until }
    }

    /// Notes that a host delivered a document.
    mutating func noteSuccess(_ name: String) { hosts[name]?.failuresInARow = 0 }

    /// Notes that a host failed.
    ///
    /// - Returns: whether it has failed so often in a row that it is to be left alone.
    mutating func noteFailure(_ name: String) -> Bool {
        hosts[name, default: Host()].failuresInARow += 1
        return failureLimit > 0 && (hosts[name]?.failuresInARow ?? 0) >= failureLimit
    }

    /// Takes every job that waits and meets a condition.
    mutating func remove(where condition: (DownloadQueue.Job) -> Bool) -> [DownloadQueue.Job] {
        var removed: [DownloadQueue.Job] = []
        for name in hosts.keys {
            guard let jobs = hosts[name]?.jobs, let first = hosts[name]?.first else { continue }
            let left = jobs[first...].filter { job in
                guard condition(job) else { return true }
                removed.append(job)
                return false
            }
            hosts[name]?.jobs = left
            hosts[name]?.first = 0
            if left.isEmpty { waiting[name] = nil }
        }
        removed += delayed.map(\.job).filter(condition)
        delayed.removeAll { condition($0.job) }
        count -= removed.count
        return removed
    }
}
