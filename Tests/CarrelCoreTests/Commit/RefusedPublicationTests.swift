import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import Testing

@testable import CarrelCore

/// What is recorded once a recorded publication was refused, whatever the names hold now.
@Suite struct RefusedPublicationTests {
    private let key = ItemKey(catalog: "c", collection: "C", item: "a")
    private let error = StoreError(.system, subject: "a", reason: "Input/output error")

    /// A document that cannot get its name.
    private func refusal(_ change: (inout Publication) -> Void = { _ in }) -> RefusedPublication {
        let digest = ContentDigest(size: 2, sha256: "11")
        var publication = Publication(document: StagedDocument(token: "1", digest: digest), name: "a")
        change(&publication)
        return RefusedPublication(publication, error)
    }

    /// What was recorded before it.
    private var former: StoredDocument {
        var document = StoredDocument(
            name: "a", size: 3, sha256: "33", mediaType: nil, validators: Validators(entityTag: "\"1\""),
            url: "http://x.example/a", storedAt: Date(timeIntervalSince1970: 1000))
        (document.fileTime, document.restoredOver) = (FileTime(nanoseconds: 7), "22")
        return document
    }

    @Test func `a document whose next version has no name is recorded as it was`() {
        for refusal in [
            refusal { $0.replaces = former.digest }, refusal { ($0.name, $0.succeeds) = ("b", "a") },
        ] {
            let changes = refusal.corrections(of: key, before: former)
            guard changes.count == 2, case .kept(_, former, _) = changes[0], case .refused = changes[1] else {
                Issue.record("\(changes)")
                return
            }
        }
    }

    @Test func `a new document without a name is not stored`() {
        let changes = refusal().corrections(of: key, before: nil)
        guard changes.count == 2, case .lost = changes[0], case .refused = changes[1] else {
            Issue.record("\(changes)")
            return
        }
    }

    @Test func `a document that cannot be moved has its former name`() {
        let refusal = refusal { ($0.name, $0.moves) = ("b", "a") }
        let changes = refusal.corrections(of: key, before: nil)
        guard changes.count == 1, case .moved(_, to: "a", nil) = changes[0] else {
            Issue.record("\(changes)")
            return
        }
    }
}
