import CarrelCore
import Foundation

/// The promises of the stores' protocol.
public enum StoreConformance {
    /// Every check; each needs an empty store of its own.
    public static let checks: [ConformanceCheck<any Store>] = writing + naming + reading + quarantine

    static let note = PartialNote(
        url: "http://example.org/a.pdf", validators: Validators(entityTag: "\"1\""), completeLength: nil)

    static func key(_ item: String) -> ItemKey { ItemKey(catalog: "c", collection: "C1", item: item) }

    /// Writes a document up to its staging.
    static func stage(_ text: String, key: ItemKey, in store: any Store) async throws -> StagedDocument {
        let writer = try store.writer(for: key, resuming: false)
        try writer.restart(note)
        try Array(text.utf8).withUnsafeBytes { try writer.write($0) }
        return try writer.finish()
    }

    static func publish(
        _ text: String, as name: String, replaces: ContentDigest? = nil, in store: any Store
    ) async throws -> Publication {
        let document = try await stage(text, key: key(name), in: store)
        try await store.flush([document])
        let publication = Publication(document: document, name: name, replaces: replaces)
        let refused = try await store.publish([publication])
        try require(refused.isEmpty, "the publication of \(name) was refused")
        return publication
    }

    static func content(_ name: String, in store: any Store) async throws -> String {
        String(decoding: try Data(contentsOf: try await store.file(named: name)), as: UTF8.self)
    }

