import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import Testing

@testable import CarrelCore

/// What is asked for where nothing is continued, the short way and the long one.
struct FreshRequestTests {
    private let origin = DocumentOrigin(
        url: "http://x.example/old.txt", validators: Validators(entityTag: "\"1\""))

    private func job(_ action: PlanEntry.Action, stored: DocumentOrigin?) -> TransferJob {
        TransferJob(
            key: ItemKey(catalog: "c", collection: "C", item: "i"), title: "i",
            url: "http://x.example/new.txt",
            action: action, promise: DocumentPromise(Item(title: "i", url: nil)), name: "i.txt",
            stored: stored)
    }

    @Test func `the tag of one address is not asked for at another one`() {
        let moved = job(.revalidate, stored: origin)
        #expect(TransferWorker.freshRequest(moved, url: "http://x.example/new.txt") == .whole)
        #expect(TransferWorker.freshRequest(moved, url: origin.url) == .unlessUnchanged(origin))
    }

    @Test func `a 304 that gives the digest of another content is not of the stored version`() throws {
        let digests = [
            "sha-256=:ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=:",
            "sha-256=:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=:", "md5=:AAAA:",
        ]
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
        let url = try #require(URL(string: origin.url))
        func isBelieved(_ digest: String, _ fields: [(String, String)] = [], of known: String?) -> Bool {
            let head = ResponseHead(
                status: 304, fields: HTTPFields([("Repr-Digest", digest)] + fields), url: url)
            let request = TransferRequest.unlessUnchanged(origin, sha256: known)
            return TransferDecision.make(for: request, head: head) == .unchanged(origin.validators)
        }
        #expect(digests.map { isBelieved($0, of: abc) } == [true, false, true])
        #expect(digests.allSatisfy { isBelieved($0, of: nil) })
        // The digest may be of the bytes in a content coding, which are not kept.
        #expect(isBelieved(digests[1], [("Vary", "Origin, Accept-Encoding")], of: abc))
        #expect(isBelieved(digests[1], [("Content-Encoding", "gzip")], of: abc))
        #expect(!isBelieved(digests[1], [("Vary", "Origin")], of: abc))
    }

    @Test func `what is to be fetched anew is asked for without a condition`() {
        #expect(TransferWorker.freshRequest(job(.download, stored: origin), url: origin.url) == .whole)
        for validators in [Validators(), Validators(entityTag: "*")] {
            let bare = DocumentOrigin(url: origin.url, validators: validators)
            #expect(TransferWorker.freshRequest(job(.revalidate, stored: bare), url: origin.url) == .whole)
        }
    }
}
