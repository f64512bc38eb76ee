import CarrelCore

/// What a store promises of its quarantine, and of publications that go wrong.
extension StoreConformance {
    static let quarantine: [ConformanceCheck<any Store>] = [
        ConformanceCheck("what is not what was promised is published to the quarantine") { store in
            let document = try await stage("login", key: key("a"), in: store)
            let publication = Publication(document: document, in: .quarantine, name: "a~1.txt")
            try requireEqual(try await store.quarantinedNames(), [], "names before")
            try requireEqual(try await store.publish([publication]), [], "refused")
            try requireEqual(try await store.quarantinedNames(), ["a~1.txt"], "names")
            try requireEqual(try await store.names(), [], "documents")
            try requireEqual(try await store.publish([publication]), [], "refused the second time")
        },
        ConformanceCheck("a document keeps its name until it is published to the quarantine") { store in
            let digest = try await publish("abc", as: "a.txt", in: store).document.digest
            let staged = try store.staged(documentNamed: "a.txt", holding: digest)
            try requireEqual(try await content("a.txt", in: store), "abc", "content when staged")
            let publication = Publication(document: staged, in: .quarantine, name: "a~1.txt")
            try requireEqual(try await store.publish([publication]), [], "refused")
            try requireEqual(try await store.names(), [], "documents")
            try requireEqual(try await store.quarantinedNames(), ["a~1.txt"], "quarantine")
            try requireEqual(try await store.publish([publication]), [], "refused the second time")
        },
        ConformanceCheck("a document that has changed since is not set aside") { store in
            let old = try await publish("old", as: "a.txt", in: store).document.digest
            let staged = try store.staged(documentNamed: "a.txt", holding: old)
            _ = try await publish("new", as: "a.txt", replaces: old, in: store)
            let publication = Publication(document: staged, in: .quarantine, name: "a~1.txt")
            try requireEqual(try await store.publish([publication]).count, 1, "refused")
            try requireEqual(try await content("a.txt", in: store), "new", "content")
        },
        ConformanceCheck("a document stays in the quarantine until it is published to a name") { store in
            let token = try await setAside("abc", in: store)
            let staged = try await store.staged(quarantined: token)
            try requireEqual(try await store.quarantinedNames(), [token], "quarantine when staged")
            try await store.flush([staged])
            let publication = Publication(document: staged, name: "a.txt")
            try requireEqual(try await store.publish([publication]), [], "refused")
            try requireEqual(try await content("a.txt", in: store), "abc", "content")
            try requireEqual(try await store.quarantinedNames(), [], "quarantine")
            try requireEqual(try await store.publish([publication]), [], "refused the second time")
        },
        ConformanceCheck("what is staged where it is survives being dropped, and a tidying") { store in
            let token = try await setAside("login", in: store)
            let digest = try await publish("abc", as: "b.txt", in: store).document.digest
            await store.discard(try await store.staged(quarantined: token))
            await store.discard(try store.staged(documentNamed: "b.txt", holding: digest))
            try await store.removeAbandoned()
            try requireEqual(try await store.quarantinedNames(), [token], "quarantine")
            try requireEqual(try await store.names(), ["b.txt"], "documents")
        },
        ConformanceCheck("what is removed from the quarantine is gone, and again is no error") { store in
            let token = try await setAside("login", in: store)
            try await store.discard(quarantined: [token])
            try await store.discard(quarantined: [token])
            try requireEqual(try await store.quarantinedNames(), [], "quarantine")
            do {
                _ = try await store.staged(quarantined: token)
                throw ConformanceFailure(description: "it can still be staged")
            } catch let error as StoreError {
                try requireEqual(error.code, .notFound, "code")
            }
        },
        ConformanceCheck("a fault of one publication is that one's alone") { store in
            _ = try await publish("foreign", as: "taken.txt", in: store)
            let gone = StagedDocument(
                token: "gone-1.whole",
                digest: ContentDigest(size: 1, sha256: String(repeating: "0", count: 64)))
            var publications = [
                Publication(document: gone, name: "gone.txt"),
                Publication(document: gone, in: .quarantine, name: "gone~1.txt"),
                Publication(
                    document: StagedDocument(token: "../../etc/passwd", digest: gone.digest), name: "evil.txt"
                ),
                Publication(
                    document: StagedDocument(token: "quarantine/../../x", digest: gone.digest),
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
    ]

    /// Puts a document into an empty quarantine; its name there.
    private static func setAside(_ text: String, in store: any Store) async throws -> String {
        let document = try await stage(text, key: key("a"), in: store)
        let refused = try await store.publish([
            Publication(document: document, in: .quarantine, name: "a~1.txt")
        ])
        try requireEqual(refused, [], "refused")
        return "a~1.txt"
    }
}
