import CarrelModel
import CarrelStages

/// What a store promises of documents that were replaced.
extension StoreConformance {
    static func kept(of name: String, in store: any Store) async throws -> [ContentDigest?] {
        let versions = try requireValue(store.versions, "versions")
        var digests: [ContentDigest?] = []
        for version in try await versions.versions(ofDocumentNamed: name) {
            digests.append(try await versions.digest(of: version))
        }
        return digests
    }

    static let versions: [ConformanceCheck<any Store>] = [
        ConformanceCheck("a replaced document is kept as a version, the oldest first") { store in
            var digests: [ContentDigest] = []
            for text in ["one", "two", "three"] {
                let publication = try await publish(text, as: "a.txt", replaces: digests.last, in: store)
                digests.append(publication.document.digest)
            }
            try requireEqual(try await kept(of: "a.txt", in: store), Array(digests.dropLast()), "versions")
            try requireEqual(try await store.names(), ["a.txt"], "names")
        },
        ConformanceCheck("a version that was the document once more is the newest") { store in
            var last: ContentDigest?
            for text in ["one", "two", "one", "three"] {
                last = try await publish(text, as: "a.txt", replaces: last, in: store).document.digest
            }
            let versions = try requireValue(store.versions, "versions")
            let kept = try await versions.versions(ofDocumentNamed: "a.txt")
            let newest = try requireValue(kept.last, "a version")
            let staged = try await versions.staged(newest)
            try await store.flush([staged])
            let publication = Publication(document: staged, name: "a.txt", replaces: last)
            try requireEqual(try await store.publish([publication]), [], "refused")
            try requireEqual(try await content("a.txt", in: store), "one", "the document before")
        },
        ConformanceCheck("publishing again keeps no version twice") { store in
            let old = try await publish("old", as: "a.txt", in: store).document.digest
            let new = try await publish("new", as: "a.txt", replaces: old, in: store)
            try requireEqual(try await store.publish([new]), [], "refused")
            try requireEqual(try await kept(of: "a.txt", in: store), [old], "versions")
        },
        ConformanceCheck("a version can be published again, and stays a version") { store in
            let old = try await publish("old", as: "a.txt", in: store).document.digest
            let new = try await publish("newer", as: "a.txt", replaces: old, in: store).document.digest
            let versions = try requireValue(store.versions, "versions")
            let version = try requireValue(
                try await versions.versions(ofDocumentNamed: "a.txt").first, "a version")
            try requireEqual(version.size, old.size, "its size")
            let staged = try await versions.staged(version)
            try requireEqual(staged.digest, old, "what is staged")
            try await store.flush([staged])
            let publication = Publication(document: staged, name: "a.txt", replaces: new)
            try requireEqual(try await store.publish([publication]), [], "refused")
            try requireEqual(try await content("a.txt", in: store), "old", "the document")
            try require(try await kept(of: "a.txt", in: store).contains(new), "the newer one is kept")
        },
        ConformanceCheck("a version that is removed is gone, and others stay") { store in
            var digests: [ContentDigest] = []
            for text in ["one", "two", "three"] {
                digests.append(
                    try await publish(text, as: "a.txt", replaces: digests.last, in: store).document.digest)
            }
            let versions = try requireValue(store.versions, "versions")
            let first = try await versions.versions(ofDocumentNamed: "a.txt")[0]
            try require(try await versions.remove(first), "it is gone")
            try requireEqual(try await kept(of: "a.txt", in: store), [digests[1]], "versions")
            try requireEqual(try await content("a.txt", in: store), "three", "the document")
        },
        ConformanceCheck("what was never replaced has no versions") { store in
            try requireEqual(try await kept(of: "a.txt", in: store), [], "versions of nothing")
            _ = try await publish("abc", as: "a.txt", in: store)
            try requireEqual(try await kept(of: "a.txt", in: store), [], "versions")
        },
        ConformanceCheck("the names with versions are found, whether a document has them or not") { store in
            let versions = try requireValue(store.versions, "versions")
            for name in ["a.txt", "b/c.txt", "d.txt"] {
                let old = try await publish("old \(name)", as: name, in: store).document.digest
                _ = try await publish("new \(name)", as: name, replaces: old, in: store)
            }
            _ = try await publish("once", as: "e.txt", in: store)
            try requireEqual(
                try await versions.namesWithVersions(among: ["b", "b/c.txt", "c.txt", "e.txt", "z.txt"]),
                ["b/c.txt"], "among some")
            try requireEqual(
                try await versions.namesWithVersions(among: nil), ["a.txt", "b/c.txt", "d.txt"], "all")
            try requireEqual(try await versions.namesWithVersions(among: []), [], "among none")
        },
        ConformanceCheck("versions that get another name are those of that name, also when it is repeated") {
            store in
            let versions = try requireValue(store.versions, "versions")
            let old = try await publish("old", as: "a.txt", in: store).document.digest
            _ = try await publish("new", as: "a.txt", replaces: old, in: store)
            for _ in 1...2 { try await versions.moveVersions(from: "a.txt", to: "b.txt") }
            try requireEqual(try await kept(of: "a.txt", in: store), [], "under the former name")
            try requireEqual(try await kept(of: "b.txt", in: store), [old], "under the new name")
            try requireEqual(try await versions.namesWithVersions(among: nil), ["b.txt"], "names")
            try requireEqual(try await content("a.txt", in: store), "new", "the document")
        },
        ConformanceCheck("versions of anything but a document's name are refused") { store in
            let versions = try requireValue(store.versions, "versions")
            for name in ["../a", "", "..", ".hidden"] {
                try await requireRefusal(.invalidName, "“\(name)” was taken") {
                    _ = try await versions.versions(ofDocumentNamed: name)
                }
            }
        },
    ]
}
