import CarrelModel
import CarrelStages

private typealias Sample = LibrarySample

/// What is set aside.
extension LibraryConformance {
    static let quarantine: [Check] = [
        Check("what is set aside is told newest first, several for one item and some for none") { bed in
            let library = try await bed.openListed()
            let all = [
                Sample.quarantined("a~1"), Sample.quarantined("a~2"), Sample.quarantined("found", of: nil),
                Sample.quarantined("b~1", of: Sample.key("http://new.example/b", in: "http://new.example/")),
            ]
            for document in all { try await library.commit([.quarantined(document, nil)]) }
            try requireEqual(
                try await library.quarantinedDocuments(), all.reversed(), "what is set aside")
            try require(try await library.pendingPublications().isEmpty, "nothing is to be published")
        },
        Check("what is released is in the quarantine no longer, and others are") { bed in
            let library = try await bed.openListed()
            try await library.commit(
                ["a~1", "a~2", "a~3"].map { .quarantined(Sample.quarantined($0), nil) })
            try await library.commit([.released(token: "a~2"), .released(token: "unknown")])
            try requireEqual(
                try await library.quarantinedDocuments().map(\.token), ["a~3", "a~1"], "what is set aside")
        },
        Check("what is set aside again under one token is there once, as it is now") { bed in
            let library = try await bed.openListed()
            try await library.commit([.quarantined(Sample.quarantined("a~1"), nil)])
            var changed = Sample.quarantined("a~1")
            (changed.reason, changed.isWhole, changed.wasStored) = ("another reason", true, false)
            try await library.commit([.quarantined(changed, nil)])
            try requireEqual(try await library.quarantinedDocuments(), [changed], "what is set aside")
        },
        Check("why something is set aside stays the reason, whatever another try ends with") { bed in
            let library = try await bed.openListed()
            for (token, reason) in [("a~1", "a login page"), ("a~2", "an HTML page"), ("a~3", "an edit")] {
                var aside = Sample.quarantined(token)
                (aside.reason, aside.wasStored) = (reason, token == "a~3")
                try await library.commit([.quarantined(aside, nil)])
            }
            try require(
                try await library.memory(of: Sample.location).items[Sample.key]?.asideReason == nil,
                "without a failure nothing is wrong")
            try await library.commit([Sample.tried(.failed, reason: "404")])
            let item = try await library.memory(of: Sample.location).items[Sample.key]
            try requireEqual(item?.lastFailure, "404", "the last failure")
            try requireEqual(item?.asideReason, "an HTML page", "why it is set aside")
        },
        Check("an item with something set aside stays while it is not listed") { bed in
            let library = try await bed.openListed()
            try await library.commit([.quarantined(Sample.quarantined("a~1"), nil)])
            try await library.record(Catalog(collections: []), reading: Sample.reading())
            try requireEqual(
                try await library.quarantinedDocuments(), [Sample.quarantined("a~1")], "what is set aside")
        },
    ]
}
