import CarrelCore
import CarrelTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct DownloadQueueTests {
    private func job(_ name: String, collection: String = "C1", host: String = "example.org")
        -> DownloadQueue.Job
    {
        let item = Item(title: name, url: "http://\(host)/\(name)")
        return DownloadQueue.Job(
            entry: PlanEntry(.download, reason: "new", collection: collection, item: item),
            key: ItemKey(catalog: "c", collection: collection, item: item.id))
    }

    /// Work that records what begins and ends when its gate opens, or with cancellation.
    private final class Work: Sendable {
        let began = Recorder<String>()
        let ended = Recorder<String>()
        let gate = Gate()
        let running = Locked((now: 0, most: 0))

        func run(_ job: DownloadQueue.Job) async -> DownloadQueue.Outcome {
            running.withLock { counts in
                counts.now += 1
                counts.most = max(counts.most, counts.now)
            }
            began.append(job.entry.item.title)
            defer {
                running.withLock { $0.now -= 1 }
                ended.append(job.entry.item.title)
            }
            do {
                try await gate.wait()
            } catch {
                return .cancelled
            }
            return job.entry.item.title.hasPrefix("bad") ? .failed(reason: "bad") : .done
        }
    }

    @Test func `at most three run at once by default`() async throws {
        let work = Work()
        let queue = DownloadQueue { job, _ in await work.run(job) }
        for index in 0..<10 { await queue.enqueue(job("\(index)")) }
        await queue.finish()
        async let run: Void = queue.run()
        try await work.began.wait(atLeast: 3)
        work.gate.open()
        await run
        #expect(work.ended.elements.count == 10)
        #expect(work.running.value.most == 3)
    }

    @Test func `an item queued twice is done once`() async throws {
        let work = Work()
        let queue = DownloadQueue { job, _ in await work.run(job) }
        #expect(await queue.enqueue(job("a")))
        #expect(await !queue.enqueue(job("a")))
        await queue.finish()
        async let run: Void = queue.run()
        try await work.began.wait(atLeast: 1)
        #expect(await !queue.enqueue(job("a")))
        work.gate.open()
        await run
        #expect(work.began.elements == ["a"])
    }

    @Test func `a failed item does not stop the others, and its reason is its status`() async {
        let work = Work()
        work.gate.open()
        let queue = DownloadQueue { job, _ in await work.run(job) }
        for name in ["bad", "good", "bad too", "good too"] { await queue.enqueue(job(name)) }
        await queue.finish()
        await queue.run()
        #expect(Set(work.ended.elements) == ["bad", "good", "bad too", "good too"])
        #expect(await queue.status(of: job("bad").key) == .failed(reason: "bad"))
        #expect(await queue.status(of: job("good").key) == nil)
    }

    @Test func `queued and running items are downloading`() async throws {
        let work = Work()
        let queue = DownloadQueue(DownloadQueue.Limits(maxConcurrent: 1)) { job, progress in
            progress(0.5)
            return await work.run(job)
        }
        await queue.enqueue(job("a"))
        await queue.enqueue(job("b"))
        await queue.finish()
        async let run: Void = queue.run()
        try await work.began.wait(atLeast: 1)
        #expect(await queue.status(of: job("a").key) == .downloading(fraction: 0.5))
        #expect(await queue.status(of: job("b").key) == .downloading(fraction: nil))
        work.gate.open()
        await run
    }

    @Test func `selecting another collection cancels what is queued and in flight for the old one`()
        async throws
    {
        let work = Work()
        let queue = DownloadQueue(DownloadQueue.Limits(maxConcurrent: 1)) { job, _ in await work.run(job) }
        await queue.enqueue(job("a", collection: "old"))
        await queue.enqueue(job("b", collection: "old"))
        await queue.enqueue(job("c", collection: "new"))
        async let run: Void = queue.run()
        try await work.began.wait(atLeast: 1)
        await queue.select(CollectionKey(catalog: "c", collection: "new"))
        #expect(await queue.status(of: job("a", collection: "old").key) == nil)
        #expect(await queue.status(of: job("b", collection: "old").key) == nil)
        try await work.began.wait(atLeast: 2)
        work.gate.open()
        await queue.finish()
        await run
        #expect(work.began.elements == ["a", "c"])
    }

    @Test func `an item that was cancelled and queued again is done after the cancelled try has ended`()
        async throws
    {
        let cancelled = Gate()
        let began = Recorder<String>()
        let queue = DownloadQueue(DownloadQueue.Limits(maxConcurrent: 2)) { _, _ in
            began.append("try")
            guard began.elements.count == 1 else { return .done }
            // The first try ends only when the gate opens, as a slow disk would have it.
            await Task { try? await cancelled.wait() }.value
            return .cancelled
        }
        await queue.enqueue(job("a"))
        async let run: Void = queue.run()
        try await began.wait(atLeast: 1)
        await queue.cancel(CollectionKey(catalog: "c", collection: "C1"))
        #expect(await queue.enqueue(job("a")))
        #expect(began.elements.count == 1)
        cancelled.open()
        try await began.wait(atLeast: 2)
        await queue.finish()
        await run
        #expect(await queue.status(of: job("a").key) == nil)
    }

    @Test func `no host gets more than its share, and others are not held up`() async throws {
        let work = Work()
        let queue = DownloadQueue(DownloadQueue.Limits(maxConcurrent: 3, maxPerHost: 1)) { job, _ in
            await work.run(job)
        }
        for index in 0..<3 { await queue.enqueue(job("slow\(index)", host: "slow.example")) }
        await queue.enqueue(job("other", host: "other.example"))
        await queue.finish()
        async let run: Void = queue.run()
        try await work.began.wait(atLeast: 2)
        #expect(Set(work.began.elements) == ["slow0", "other"])
        work.gate.open()
        await run
        #expect(work.ended.elements.count == 4)
    }

    @Test func `cancelling the run cancels what is in flight and starts nothing more`() async throws {
        let work = Work()
        let queue = DownloadQueue(DownloadQueue.Limits(maxConcurrent: 1)) { job, _ in await work.run(job) }
        await queue.enqueue(job("a"))
        await queue.enqueue(job("b"))
        let run = Task { await queue.run() }
        try await work.began.wait(atLeast: 1)
        run.cancel()
        await run.value
        #expect(work.began.elements == ["a"])
    }
}