    private static let writing: [ConformanceCheck<any Store>] = [
        ConformanceCheck("size and SHA-256 of a staged document are right") { store in
            let staged = try await stage("abc", key: key("a"), in: store)
            // The digest of "abc": FIPS 180-4, example B.1.
            try requireEqual(
                staged.digest,
                ContentDigest(
                    size: 3, sha256: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
                "digest")
        },
        ConformanceCheck("a document has no name before it is published") { store in
            _ = try await stage("abc", key: key("a"), in: store)
            try requireEqual(try await store.names(), [], "names")
        },
        ConformanceCheck("a parked document is continued where it ended, and its digest is that of the whole")
        { store in
            let first = try store.writer(for: key("a"), resuming: false)
            try first.restart(note)
            try Array("ab".utf8).withUnsafeBytes { try first.write($0) }
            first.park()
            let partials = try await store.partials()
            try requireEqual(partials[key("a")], PartialDocument(bytes: 2, note: note), "partial")
            let second = try store.writer(for: key("a"), resuming: true)
            try requireEqual(second.bytesWritten, 2, "bytes there")
            try requireEqual(second.note, note, "note")
            try Array("c".utf8).withUnsafeBytes { try second.write($0) }
            let expected = try await stage("abc", key: key("b"), in: store)
            try requireEqual(try second.finish().digest, expected.digest, "digest of the whole")
        },
        ConformanceCheck("a partial document without a strong validator is not kept") { store in
            let writer = try store.writer(for: key("a"), resuming: false)
            try writer.restart(
                PartialNote(url: "u", validators: Validators(entityTag: "W/\"1\""), completeLength: nil))
            try Array("ab".utf8).withUnsafeBytes { try writer.write($0) }
            writer.park()
            try requireEqual(try await store.partials(), [:], "partials")
        },
        ConformanceCheck("a restart drops what was written before") { store in
            let writer = try store.writer(for: key("a"), resuming: false)
            try writer.restart(note)
            try Array("xyz".utf8).withUnsafeBytes { try writer.write($0) }
            try writer.restart(note)
            try Array("abc".utf8).withUnsafeBytes { try writer.write($0) }
            let expected = try await stage("abc", key: key("b"), in: store)
            try requireEqual(try writer.finish().digest, expected.digest, "digest")
        },
        ConformanceCheck("a discarded document leaves nothing to continue") { store in
            let writer = try store.writer(for: key("a"), resuming: false)
            try writer.restart(note)
            try Array("ab".utf8).withUnsafeBytes { try writer.write($0) }
            writer.discard()
            try requireEqual(try await store.partials(), [:], "partials")
            try requireEqual(
                try store.writer(for: key("a"), resuming: true).bytesWritten, 0, "bytes there")
        },
        ConformanceCheck("an empty document is a document") { store in
            _ = try await publish("", as: "empty.txt", in: store)
            try requireEqual(try await store.entry(named: "empty.txt"), StoreEntry(size: 0), "entry")
        },
    ]

    private static let naming: [ConformanceCheck<any Store>] = [
        ConformanceCheck("a published document has its name and its bytes") { store in
            _ = try await publish("abc", as: "a.txt", in: store)
            try requireEqual(try await store.names(), ["a.txt"], "names")
            try requireEqual(try await store.missing(of: ["a.txt", "b.txt"]), ["b.txt"], "missing")
            try requireEqual(try await content("a.txt", in: store), "abc", "content")
        },
        ConformanceCheck("publishing again what was published changes nothing") { store in
            let publication = try await publish("abc", as: "a.txt", in: store)
            try requireEqual(try await store.publish([publication]), [], "refused")
            try requireEqual(try await content("a.txt", in: store), "abc", "content")
        },
        ConformanceCheck("a document is replaced only by a publication that says so") { store in
            let old = try await publish("old", as: "a.txt", in: store)
            let document = try await stage("foreign", key: key("b"), in: store)
            let refused = try await store.publish([Publication(document: document, name: "a.txt")])
            try requireEqual(refused.count, 1, "refused")
            try requireEqual(try await content("a.txt", in: store), "old", "content")
            _ = try await publish("new", as: "a.txt", replaces: old.document.digest, in: store)
            try requireEqual(try await content("a.txt", in: store), "new", "content")
        },
        ConformanceCheck("a name that holds the same content already stays as it is") { store in
            _ = try await publish("abc", as: "a.txt", in: store)
            let document = try await stage("abc", key: key("b"), in: store)
            try requireEqual(
                try await store.publish([Publication(document: document, name: "a.txt")]), [], "refused")
        },
        ConformanceCheck("a document with the longest of names is replaced and set aside like any other") {
            store in
            for name in ["a." + String(repeating: "b", count: 253), String(repeating: "é", count: 127)] {
                let old = try await publish("old", as: name, in: store)
                _ = try await publish("new", as: name, replaces: old.document.digest, in: store)
                try requireEqual(try await content(name, in: store), "new", "content")
                let digest = try await store.digest(ofDocumentNamed: name)
                let staged = try store.staged(
                    documentNamed: name, holding: try requireValue(digest, "digest"))
                let token = QuarantinedDocument.newToken(for: name)
                let aside = Publication(document: staged, in: .quarantine, name: token)
                try requireEqual(try await store.publish([aside]), [], "refused")
                try requireEqual(try await store.staged(quarantined: token).digest.size, 3, "size")
            }
        },
        ConformanceCheck("names that are not one safe component are refused") { store in
            for name in [
                "../a", "a/b", "", ".", "..", ".hidden", "a\u{0}b", "a\u{202E}b",
                String(repeating: "a", count: 256),
            ] {
                let document = try await stage("abc", key: key(name), in: store)
                let refused = try await store.publish([Publication(document: document, name: name)])
                try requireEqual(refused.count, 1, "refusals of “\(name)”")
            }
        },
    ]

    private static let reading: [ConformanceCheck<any Store>] = [
        ConformanceCheck("a document that is not there is absent everywhere") { store in
            try requireEqual(try await store.entry(named: "a.txt"), nil, "entry")
            try requireEqual(try await store.missing(of: ["a.txt"]), ["a.txt"], "missing")
            try requireEqual(try await store.digest(ofDocumentNamed: "a.txt"), nil, "digest")
            do {
                _ = try await store.file(named: "a.txt")
                throw ConformanceFailure(description: "there is a file")
            } catch let error as StoreError {
                try requireEqual(error.code, .notFound, "code")
            }
        },
        ConformanceCheck("the digest is that of the bytes that are there") { store in
            let publication = try await publish("abc", as: "a.txt", in: store)
            let digest = try await store.digest(ofDocumentNamed: "a.txt")
            try requireEqual(digest, publication.document.digest, "digest")
        },
        ConformanceCheck("names come in byte order") { store in
            for name in ["c.txt", "a.txt", "B.txt"] { _ = try await publish(name, as: name, in: store) }
            try requireEqual(try await store.names(), ["B.txt", "a.txt", "c.txt"], "names")
        },
    ]
}
