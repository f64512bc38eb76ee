import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// What holds for all the leases of a worker together, as it does for a run.
@Suite(.timeLimit(.minutes(1))) struct WorkerTests {
    private let mebibyte = 1 << 20

    static func urls(_ host: String, _ count: Int = 1) -> [String] {
        (0..<count).map { "http://\(host).example/\(host)\($0)" }
    }

    /// A lease of the jobs of one host.
    static func lease(
        _ number: Int64, of urls: [String], _ harness: PipelineHarness, lasts: Duration = .seconds(60),
        lane: JobLane = .listed
    ) -> HostLease {
        let jobs = urls.map { url in
            TransferJob(
                key: harness.key(url), title: url, url: url, action: .download,
                promise: DocumentPromise(Item(title: url, url: url)), name: "C1-\(url.suffix(2))")
        }
        let limits = harness.pipeline.downloads.queueLimits
        return HostLease(
            number: number, host: jobs.first?.host ?? "",
            jobs: jobs.map { LeasedJob($0, lane: lane, order: JobOrder(number: 1), limits: limits) },
            lasts: lasts)
    }

    /// A pipeline over documents that are listed, two transfers at once.
    func made(_ urls: [String]) async throws -> PipelineHarness {
        var harness = try PipelineHarness("= C1\n" + urls.map { "\($0) | \($0)" }.joined(separator: "\n"))
        harness.pipeline.downloads.queueLimits.maxConcurrent = 2
        _ = try await harness.pipeline.readCatalog(records: true)
        return harness
    }

    /// A worker that leases the documents of some hosts, and its desk.
    private func made(
        for hosts: [[String]], of harness: PipelineHarness
    ) async throws -> (worker: Worker, desk: Desk) {
        let queue = PostedQueue()
        await queue.offer(hosts.enumerated().map { Self.lease(Int64($0), of: $1, harness) })
        return try made(over: queue, of: harness)
    }

    /// A worker over the jobs of a queue, and its desk.
    func made(
        over queue: PostedQueue, of harness: PipelineHarness,
        tell: @escaping @Sendable (WorkEvent) -> Void = { _ in }
    ) throws -> (worker: Worker, desk: Desk) {
        let library = CrashingLibrary(harness.library, CrashScript(at: .max), sharesJobs: true)
        var pipeline = harness.pipeline
        pipeline.library = library
        pipeline.queues = PostingQueues(queues: harness.pipeline.queues, posted: queue)
        let desk = Desk(over: pipeline)
        var options = WorkOptions(name: "here", place: "here")
        options.untilEmpty = true
        return (try desk.worker(options, tell: tell), desk)
    }

    @Test func `it fetches as many documents at once as it may, over all of its leases`() async throws {
        let hosts = [Self.urls("x", 3), Self.urls("y", 3), Self.urls("z", 3)]
        var harness = try await made(hosts.flatMap { $0 })
        for url in hosts.joined() { harness.fetcher.on(url, .text(url)) }
        let busy = BusyFetcher(fetcher: harness.fetcher)
        harness.pipeline.fetcher = busy
        let (worker, _) = try await made(for: hosts, of: harness)
        try await worker.run()
        #expect(worker.report.stored == 9)
        #expect(busy.counts.value.most <= 2)
    }

    @Test func `its leases share the rate`() async throws {
        let hosts = [Self.urls("x"), Self.urls("y")]
        var harness = try await made(hosts.flatMap { $0 })
        harness.pipeline.downloads.bytesPerSecond = 1000
        for url in hosts.joined() { harness.fetcher.on(url, .content(Data(repeating: 65, count: 5000))) }
        let (worker, _) = try await made(for: hosts, of: harness)
        try await worker.run()
        #expect(worker.report.stored == 2)
        // Each for itself would get some bytes of the other one's time.
        #expect(harness.clock.now.offset > .milliseconds(9900))
    }

    @Test func `its leases share the room on the disk`() async throws {
        let (hosts, gate) = ([Self.urls("x"), Self.urls("y")], Gate())
        let harness = try await made(hosts.flatMap { $0 })
        harness.store.setFreeSpace(Int64(12 * mebibyte))
        for url in hosts.joined() {
            harness.fetcher.on(url, .held(by: gate, Data(repeating: 65, count: 8 * mebibyte)))
        }
        let (worker, desk) = try await made(for: hosts, of: harness)
        let heard = HeardEvents(desk.events())
        let working = Task { try await worker.run() }
        // Whichever comes second does not fit beside the first.
        _ = try await heard.lines.wait(atLeast: 1) { $0.hasPrefix("failed") }
        gate.open()
        try await working.value
        #expect(worker.report.stored == 1 && worker.report.failed == 1)
    }

    @Test func `it keeps to the room on the disk while a document comes`() async throws {
        let (urls, gate) = (Self.urls("x"), Gate())
        var harness = try await made(urls)
        harness.pipeline.downloads.reserve = Int64(2 * mebibyte)
        harness.store.setFreeSpace(Int64(100 * mebibyte))
        // Nobody says how long it is, so it claims no room when it begins.
        harness.fetcher.on(
            urls[0],
            Reply([
                .head(status: 200), .bytes(Data("a".utf8)), .wait(gate), .zeros(Int64(8 * mebibyte)), .stall,
            ]))
        let (worker, desk) = try await made(for: [urls], of: harness)
        let heard = HeardEvents(desk.events())
        let working = Task { try await worker.run() }
        try await heard.hears("started \(urls[0])")
        harness.store.setFreeSpace(Int64(mebibyte))
        gate.open()
        let error = try await #require(throws: StoreError.self) { try await working.value }
        #expect(error.code == .full)
    }

    /// A worker that has carried out a lease of each host, over a store that keeps nothing until it says so; and what it asked
    /// for.
    private func worked(
        through hosts: [[String]], of harness: PipelineHarness
    ) async throws -> (Worker, [[Int]]) {
        let (queue, store) = (PostedQueue(), harness.store)
        await queue.offer(hosts.enumerated().map { Self.lease(Int64($0), of: $1, harness) })
        store.failWrites(with: StoreError(.unreachable, subject: "the bucket", reason: "it is full"))
        let (worker, _) = try made(over: queue, of: harness) { event in
            if case .trouble = event { store.failWrites(with: nil) }
        }
        try await worker.run()
        return (worker, queue.asked.elements)
    }

    @Test func `whether documents can be kept again it tries with one of each host`() async throws {
        let hosts = [Self.urls("x"), Self.urls("y"), Self.urls("z")]
        let harness = try await made(hosts.flatMap { $0 })
        for url in hosts.joined() { harness.fetcher.on(url, .text(url)) }
        let (worker, asked) = try await worked(through: hosts, of: harness)
        #expect(worker.report.stored == 1)
        #expect(asked.prefix(3) == [[2, 50], [2, 1], [2, 50]], "\(asked)")
    }

    /// Notes what is told of trouble.
    static func note(_ event: WorkEvent, in told: Recorder<String>) {
        switch event {
        case .trouble: told.append("trouble")
        case .recovered: told.append("recovered")
        default: break
        }
    }

    @Test func `trouble that is not the store's ends with the queue's next answer`() async throws {
        let urls = Self.urls("x")
        let harness = try await made(urls)
        harness.fetcher.on(urls[0], .text("x"))
        let lease = Self.lease(0, of: urls, harness)
        let queue = PostedQueue()
        // Another worker has it after this one.
        _ = await queue.add(lease.jobs.map(\.job), to: .listed, of: JobOrder(number: 1))
        await queue.offer([lease])
        harness.store.failWrites(
            with: StoreError(.database, subject: "the records", reason: "they were away"))
        let told = Recorder<String>()
        let (worker, _) = try made(over: queue, of: harness) { Self.note($0, in: told) }
        let working = Task { try await worker.run() }
        try await told.wait(atLeast: 2)
        #expect(told.elements == ["trouble", "recovered"] && worker.report.stored == 0)
        await queue.finish(lease.jobs[0].job.key)
        try await working.value
    }

    @Test func `that there is nothing to lease, or to store, does not say that documents can be kept`()
        async throws
    {
        let hosts = [Self.urls("x"), Self.urls("y"), Self.urls("z")]
        let harness = try await made(hosts.flatMap { $0 })
        for (url, reply) in zip(hosts.joined(), [.text("x"), .status(404), .text("z")] as [Reply]) {
            harness.fetcher.on(url, reply)
        }
        let leases = hosts.enumerated().map { Self.lease(Int64($0), of: $1, harness) }
        let queue = PostedQueue()
        // Another worker has it.
        _ = await queue.add(leases[2].jobs.map(\.job), to: .listed, of: JobOrder(number: 1))
        await queue.offer([leases[0]])
        harness.store.failWrites(with: StoreError(.unreachable, subject: "the bucket", reason: "it is full"))
        let told = Recorder<String>()
        let (worker, _) = try made(over: queue, of: harness) { Self.note($0, in: told) }
        let working = Task { try await worker.run() }
        try await queue.asked.wait(atLeast: 2) { $0 == [2, 1] }
        #expect(told.elements == ["trouble"])
        harness.store.failWrites(with: nil)
        await queue.offer([leases[1]])
        try await queue.asked.wait(atLeast: 1) { $0 == [2, 2] }
        #expect(told.elements == ["trouble"] && worker.report.trouble != nil)
        await queue.offer([leases[2]])
        try await told.wait(atLeast: 2)
        #expect(worker.report.stored == 1)
        await queue.finish(leases[2].jobs[0].job.key)
        try await working.value
        #expect(told.elements == ["trouble", "recovered"])
    }

    @Test func `many small leases without a document tell as little as one whether documents can be kept`()
        async throws
    {
        let hosts = "abcdefghij".map { Self.urls(String($0)) }
        let harness = try await made(hosts.flatMap { $0 })
        for url in hosts.joined() { harness.fetcher.on(url, .status(404)) }
        harness.fetcher.on(hosts[0][0], .text("a"))
        let (_, asked) = try await worked(through: hosts, of: harness)
        #expect(asked.first == [2, 50] && asked.dropFirst().allSatisfy { $0[1] <= 2 }, "\(asked)")
    }

    @Test func `while one of its leases goes on, it takes jobs that were posted since`() async throws {
        let (hosts, gate) = ([Self.urls("x"), Self.urls("y")], Gate())
        let harness = try await made(hosts.flatMap { $0 })
        harness.fetcher.on(hosts[0][0], Reply([.head(status: 200), .wait(gate), .bytes(Data("x".utf8))]))
        harness.fetcher.on(hosts[1][0], .text("y"))
        let queue = PostedQueue()
        await queue.offer([Self.lease(0, of: hosts[0], harness)])
        let (worker, desk) = try made(over: queue, of: harness)
        let heard = HeardEvents(desk.events())
        let working = Task { try await worker.run() }
        try await heard.hears("started \(hosts[0][0])")
        await queue.offer([Self.lease(1, of: hosts[1], harness)])
        try await heard.hears("stored \(hosts[1][0])")
        gate.open()
        try await working.value
        #expect(worker.report.stored == 2)
    }

    @Test func `a document that another worker is about to give its name is not fetched meanwhile`()
        async throws
    {
        let (hosts, gate) = ([Self.urls("x"), Self.urls("y")], Gate())
        let harness = try await made(hosts.flatMap { $0 })
        harness.fetcher.on(hosts[0][0], Reply([.head(status: 200), .wait(gate), .bytes(Data("x".utf8))]))
        harness.fetcher.on(hosts[1][0], .text("y"))
        let queue = PostedQueue()
        await queue.offer([Self.lease(0, of: hosts[0], harness)])
        let (worker, desk) = try made(over: queue, of: harness)
        let heard = HeardEvents(desk.events())
        let working = Task { try await worker.run() }
        try await heard.hears("started \(hosts[0][0])")
        try await harness.leavePublication(of: hosts[1][0])
        await queue.offer([Self.lease(1, of: hosts[1], harness)])
        gate.open()
        try await working.value
        #expect(queue.givenBack.elements.map(\.job.url) == hosts[1])
        #expect(queue.givenBack.elements.allSatisfy { $0.delay > .zero })
        #expect(harness.fetcher.requests(for: hosts[1][0]).isEmpty)
        #expect(worker.report.stored == 1 && worker.report.failed == 0)
    }

    @Test func `a request is over with its lease, also while the queue does not answer`() async throws {
        let urls = Self.urls("x")
        let harness = try await made(urls)
        harness.fetcher.on(urls[0], Reply([.wait(Gate())]))
        let queue = PostedQueue()
        let gate = Gate()
        await queue.fallSilent(until: gate)
        await queue.offer([Self.lease(1, of: urls, harness, lasts: .milliseconds(50))])
        let lost = Recorder<String>()
        let (worker, _) = try made(over: queue, of: harness) { event in
            guard case .lost(let host) = event else { return }
            lost.append(host)
            gate.open()
        }
        // It would wait for ever.
        try await worker.run()
        #expect(lost.elements == ["x.example"])
        #expect(worker.report.stored == 0)
    }
}
