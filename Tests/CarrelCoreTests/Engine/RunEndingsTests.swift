import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import LocalQueueing
import SQLiteKeeping
import Testing

@testable import CarrelCore

/// What hosts asked for, as a run was told itself and as it is recorded.
@Suite(.timeLimit(.minutes(1))) struct RunEndingsTests {
    /// The receipt of a document that a host does not have: it answers.
    private func answer() -> Receipt {
        let url = "http://x.example/a"
        let item = Item(title: "A", url: url)
        let job = TransferJob(
            key: ItemKey(catalog: "c", collection: "C", item: url), title: "A", url: url, action: .download,
            promise: DocumentPromise(item), name: "a", stored: nil)
        return Receipt(job, .failed(reason: "404"), at: Date(), status: 404)
    }

    /// Of whom a host asked to wait.
    enum Asked: CaseIterable { case anEarlierRun, thisRun, anotherMachineSince }

    @Test(arguments: Asked.allCases)
    func `an answer ends what its host asked of an earlier run, and not what was heard since`(
        asked: Asked
    ) async throws {
        let library = try await MemoryKeeper(root: nil).open(.exclusive)
        let committer = Committer(
            CommitWork(
                store: InMemoryStore(), library: library, now: { Date() }, assignment: { _ in nil }
            ) { _ in })
        let running = Task { await committer.run {} }
        let endings = RunEndings(
            queue: LocalJobQueue(), assignments: RunningAssignments(), committer: committer, now: { Date() })
        let answer = answer()
        let until = Date(timeIntervalSinceNow: 3600)
        let hold = HostHold(host: answer.job.host, until: until, reason: "429")
        if asked == .thisRun {
            var told = Settlement()
            told.holds = [hold]
            await endings.settle(told) { _ in }
        } else {
            committer.add([.held(hold)])
        }
        await committer.waitUntilRecorded()
        // Another part of the catalogue is planned, with what is recorded by then.
        endings.note(try await library.heldHosts(after: Date()))
        if asked == .anotherMachineSince {
            committer.add([.held(HostHold(host: hold.host, until: until + 60, reason: "503"))])
        }
        var answered = Settlement()
        answered.receipts = [answer]
        await endings.settle(answered) { _ in }
        await committer.waitUntilRecorded()
        let held = try await library.heldHosts(after: Date()).map(\.host)
        committer.finish()
        await running.value
        #expect(held == (asked == .anEarlierRun ? [] : [hold.host]))
    }

    @Test func `what is recorded of a host counts until the run hears from it`() async throws {
        let committer = Committer(
            CommitWork(
                store: InMemoryStore(), library: try await MemoryKeeper(root: nil).open(.exclusive),
                now: { Date() }, assignment: { _ in nil }
            ) { _ in })
        let endings = RunEndings(
            queue: LocalJobQueue(), assignments: RunningAssignments(), committer: committer, now: { Date() })
        let recorded = ["x.example", "y.example", "z.example"].map {
            HostHold(host: $0, until: Date(timeIntervalSinceNow: 3600), reason: "429")
        }
        endings.note(recorded)
        var told = Settlement()
        told.receipts = [answer()]
        told.holds = [HostHold(host: "y.example", until: Date(timeIntervalSinceNow: 5), reason: "503")]
        await endings.settle(told) { _ in }
        #expect(recorded.map { endings.hasHeard(since: $0) } == [true, true, false])
    }
}
