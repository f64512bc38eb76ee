import CarrelHTTP
import CarrelModel
import CarrelStages
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

    @Test func `what is to be fetched anew is asked for without a condition`() {
        #expect(TransferWorker.freshRequest(job(.download, stored: origin), url: origin.url) == .whole)
        for validators in [Validators(), Validators(entityTag: "*")] {
            let bare = DocumentOrigin(url: origin.url, validators: validators)
            #expect(TransferWorker.freshRequest(job(.revalidate, stored: bare), url: origin.url) == .whole)
        }
    }
}
