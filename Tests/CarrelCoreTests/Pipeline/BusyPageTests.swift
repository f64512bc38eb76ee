import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import PlanPlugins
import Testing

/// Further pages whose server is busy, and says when to come back.
@Suite(.timeLimit(.minutes(1))) struct BusyPageTests {
    /// How many items a list of two pages has, and how often it was waited for just as long as the second one asks, which is
    /// busy some times.
    private func read(busy times: Int, _ status: Int, after wait: Duration?) async throws -> [Int] {
        var harness = try PipelineHarness("= C1", planner: OnDemandPlanner())
        harness.pipeline.parsers = .only("next", NextParser())
        let left = Locked(times)
        harness.pipeline.furtherSource = {
            (further: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) -> any Source in
            let busy = left.withLock {
                $0 -= 1
                return $0 + 1
            }
            if busy > 0 {
                var error = SourceError(.httpStatus(status), subject: further.url, reason: "busy")
                error.retryAfter = wait
                throw error
            }
            return FixedSource("= C1\nB | http://x.example/b", location: further.url)
        }
        harness.replaceCatalog("= C1\nA | http://x.example/a\n> http://catalog.example/2")
        _ = try await harness.pipeline.sync()
        let items = try await harness.located().catalog.collections.flatMap(\.items)
        return [items.count, harness.clock.sleeps.filter { $0 == wait }.count]
    }

    @Test(arguments: [429, 503]) func `a page is asked for again when its server says`(
        status: Int
    ) async throws {
        #expect(try await read(busy: 2, status, after: .seconds(7)) == [2, 2])
    }

    @Test func `nobody waits for ever, for long, or where the server does not ask for it`() async throws {
        #expect(try await read(busy: 3, 503, after: .seconds(7)) == [1, 2])
        #expect(try await read(busy: 1, 503, after: .seconds(600)) == [1, 0])
        #expect(try await read(busy: 1, 503, after: nil) == [1, 0])
        #expect(try await read(busy: 1, 404, after: .seconds(7)) == [1, 0])
    }
}
