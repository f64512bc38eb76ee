import CarrelModel
import CarrelStages
import Foundation

/// What a store promises of its quarantine.
extension StoreConformance {
    static let withoutQuarantine: [ConformanceCheck<any Store>] = [
        ConformanceCheck("without a quarantine nothing is published there") { store in
            let document = try await stage("login", key: key("a"), in: store)
            let publication = Publication(document: document, in: .quarantine, name: "a~1.txt")
            try requireEqual(
                try await store.publish([publication]).map(\.publication), [publication], "refused")
            try requireEqual(try await store.names(), [], "documents")
        }
    ]

    private static func quarantine(of store: any Store) throws -> any Quarantine {
        try requireValue(store.quarantine, "a quarantine")
    }

    static let quarantine: [ConformanceCheck<any Store>] = [
        ConformanceCheck("what is not what was promised is published to the quarantine") { store in
            let document = try await stage("login", key: key("a"), in: store)
            let publication = Publication(document: document, in: .quarantine, name: "a~1.txt")
            try requireEqual(try await quarantine(of: store).quarantinedNames(), [], "names before")
            try requireEqual(try await store.publish([publication]), [], "refused")
            try requireEqual(try await quarantine(of: store).quarantinedNames(), ["a~1.txt"], "names")
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
            try requireEqual(try await quarantine(of: store).quarantinedNames(), ["a~1.txt"], "quarantine")
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
        ConformanceCheck(
            "a document that was set aside stays so when another has its name and it is repeated"
        ) {
            store in
            let old = try await publish("old", as: "a.txt", in: store).document.digest
            let staged = try store.staged(documentNamed: "a.txt", holding: old)
            let aside = Publication(document: staged, in: .quarantine, name: "a~1.txt")
            try requireEqual(try await store.publish([aside]), [], "refused")
            _ = try await publish("new", as: "a.txt", in: store)
            try requireEqual(try await store.publish([aside]), [], "refused the second time")
            try requireEqual(try await content("a.txt", in: store), "new", "content")
            try requireEqual(try await quarantine(of: store).quarantinedNames(), ["a~1.txt"], "quarantine")
            try requireEqual(
                try await quarantine(of: store).staged(quarantined: "a~1.txt").digest, old, "set aside")
        },
        ConformanceCheck("a document stays in the quarantine until it is published to a name") { store in
            let token = try await setAside("abc", in: store)
            let staged = try await quarantine(of: store).staged(quarantined: token)
            try requireEqual(
                try await quarantine(of: store).quarantinedNames(), [token], "quarantine when staged")
            try await store.flush([staged])
            let publication = Publication(document: staged, name: "a.txt")
            try requireEqual(try await store.publish([publication]), [], "refused")
            try requireEqual(try await content("a.txt", in: store), "abc", "content")
            try requireEqual(try await quarantine(of: store).quarantinedNames(), [], "quarantine")
            try requireEqual(try await store.publish([publication]), [], "refused the second time")
        },
        ConformanceCheck("what is staged where it is survives being dropped, and a tidying") { store in
            let token = try await setAside("login", in: store)
            let digest = try await publish("abc", as: "b.txt", in: store).document.digest
            await store.discard(try await quarantine(of: store).staged(quarantined: token))
            await store.discard(try store.staged(documentNamed: "b.txt", holding: digest))
            try await store.removeAbandoned()
            try requireEqual(try await quarantine(of: store).quarantinedNames(), [token], "quarantine")
            try requireEqual(try await store.names(), ["b.txt"], "documents")
        },
        ConformanceCheck("what is removed from the quarantine is gone, and removing it again is not an error")
        { store in
            let token = try await setAside("login", in: store)
            try await quarantine(of: store).discard(quarantined: [token])
            try await quarantine(of: store).discard(quarantined: [token])
            try requireEqual(try await quarantine(of: store).quarantinedNames(), [], "quarantine")
            try await requireRefusal(.notFound, "it can still be staged") {
                _ = try await quarantine(of: store).staged(quarantined: token)
            }
        },
        ConformanceCheck(
            "a local file of the quarantine, where documents are files, is the one that holds it"
        ) {
            store in
            let token = try await setAside("login", in: store)
            let file = try await quarantine(of: store).localFile(quarantined: token)
            try requireEqual(file == nil, store.root == nil, "none")
            if let file { try requireEqual(try Data(contentsOf: file), Data("login".utf8), "content") }
            try await quarantine(of: store).discard(quarantined: [token])
            try await requireRefusal(.notFound, "what is gone has a file") {
                _ = try await quarantine(of: store).localFile(quarantined: token)
            }
        },
        ConformanceCheck("a document with the longest of names is set aside like any other") { store in
            for name in longestNames {
                let digest = try await publish("new", as: name, in: store).document.digest
                let staged = try store.staged(documentNamed: name, holding: digest)
                let token = QuarantinedDocument.newToken(for: name)
                let aside = Publication(document: staged, in: .quarantine, name: token)
                try requireEqual(try await store.publish([aside]), [], "refused")
                try requireEqual(
                    try await quarantine(of: store).staged(quarantined: token).digest, digest, "digest")
            }
        },
        ConformanceCheck("a name that begins with a combining mark is a name like any other") { store in
            let (name, token) = ("\u{301}a.txt", "\u{301}a~1.txt")
            let digest = try await publish("abc", as: name, in: store).document.digest
            try requireEqual(try await store.names(), [name], "documents")
            try requireEqual(try await store.entry(named: name)?.size, 3, "entry")
            let staged = try store.staged(documentNamed: name, holding: digest)
            let aside = Publication(document: staged, in: .quarantine, name: token)
            try requireEqual(try await store.publish([aside]), [], "refused")
            try requireEqual(try await quarantine(of: store).quarantinedNames(), [token], "quarantine")
            let back = try await quarantine(of: store).staged(quarantined: token)
            try await store.flush([back])
            let accepted = Publication(document: back, name: name)
            try requireEqual(try await store.publish([accepted]), [], "refused when accepted")
            try requireEqual(try await content(name, in: store), "abc", "content")
        },
        ConformanceCheck("what cannot be set aside is one publication's fault") { store in
            let (gone, good) = (missing, try await stage("login", key: key("a"), in: store))
            let publications = [
                Publication(document: gone, in: .quarantine, name: "gone~1.txt"),
                Publication(document: good, in: .quarantine, name: "../a~1.txt"),
                Publication(document: good, in: .quarantine, name: "a~1.txt"),
            ]
            let refused = try await store.publish(publications).map(\.publication)
            try requireEqual(refused, Array(publications.dropLast()), "refused")
            try requireEqual(try await quarantine(of: store).quarantinedNames(), ["a~1.txt"], "quarantine")
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
