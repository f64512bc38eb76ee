import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Bytes that come from a fetcher's thread end in the store whole, whatever parts the store has.
@Suite(.timeLimit(.minutes(1))) struct DocumentIntakeTests {
    private let key = ItemKey(catalog: "c", collection: "C1", item: "a")
    private let note = PartialNote(
        url: "u", validators: Validators(entityTag: "\"1\""), completeLength: nil)

    private func append(_ bytes: [UInt8], to intake: DocumentIntake) throws {
        _ = try bytes.withUnsafeBytes { buffer in
            Result { () throws(StoreError) in try intake.append(buffer) }
        }.get()
    }

    @Test(arguments: [StorePart.all, []])
    func `a large document that begins anew holds what came last alone`(parts: Set<StorePart>) async throws {
        let store = InMemoryStore(parts)
        let intake = DocumentIntake(store: store, key: key)
        let large = [UInt8](repeating: 1, count: 2 * DocumentIntake.smallLimit)
        let next = [UInt8](repeating: 2, count: 2 * DocumentIntake.smallLimit + 5)
        intake.restart(note)
        try append(large, to: intake)
        intake.restart(note)
        try append(next, to: intake)
        let staged = try await intake.finishOnDisk()
        #expect(staged.digest.size == Int64(next.count))
        let refused = store.publish([Publication(document: staged, name: "a.bin")])
        #expect(refused.isEmpty && store.documents == ["a.bin": next])
    }

    @Test(arguments: [StorePart.all, []])
    func `what is parked is kept where the store keeps partial documents`(parts: Set<StorePart>) async throws
    {
        let store = InMemoryStore(parts)
        let intake = DocumentIntake(store: store, key: key)
        intake.restart(note)
        try append([1, 2, 3], to: intake)
        await intake.park()
        let again = try await DocumentIntake(store: store, key: key).resume(head: 2, tail: 1)
        #expect(again?.head == (parts.isEmpty ? nil : [1, 2]) && again?.tail == (parts.isEmpty ? nil : [3]))
        #expect(store.stagedCount == 0)
    }

    @Test(arguments: [false, true])
    func `a part that may be worth more stays until much of the whole has come in its place`(
        leavesPart: Bool
    ) async throws {
        let store = InMemoryStore()
        let part: [UInt8] = [1, 2, 3]
        let more = [UInt8](repeating: 2, count: DocumentIntake.smallLimit + 1)
        for (bytes, kept) in [(part, part), ([9], leavesPart ? part : [9]), (more, more)] {
            let intake = DocumentIntake(store: store, key: key, leavesPart: bytes != part && leavesPart)
            intake.restart(note)
            try append(bytes, to: intake)
            await intake.park()
            let next = DocumentIntake(store: store, key: key)
            let ends = try await next.resume(head: more.count, tail: 0)
            #expect(ends?.head == kept, "after \(bytes.count) bytes")
            await next.park()
        }
    }
}
