import CarrelModel
import CarrelStages
import Foundation

/// The promises of `Store`, and of the parts that a store may have, as checks.
///
///     @Test(arguments: StoreConformance.checks(for: [.partials]))
///     func `my store keeps the promises`(check: ConformanceCheck<any Store>) async throws {
///         try await check.run { MyStore() }
///     }
public enum StoreConformance {
    /// The checks of a store that has those parts and no others; each needs an empty store of its own.
    public static func checks(for parts: Set<StorePart>) -> [ConformanceCheck<any Store>] {
        var checks = [saying(parts)] + writing + naming + moving + reading
        if parts.contains(.partials) { checks += partials }
        if parts.contains(.versions) { checks += versions + movingVersions }
        checks += parts.contains(.quarantine) ? quarantine : withoutQuarantine
        return checks
    }

    private static func saying(_ parts: Set<StorePart>) -> ConformanceCheck<any Store> {
        ConformanceCheck("a store says which parts it has") { store in
            var found = Set<StorePart>()
            if store.partials != nil { found.insert(.partials) }
            if store.versions != nil { found.insert(.versions) }
            if store.quarantine != nil { found.insert(.quarantine) }
            try requireEqual(found, parts, "parts")
        }
    }

    static func key(_ item: String) -> ItemKey { ItemKey(catalog: "c", collection: "C1", item: item) }

    /// Writes a document up to its staging.
    static func stage(_ text: String, key: ItemKey, in store: any Store) async throws -> StagedDocument {
        let writer = try store.writer(for: key)
        try writer.write(Array(text.utf8))
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
        try await store.withFile(named: name) { String(decoding: try Data(contentsOf: $0), as: UTF8.self) }
            .get()
    }

    /// 255 and 254 bytes.
    static let longestNames = ["a." + String(repeating: "b", count: 253), String(repeating: "é", count: 127)]

