import CarrelModel
import CarrelStages
import Foundation

private typealias Sample = LibrarySample

/// What happens whole or not at all.
extension LibraryConformance {
    static let transactions: [Check] = [
        Check("a group of changes happens whole or not at all") { bed in
            let library = try await bed.openStored()
            let before = try await library.changes(since: 0)
            let pending = try await library.pendingPublications()
            var refusal: StoreError?
            do throws(StoreError) {
                // Two documents of one name.
                try await library.commit(
                    [
                        Sample.tried(.failed, reason: "r"), .quarantined(Sample.quarantined("q"), nil),
                        .held(HostHold(host: "h.example", until: .distantFuture, reason: "r")),
                        Sample.stored(Sample.later),
                    ], settling: pending)
            } catch {
                refusal = error
            }
            try require(refusal != nil, "two documents have one name")
            try requireEqual(try await library.changes(since: 0), before, "what has changed")
            try requireEqual(try await library.pendingPublications(), pending, "what is pending")
            try require(
                try await library.attempts(for: Sample.key, limit: 9).isEmpty, "an attempt is recorded")
            try require(try await library.quarantinedDocuments().isEmpty, "a document is set aside")
            try require(try await library.heldHosts(after: .distantPast).isEmpty, "a host is held")
            try requireEqual(try await library.names(), [Sample.key: "C1-a"], "the names")
        },
        Check("changes are recorded in their order") { bed in
            let library = try await bed.openListed()
            try await library.commit([
                Sample.stored(), .lost(Sample.key, reason: "gone"), Sample.stored(Sample.later),
                Sample.tried(.failed, reason: "first"), Sample.tried(.failed, reason: "second"),
            ])
            try requireEqual(try await library.names(), [Sample.later: "C1-a"], "the names")
            let memory = try await library.memory(of: Sample.location)
            try requireEqual(memory.items[Sample.key]?.lastFailure, "second", "the last failure")
        },
        Check("publications are pending in their order until they are settled") { bed in
            let library = try await bed.openListed()
            let aside = Sample.publication("q~1", area: .quarantine)
            try await library.commit([
                Sample.stored(Sample.key, "b"), .quarantined(Sample.quarantined("q~1"), aside),
                Sample.stored(Sample.later, "a"),
            ])
            let pending = try await library.pendingPublications()
            try requireEqual(
                pending, [Sample.publication("b"), aside, Sample.publication("a")], "what is pending")
            let claimed = try await library.claimPublications(for: QueueWorker(number: 1))
            try requireEqual(claimed, pending, "what a worker finishes")
            try requireEqual(
                try await library.pendingNames(among: ["a", "q~1", "c"]), ["a"], "the names that are pending")
            try await library.commit([], settling: [pending[1], Sample.publication("unknown")])
            try requireEqual(try await library.pendingPublications(), [pending[0], pending[2]], "the rest")
            try await library.commit(
                [Sample.stored(Sample.key("c"), "c")], settling: [pending[0], pending[2]])
            try requireEqual(try await library.pendingPublications().map(\.name), ["c"], "the next group")
            try await library.commit([], settling: [Sample.publication("c")])
            try require(try await library.pendingPublications().isEmpty, "something is pending")
            try requireEqual(try await library.pendingNames(among: ["a", "c"]), [], "names that are pending")
        },
        Check("calls that overlap are all done") { bed in
            let library = try await bed.openListed()
            try await withThrowingTaskGroup { group in
                for number in 0..<40 {
                    group.addTask {
                        let key = Sample.key("http://x.example/\(number)")
                        try await library.commit([
                            Sample.stored(key, "\(number)"), Sample.tried(.stored, of: key),
                        ])
                        _ = try await library.memory(of: Sample.location)
                    }
                }
                try await group.waitForAll()
            }
            try requireEqual(try await library.names().count, 40, "documents")
            try requireEqual(try await library.pendingPublications().count, 40, "publications")
        },
    ]
}
