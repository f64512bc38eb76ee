import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// What is told side by side is heard one at a time.
@Suite(.timeLimit(.minutes(1))) struct EventRelayTests {
    /// Catalogues of collections, which can be read once; who reads them again is counted.
    private final class OnceReadable: Source {
        let location: String
        private let isKnown = Locked(false)
        private let again: @Sendable () -> Void

        init(_ location: String, again: @escaping @Sendable () -> Void) {
            (self.location, self.again) = (location, again)
        }

        func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
            let wasKnown = isKnown.withLock { isKnown in
                defer { isKnown = true }
                return isKnown
            }
            guard wasKnown else {
                let text = "= P\nA | \(location)/a"
                return .documents([CatalogDocument(data: Data(text.utf8), url: URL(filePath: "/lines"))])
            }
            again()
            throw SourceError(.unreadable, subject: location, reason: "it is gone")
        }
    }

    /// Stays in its first `unread` until every collection was read again, and counts the calls that came meanwhile.
    private final class SlowObserver: PipelineObserver {
        let heard = RecordingEvents()
        let overlaps = Locked(0)
        private let calls = Locked((now: 0, unread: 0))
        private let allRead: DispatchSemaphore

        init(_ allRead: DispatchSemaphore) { self.allRead = allRead }

        func receive(_ event: PipelineEvent) {
            let isUnread = if case .unread = event { true } else { false }
            let (isAlone, isFirst) = calls.withLock { calls in
                calls.now += 1
                if isUnread { calls.unread += 1 }
                return (calls.now == 1, isUnread && calls.unread == 1)
            }
            if !isAlone { overlaps.withLock { $0 += 1 } }
            if isFirst { #expect(allRead.wait(timeout: .now() + 30) == .success) }
            heard.receive(event)
            calls.withLock { $0.now -= 1 }
        }
    }

    /// Gives every job a thread of its own, which may be held up.
    private final class ThreadExecutor: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    @Test func `collections that cannot be read again are told of one by one, before anything is planned`()
        async throws
    {
        let names = (1...6).map { "C\($0)" }
        let left = Locked(names.count)
        let allRead = DispatchSemaphore(value: 0)
        let sources = Dictionary(
            uniqueKeysWithValues: names.map { name in
                let url = "http://x.example/\(name)"
                return (
                    url,
                    OnceReadable(url) {
                        let isLast = left.withLock { left in
                            left -= 1
                            return left == 0
                        }
                        if isLast { allRead.signal() }
                    }
                )
            })
        var harness = try PipelineHarness(names.map { "= \($0)" }.joined(separator: "\n"))
        harness.pipeline.parsers.furtherURL = "http://x.example/{collection}"
        harness.pipeline.furtherSource = {
            (further: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) in
            guard let source = sources[further.url] else { throw .noSource }
            return source
        }
        for name in names { harness.fetcher.on("http://x.example/\(name)/a", .text(name)) }
        let catalog = try await harness.pipeline.readCatalog(records: true)
        for collection in catalog.catalog.collections {
            try await harness.pipeline.open(collection, of: catalog.location)
        }

        let observer = SlowObserver(allRead)
        harness.pipeline.observer = observer
        let pipeline = harness.pipeline
        let summary = try await withTaskExecutorPreference(ThreadExecutor()) {
            try await pipeline.bringUpToDate(retriesFailed: false)
        }
        #expect(summary.unread == 6 && summary.downloaded == 6)
        #expect(observer.overlaps.value == 0)
        let unread = observer.heard.events.compactMap { event in
            if case .unread(let key, _, _) = event { key.collection } else { nil }
        }
        #expect(unread.sorted() == names)
        let lines = observer.heard.lines
        let last = try #require(lines.lastIndex { $0.hasPrefix("not read again") })
        let planned = try #require(lines.firstIndex { $0.hasPrefix("download: ") })
        #expect(last < planned, "\(lines)")
    }
}
