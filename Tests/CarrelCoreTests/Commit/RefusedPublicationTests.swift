import CarrelTesting
import Testing
@testable import CarrelCore
import CarrelModel
import CarrelStages

@Suite struct RefusedPublicationTests {
    private let store = InMemoryStore()
    private let key = ItemKey(catalog: "c", collection: "C", item: "a")
    private let error = StoreError(.system, subject: "a", reason: "Input/output error")

    /// Publishes a document, and then a second version of it that is refused.
    private func refusal() throws -> RefusedPublication {
        let contents = [[1, 2, 3], [4, 5]].map { DocumentContent(key: key, bytes: $0) }
        let staged = try store.stage(contents).map { try $0.get() }
        #expect(store.publish([Publication(document: staged[0], name: "a")]).isEmpty)
        let second = Publication(document: staged[1], name: "a", replaces: staged[0].digest)
        return RefusedPublication(second, error)
    }

    @Test func `a document whose next version has no name stays recorded`() async throws {
        let changes = await store.changes(after: try refusal(), of: key)
        guard case .kept = changes.first, case .refused = changes.last else {
            Issue.record("\(changes)")
            return
        }
    }

    @Test func `a document that cannot be read now is not lost`() async throws {
        let refusal = try refusal()
        let unreadable = WatchedStore(store) { [error] in throw error }
        let changes = await unreadable.changes(after: refusal, of: key)
        guard case .kept = changes.first else {
            Issue.record("\(changes)")
            return
        }
    }

    @Test func `an edited document keeps its name where the next version cannot come beside it`() async throws
    {
        var refusal = try refusal()
        (refusal.publication.name, refusal.publication.succeeds) = ("b", "a")
        store.tamper(with: "a", content: [7, 8, 9, 10])
        let changes = await store.changes(after: refusal, of: key)
        guard case .moved(_, to: "a", nil) = changes.first, changes.count == 3, case .kept = changes[1],
            case .refused = changes[2]
        else {
            Issue.record("\(changes)")
            return
        }
    }

    @Test(arguments: [nil, [1, 2], [3, 2, 1]] as [[UInt8]?])
    func `a document that is gone, or another one now, is lost`(content: [UInt8]?) async throws {
        let refusal = try refusal()
        store.tamper(with: "a", content: content)
        let changes = await store.changes(after: refusal, of: key)
        guard case .lost = changes.first, case .refused = changes.last else {
            Issue.record("\(changes)")
            return
        }
    }
}
