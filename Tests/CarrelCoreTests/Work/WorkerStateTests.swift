import CarrelModel
import CarrelStages
import Testing

@testable import CarrelCore

/// What a worker knows of itself.
struct WorkerStateTests {
    @Test(arguments: [false, true])
    func `what others left is for workers that the queue knows`(isKnown: Bool) {
        var state = WorkerState()
        state.worker = QueueWorker(number: 1)
        let news = LeaseNews(isKnown: isKnown, lasts: .seconds(1), hasUnnamedDocuments: true)
        state.note(news, asked: .now)
        #expect(state.hasToFinish == isKnown)
        #expect(state.hasToClose == !isKnown)
    }

    @Test func `a worker that was forgotten, perhaps for another one at its place, enters elsewhere`() {
        var state = WorkerState()
        state.note(LeaseNews(isKnown: true, lasts: .seconds(1)), asked: .now)
        #expect(state.place("here") == "here")
        state.note(LeaseNews(isKnown: false, lasts: .seconds(1)), asked: .now)
        let places = Set([state.place("here"), state.place("here"), "here"])
        #expect(places.count == 3)
    }

    @Test func `what it has claimed is its own to finish until it has, or opens the library`() {
        var state = WorkerState()
        state.worker = QueueWorker(number: 1)
        let digest = ContentDigest(size: 1, sha256: String(repeating: "0", count: 64))
        let left = [Publication(document: StagedDocument(token: "t", digest: digest), name: "a")]
        let all = [state.claim(left), state.claim([]), state.claim(left)]
        #expect(all == [left, left, left] && state.hasToFinish)
        state.noteFinished()
        #expect(!state.hasToFinish)
        _ = state.claim(left)
        state.noteOpening(at: .now)
        #expect(!state.hasToFinish)
    }

    @Test func `what cannot be finished is not tried again at once`() {
        var state = WorkerState()
        state.worker = QueueWorker(number: 1)
        let news = LeaseNews(isKnown: true, lasts: .seconds(60), hasUnnamedDocuments: true)
        let now = ContinuousClock.now
        state.noteFinishing(at: now)
        state.note(news, asked: now + .seconds(59))
        #expect(!state.hasToFinish)
        state.note(news, asked: now + .seconds(61))
        #expect(state.hasToFinish)
    }
}
