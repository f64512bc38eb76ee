import CarrelModel
import CarrelStages

/// What a store promises of names with folders, and of documents that get another name.
extension StoreConformance {
    private static func moved(
        _ name: String, holding digest: ContentDigest, to newName: String, in store: any Store
    ) throws -> Publication {
        var publication = Publication(
            document: try store.staged(documentNamed: name, holding: digest), name: newName)
        publication.moves = name
        return publication
    }

    static let moving: [ConformanceCheck<any Store>] = [
        ConformanceCheck("a name may be in folders") { store in
            let digest = try await publish("abc", as: "one/two/a.txt", in: store).document.digest
            try requireEqual(try await store.names(), ["one/two/a.txt"], "names")
            try requireEqual(try await content("one/two/a.txt", in: store), "abc", "content")
            try requireEqual(try await store.entry(named: "one/two/a.txt")?.size, 3, "entry")
            try require(try await store.entries(of: ["one/a.txt", "a.txt"]).isEmpty, "other folders")
            try requireEqual(
                try await store.held(of: ["one/two/a.txt", "one/b/c"]), ["one/two/a.txt"], "held")
            try require(try await store.remove(documentNamed: "one/two/a.txt", holding: digest), "it is gone")
            try requireEqual(try await store.names(), [], "names afterwards")
        },
        ConformanceCheck("a document gets another name, and no other") { store in
            let digest = try await publish("abc", as: "a.txt", in: store).document.digest
            let move = try moved("a.txt", holding: digest, to: "one/b.txt", in: store)
            for _ in 1...2 {
                // Publishing again is not an error and changes nothing.
                try requireEqual(try await store.publish([move]), [], "refused")
                try requireEqual(try await store.names(), ["one/b.txt"], "names")
                try requireEqual(try await content("one/b.txt", in: store), "abc", "content")
            }
        },
        ConformanceCheck("a document does not get a name that something else has") { store in
            let digest = try await publish("abc", as: "a.txt", in: store).document.digest
            _ = try await publish("other", as: "b.txt", in: store)
            _ = try await publish("abc", as: "c.txt", in: store)
            let same = try moved("a.txt", holding: digest, to: "c.txt", in: store)
            try requireEqual(try await store.publish([same]).map(\.publication), [same], "equal content")
            let move = try moved("a.txt", holding: digest, to: "b.txt", in: store)
            try requireEqual(try await store.publish([move]).map(\.publication), [move], "refused")
            try requireEqual(try await content("a.txt", in: store), "abc", "the document")
            try requireEqual(try await content("b.txt", in: store), "other", "the other")
        },
        ConformanceCheck("a document that is nowhere gets no name") { store in
            let digest = try await publish("abc", as: "a.txt", in: store).document.digest
            try require(try await store.remove(documentNamed: "a.txt", holding: digest), "it is gone")
            let move = try moved("a.txt", holding: digest, to: "b.txt", in: store)
            try requireEqual(try await store.publish([move]).count, 1, "refusals")
        },
    ]

    static let movingVersions: [ConformanceCheck<any Store>] = [
        ConformanceCheck("versions go with a document that gets another name") { store in
            let old = try await publish("old", as: "a.txt", in: store).document.digest
            let new = try await publish("new", as: "a.txt", replaces: old, in: store).document.digest
            let move = try moved("a.txt", holding: new, to: "one/b.txt", in: store)
            for _ in 1...2 {
                try requireEqual(try await store.publish([move]), [], "refused")
                try requireEqual(try await kept(of: "one/b.txt", in: store), [old], "versions")
                try requireEqual(try await kept(of: "a.txt", in: store), [], "versions of the former name")
            }
        },
        ConformanceCheck("a new version beside an edited document takes its versions, and that as one") {
            store in
            let first = try await publish("first", as: "a.txt", in: store).document.digest
            let second = try await publish("second", as: "a.txt", replaces: first, in: store).document.digest
            let staged = try await stage("third", key: key("a"), in: store)
            try await store.flush([staged])
            var publication = Publication(document: staged, name: "b.txt", replaces: second)
            publication.succeeds = "a.txt"
            for _ in 1...2 {
                try requireEqual(try await store.publish([publication]), [], "refused")
                try requireEqual(try await store.names(), ["a.txt", "b.txt"], "names")
                try requireEqual(try await kept(of: "b.txt", in: store), [first, second], "versions")
            }
            try requireEqual(try await content("a.txt", in: store), "second", "what stays")
        },
    ]
}
