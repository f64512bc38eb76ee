import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// What readers select, and who may write meanwhile.
@Suite(.timeLimit(.minutes(1))) struct SelectionTests {
    private func made(_ gate: Gate) async throws -> DeskHarness {
        let made = try DeskHarness.ofTwoCollections(holding: ["a": gate], maxConcurrent: 3)
        _ = try await made.harness.pipeline.readCatalog(records: true)
        return made
    }

    @Test func `the first selection of a reader leaves the collection that is remembered`() async throws {
        let gate = Gate()
        let made = try await made(gate)
        try await made.desk.select(made.collection("C1"), for: Reader())
        let reader = Reader()
        let heard = HeardEvents(made.desk.events())
        let request = Task {
            try await made.desk.request([made.harness.key("http://x.example/a")], for: reader)
        }
        try await heard.hears("started A")
        try await made.desk.select(made.collection("C2"), for: reader)
        #expect(try await request.value.parked == 1)
        gate.open()
    }

    @Test func `what a reader selects for itself is remembered for nobody else`() async throws {
        let gate = Gate()
        gate.open()
        let made = try await made(gate)
        let reader = Reader()
        try await made.desk.select(made.collection("C1"), for: Reader())
        try await made.desk.select(made.collection("C2"), for: reader, isRemembered: false)
        #expect(await made.desk.selection(of: reader) == made.collection("C2"))
        #expect(try await made.desk.selection() == made.collection("C1"))
    }

    @Test func `nothing of a reader who is gone is kept, and what it asked for goes on`() async throws {
        let gate = Gate()
        let made = try await made(gate)
        let reader = Reader()
        try await made.desk.select(made.collection("C1"), for: reader)
        let heard = HeardEvents(made.desk.events())
        let request = Task {
            try await made.desk.request([made.harness.key("http://x.example/a")], for: reader)
        }
        try await heard.hears("started A")
        await made.desk.leave(reader)
        #expect(await made.desk.selections.isEmpty)
        gate.open()
        #expect(try await request.value.downloaded == 1)
    }

    @Test func `nobody begins to write while somebody has to be alone`() async throws {
        let gate = Gate()
        gate.open()
        let made = try await made(gate)
        let (desk, isAlone, isDone) = (made.desk, Gate(), Gate())
        let alone = Task {
            try await desk.writing(with: .exclusive) { _ in
                try await desk.keepOthersOut()
                isAlone.open()
                try await isDone.wait()
            }
        }
        try await isAlone.wait()
        let refusal = await #expect(throws: StoreError.self) { try await desk.sync() }
        #expect(refusal?.code == .busy)
        isDone.open()
        try await alone.value
        #expect(try await desk.sync().downloaded == 5)
    }
}