    /// What nobody staged.
    static let missing = StagedDocument(
        token: "gone-1.whole", digest: ContentDigest(size: 1, sha256: String(repeating: "0", count: 64)))

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
        ConformanceCheck("a discarded document leaves nothing to the next writer") { store in
            let writer = try store.writer(for: key("a"))
            try writer.write(Array("xyz".utf8))
            try requireEqual(writer.bytesWritten, 3, "bytes written")
            writer.discard()
            let next = try store.writer(for: key("a"))
            try requireEqual(next.bytesWritten, 0, "bytes there")
            try next.write(Array("abc".utf8))
            let expected = try await stage("abc", key: key("b"), in: store)
            try requireEqual(try next.finish().digest, expected.digest, "digest")
        },
        ConformanceCheck("what is staged as a group is what was given, in order") { store in
            let contents = ["a", "", "abc"].map { DocumentContent(key: key($0), bytes: Array($0.utf8)) }
            let staged = try await store.stage(contents).map { try $0.get() }
            try requireEqual(staged.map(\.digest.size), [1, 0, 3], "sizes")
            try requireEqual(Set(staged.map(\.token)).count, 3, "tokens")
            let expected = try await stage("abc", key: key("x"), in: store)
            try requireEqual(staged.last?.digest, expected.digest, "digest")
        },
        ConformanceCheck("a tidying leaves documents, and nothing that was only staged") { store in
            _ = try await publish("abc", as: "a.txt", in: store)
            let staged = try await stage("xyz", key: key("b"), in: store)
            try await store.removeAbandoned()
            try requireEqual(try await content("a.txt", in: store), "abc", "content")
            let refused = try await store.publish([Publication(document: staged, name: "b.txt")])
            try requireEqual(refused.count, 1, "refused")
            try requireEqual(try await store.names(), ["a.txt"], "names")
        },
        ConformanceCheck("an empty document is a document") { store in
            _ = try await publish("", as: "empty.txt", in: store)
            try requireEqual(try await store.entry(named: "empty.txt")?.size, 0, "entry")
        },
    ]

    private static let naming: [ConformanceCheck<any Store>] = [
        ConformanceCheck("a published document has its name and its bytes") { store in
            _ = try await publish("abc", as: "a.txt", in: store)
            try requireEqual(try await store.names(), ["a.txt"], "names")
            try requireEqual(Set(try await store.entries(of: ["a.txt", "b.txt"]).keys), ["a.txt"], "entries")
            try requireEqual(try await content("a.txt", in: store), "abc", "content")
        },
        ConformanceCheck("publishing again what was published changes nothing") { store in
            let publication = try await publish("abc", as: "a.txt", in: store)
            try requireEqual(try await store.publish([publication]), [], "refused")
            try requireEqual(try await content("a.txt", in: store), "abc", "content")
        },
        ConformanceCheck("a document that is gone is one publication's fault") { store in
            let document = try await stage("abc", key: key("a"), in: store)
            try await store.flush([missing, document])
            let gone = Publication(document: missing, name: "gone.txt")
            let refused = try await store.publish([gone, Publication(document: document, name: "a.txt")])
            try requireEqual(refused.map(\.publication), [gone], "refused")
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
        ConformanceCheck("a document with the longest of names is replaced like any other") { store in
            for name in longestNames {
                let old = try await publish("old", as: name, in: store)
                _ = try await publish("new", as: name, replaces: old.document.digest, in: store)
                try requireEqual(try await content(name, in: store), "new", "content")
            }
        },
        ConformanceCheck("a fault of one publication is that one's alone") { store in
            _ = try await publish("foreign", as: "taken.txt", in: store)
            var publications = [
                Publication(document: missing, name: "gone.txt"),
                Publication(
                    document: StagedDocument(token: "../../etc/passwd", digest: missing.digest),
                    name: "evil.txt"
                ),
                Publication(
                    document: StagedDocument(token: "quarantine/../../x", digest: missing.digest),
                    name: "evil.txt"),
            ]
            for name in ["taken.txt", "../up.txt", "good.txt"] {
                let document = try await stage("of " + name, key: key(name), in: store)
                publications.append(Publication(document: document, name: name))
            }
            let refused = try await store.publish(publications).map(\.publication)
            try requireEqual(refused, Array(publications.dropLast()), "refused")
            try requireEqual(
                try await content("good.txt", in: store), "of good.txt", "the last one's content")
            try requireEqual(try await content("taken.txt", in: store), "foreign", "the first one's content")
        },
        ConformanceCheck("names that are not safe components are refused") { store in
            for name in [
                "../a", "a/../b", "/a", "a/", "a//b", ".a/b", "", ".", "..", ".hidden", "a\u{0}b",
                "a\u{202E}b",
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
            try require(try await store.entries(of: ["a.txt"]).isEmpty, "there is an entry")
            try requireEqual(try await store.digest(ofDocumentNamed: "a.txt"), nil, "digest")
            try await requireRefusal(.notFound, "there is a file") {
                _ = try await store.withFile(named: "a.txt") { $0 }
            }
        },
        ConformanceCheck("what fails with an open document is told, and the document stays") { store in
            _ = try await publish("abc", as: "a.txt", in: store)
            let result = try await store.withFile(named: "a.txt") { _ in throw CancellationError() }
            do {
                try result.get()
                throw ConformanceFailure(description: "the failure was lost")
            } catch is CancellationError {}
            try requireEqual(try await content("a.txt", in: store), "abc", "content")
        },
        ConformanceCheck("a local file, where documents are files, is the one that holds the document") {
            store in
            _ = try await publish("abc", as: "a.txt", in: store)
            let file = try await store.localFile(named: "a.txt")
            try requireEqual(file == nil, store.root == nil, "none")
            try requireEqual(file?.path, store.root?.appending(path: "a.txt").path, "place")
            if let file { try requireEqual(try Data(contentsOf: file), Data("abc".utf8), "content") }
        },
        ConformanceCheck("the digest is that of the bytes that are there") { store in
            let publication = try await publish("abc", as: "a.txt", in: store)
            let digest = try await store.digest(ofDocumentNamed: "a.txt")
            try requireEqual(digest, publication.document.digest, "digest")
        },
        ConformanceCheck("a document is removed that holds what is recorded of it, and no other") { store in
            let publication = try await publish("abc", as: "a.txt", in: store)
            let other = ContentDigest(size: 3, sha256: String(repeating: "0", count: 64))
            try requireEqual(
                try await store.remove(documentNamed: "a.txt", holding: other), false, "another content")
            try requireEqual(try await content("a.txt", in: store), "abc", "content")
            let digest = publication.document.digest
            for _ in 0..<2 {
                try requireEqual(
                    try await store.remove(documentNamed: "a.txt", holding: digest), true, "removed")
                try require(try await store.entries(of: ["a.txt"]).isEmpty, "there is an entry")
            }
        },
        ConformanceCheck("names come in byte order") { store in
            for name in ["c.txt", "a.txt", "B.txt"] { _ = try await publish(name, as: name, in: store) }
            try requireEqual(try await store.names(), ["B.txt", "a.txt", "c.txt"], "names")
        },
    ]
}
