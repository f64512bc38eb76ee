import CarrelHTTP
import CarrelModel
import CarrelStages

/// What a store promises of partial documents.
extension StoreConformance {
    private static let note = PartialNote(
        url: "http://example.org/a.pdf", validators: Validators(entityTag: "\"1\""), completeLength: nil)

    private static func partials(of store: any Store) throws -> any PartialDocuments {
        try requireValue(store.partials, "partial documents")
    }

    /// Parks the beginning of a document.
    private static func park(
        _ text: String, _ item: String, _ note: PartialNote = note, in partials: any PartialDocuments
    ) throws {
        let writer = try partials.writer(for: key(item), resuming: false)
        try writer.restart(note)
        try writer.write(Array(text.utf8))
        writer.park()
    }

    static let partials: [ConformanceCheck<any Store>] = [
        ConformanceCheck("a parked document is continued where it ended, and its digest is that of the whole")
        { store in
            let partials = try partials(of: store)
            try park("ab", "a", in: partials)
            try requireEqual(
                try await partials.partialDocuments(), [key("a"): PartialDocument(bytes: 2, note: note)],
                "partials")
            let writer = try partials.writer(for: key("a"), resuming: true)
            try requireEqual(writer.bytesWritten, 2, "bytes there")
            try requireEqual(writer.note, note, "note")
            try requireEqual(try writer.read(1..<2), Array("b".utf8), "what is there")
            try writer.write(Array("c".utf8))
            let expected = try await stage("abc", key: key("b"), in: store)
            try requireEqual(try writer.finish().digest, expected.digest, "digest of the whole")
            try requireEqual(try await partials.partialDocuments(), [:], "partials afterwards")
        },
        ConformanceCheck("a partial document without a strong validator is not kept") { store in
            let partials = try partials(of: store)
            let weak = PartialNote(
                url: "u", validators: Validators(entityTag: "W/\"1\""), completeLength: nil)
            try park("ab", "a", weak, in: partials)
            try requireEqual(try await partials.partialDocuments(), [:], "partials")
        },
        ConformanceCheck("a restart drops what was written before") { store in
            let writer = try partials(of: store).writer(for: key("a"), resuming: false)
            try writer.restart(note)
            try writer.write(Array("xyz".utf8))
            try writer.restart(note)
            try writer.write(Array("abc".utf8))
            let expected = try await stage("abc", key: key("b"), in: store)
            try requireEqual(try writer.finish().digest, expected.digest, "digest")
        },
        ConformanceCheck("a document that is cut off goes on from there, under its new note") { store in
            let partials = try partials(of: store)
            try park("abcd", "a", in: partials)
            let writer = try partials.writer(for: key("a"), resuming: true)
            try requireEqual(
                try writer.digest(of: 1..<3, .md5), "5360af35bde9ebd8f01f492dc059593c", "digest of “bc”")
            let proven = note.provenByPieces
            try writer.truncate(to: 2, proven)
            try requireEqual(writer.bytesWritten, 2, "bytes there")
            writer.park()
            try requireEqual(
                try await partials.partialDocuments(), [key("a"): PartialDocument(bytes: 2, note: proven)],
                "partials")
            let later = try partials.writer(for: key("a"), resuming: true)
            try later.write(Array("xy".utf8))
            let expected = try await stage("abxy", key: key("b"), in: store)
            try requireEqual(try later.finish().digest, expected.digest, "digest of the whole")
        },
        ConformanceCheck("a document may get another note, and keeps its bytes") { store in
            let partials = try partials(of: store)
            try park("ab", "a", in: partials)
            let writer = try partials.writer(for: key("a"), resuming: true)
            var other = note
            other.completeLength = 3
            try writer.truncate(to: 2, other)
            try writer.write(Array("c".utf8))
            writer.park()
            try requireEqual(
                try await partials.partialDocuments(), [key("a"): PartialDocument(bytes: 3, note: other)],
                "partials")
            let expected = try await stage("abc", key: key("b"), in: store)
            let later = try partials.writer(for: key("a"), resuming: true)
            try requireEqual(try later.finish().digest, expected.digest, "digest of the whole")
            try requireEqual(try await partials.partialDocuments(), [:], "partials afterwards")
        },
        ConformanceCheck("a discarded document leaves nothing to continue") { store in
            let partials = try partials(of: store)
            let writer = try partials.writer(for: key("a"), resuming: false)
            try writer.restart(note)
            try writer.write(Array("ab".utf8))
            writer.discard()
            try requireEqual(try await partials.partialDocuments(), [:], "partials")
            try requireEqual(
                try partials.writer(for: key("a"), resuming: true).bytesWritten, 0, "bytes there")
        },
        ConformanceCheck("whoever begins anew discards what was parked") { store in
            let partials = try partials(of: store)
            for (item, resuming) in [("a", true), ("b", false)] {
                try park("ab", item, in: partials)
                let writer =
                    resuming
                    ? try store.writer(for: key(item))
                    : try partials.writer(for: key(item), resuming: false)
                try requireEqual(writer.bytesWritten, 0, "bytes there")
                try requireEqual(try await partials.partialDocuments(), [:], "partials")
            }
        },
        ConformanceCheck("a whole document that was left is continued at its end, unless it got its name") {
            store in
            let partials = try partials(of: store)
            for item in ["a", "b"] {
                let writer = try partials.writer(for: key(item), resuming: false)
                try writer.restart(note)
                try writer.write(Array("abc".utf8))
                let document = try writer.finish()
                try await partials.leave(document, of: key(item), note)
                guard item == "b" else { continue }
                try await store.flush([document])
                let refused = try await store.publish([Publication(document: document, name: "b.txt")])
                try requireEqual(refused.count, 0, "refused publications")
            }
            try requireEqual(try await partials.partialDocuments(), [:], "partials before")
            try await store.removeAbandoned()
            try await partials.removeAbandonedPartials()
            try requireEqual(
                try await partials.partialDocuments(), [key("a"): PartialDocument(bytes: 3, note: note)],
                "partials")
            let later = try partials.writer(for: key("a"), resuming: true)
            let expected = try await stage("abc", key: key("c"), in: store)
            try requireEqual(try later.finish().digest, expected.digest, "digest of the whole")
        },
        ConformanceCheck("a tidying leaves what can be continued") { store in
            let partials = try partials(of: store)
            try park("ab", "a", in: partials)
            try await store.removeAbandoned()
            try await partials.removeAbandonedPartials()
            try requireEqual(try await partials.partialDocuments().keys.map(\.item), ["a"], "partials")
        },
    ]
}
