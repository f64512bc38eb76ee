import CarrelTesting
import Testing
@testable import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

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

    /// What was recorded before it of the document.
    private func former(_ refusal: RefusedPublication) throws -> StoredDocument {
        let digest = try #require(refusal.publication.replaces)
        var document = StoredDocument(
            name: "a", size: digest.size, sha256: digest.sha256, mediaType: nil,
            validators: Validators(entityTag: "\"1\""), url: "http://x.example/a",
            storedAt: Date(timeIntervalSince1970: 1000))
        (document.fileTime, document.restoredOver) = (FileTime(nanoseconds: 7), "22")
        return document
    }

    @Test func `a document whose next version has no name is recorded as it was`() async throws {
        let refusal = try refusal()
        let former = try former(refusal)
        let changes = await store.changes(after: refusal, of: key, before: former)
        guard case .kept(_, former, _) = changes.first, case .refused = changes.last else {
            Issue.record("\(changes)")
            return
        }
    }

    @Test func `a document that cannot be read now is not lost`() async throws {
        let refusal = try refusal()
        let unreadable = WatchedStore(store) { [error] in throw error }
        let changes = await unreadable.changes(after: refusal, of: key, before: try former(refusal))
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
        let changes = await store.changes(after: refusal, of: key, before: try former(refusal))
        guard case .kept(_, let kept, _) = changes.first, case .refused = changes.last, kept.name == "a"
        else {
            Issue.record("\(changes)")
            return
        }
    }

    @Test(arguments: [nil, [1, 2], [3, 2, 1]] as [[UInt8]?])
    func `a document that is gone, or another one now, is lost`(content: [UInt8]?) async throws {
        let refusal = try refusal()
        store.tamper(with: "a", content: content)
        let changes = await store.changes(after: refusal, of: key, before: try former(refusal))
        guard case .lost = changes.first, case .refused = changes.last else {
            Issue.record("\(changes)")
            return
        }
    }
}
