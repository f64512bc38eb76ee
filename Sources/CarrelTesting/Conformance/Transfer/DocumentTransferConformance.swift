import CarrelModel
import CarrelStages
import Foundation

/// The promises of `DocumentTransfer`, from one store to another.
public enum DocumentTransferConformance {
    /// Two empty stores with versions and a quarantine.
    public struct Stores: Sendable {
        let from: any Store
        let to: any Store

        public init(from: any Store, to: any Store) { (self.from, self.to) = (from, to) }

        func parts() throws -> (from: any DocumentTransfer, to: any DocumentTransfer) {
            (
                try requireValue(from.transfer, "what gives contents"),
                try requireValue(to.transfer, "what takes contents")
            )
        }

        /// Copies what is at a place.
        func copy(_ place: KeptPlace, replacing: Bool = false) async throws -> [RefusedContent] {
            let (from, to) = try parts()
            let writer = try self.to.writer(for: StoreConformance.key(place.name))
            let entry = try requireValue(try await from.copy(place, into: writer), "\(place.name)")
            var staged = try writer.finish()
            staged.fileTime = entry.fileTime
            return try await to.put([KeptContent(staged, at: place)], replacing: replacing)
        }
    }

    /// Every check.
    public static let checks: [ConformanceCheck<Stores>] = [
        ConformanceCheck("documents, versions and what was set aside keep their places, contents and times") {
            stores in
            let (from, to) = try stores.parts()
            try require(try await to.isEmpty(), "the second store is not empty")
            let places = try await fill(stores.from)
            try require(try await !from.isEmpty(), "the first store is empty")
            for place in places {
                try requireEqual(try await stores.copy(place), [], "what was refused")
                let (given, taken) = try await (from.entry(at: place), to.entry(at: place))
                try requireEqual(taken?.size, given?.size, "the size of \(place)")
                try require(
                    isSame(taken?.fileTime, given?.fileTime), "\(place) has another time: \(taken as Any)")
                try requireEqual(
                    try await to.digest(at: place), try await from.digest(at: place),
                    "the content of \(place)")
            }
            for area in KeptPlace.Area.allCases {
                try requireEqual(try await list(to, area), try await list(from, area), "the \(area)")
            }
            try requireEqual(
                try await StoreConformance.kept(of: "f/a.txt", in: stores.to),
                try await StoreConformance.kept(of: "f/a.txt", in: stores.from), "the versions")
        },
        ConformanceCheck("a large content goes over in pieces") { stores in
            let bytes = [UInt8](TestBytes.make(3 << 20))
            let writer = try stores.from.writer(for: StoreConformance.key("large"))
            try writer.write(bytes)
            let staged = try writer.finish()
            try await stores.from.flush([staged])
            _ = try await stores.from.publish([Publication(document: staged, name: "large")])
            try requireEqual(try await stores.copy(.document("large")), [], "what was refused")
            try requireEqual(
                try await stores.to.digest(ofDocumentNamed: "large"), staged.digest, "the content")
        },
        ConformanceCheck("what has a place stays there, unless it is to be replaced") { stores in
            _ = try await StoreConformance.publish("new", as: "a.txt", in: stores.from)
            _ = try await StoreConformance.publish("old", as: "a.txt", in: stores.to)
            let refused = try await stores.copy(.document("a.txt"))
            try requireEqual(refused.map(\.error.code), [.nameTaken], "what was refused")
            try requireEqual(try await StoreConformance.content("a.txt", in: stores.to), "old", "the content")
            try requireEqual(
                try await stores.copy(.document("a.txt"), replacing: true), [], "what was refused")
            try requireEqual(try await StoreConformance.content("a.txt", in: stores.to), "new", "the content")
            try requireEqual(
                try await StoreConformance.kept(of: "a.txt", in: stores.to), [], "what was replaced")
        },
        ConformanceCheck("a group goes over as a whole, and one refusal concerns nobody else") { stores in
            let (from, to) = try stores.parts()
            _ = try await StoreConformance.publish("taken", as: "3.txt", in: stores.to)
            var contents: [KeptContent] = []
            for number in 0..<7 {
                _ = try await StoreConformance.publish("\(number)", as: "\(number).txt", in: stores.from)
                let place = KeptPlace.document("\(number).txt")
                let writer = try stores.to.writer(for: StoreConformance.key(place.name))
                _ = try await from.copy(place, into: writer)
                contents.append(KeptContent(try writer.finish(), at: place))
            }
            let refused = try await to.put(contents, replacing: false)
            try requireEqual(refused.map(\.place), [.document("3.txt")], "what was refused")
            try requireEqual(try await stores.to.names().count, 7, "the names")
        },
        ConformanceCheck("places that no store gives lead nowhere") { stores in
            let (from, to) = try stores.parts()
            let unsafe: [KeptPlace] = [
                .document("../a"), .document(".carrel/library.sqlite"), .version(of: "a", "../../b"),
                .version(of: "../a", "00000001-0123456789abcdef"), .version(of: "a", "b"),
                .quarantined("../a"), .quarantined("lock"),
            ]
            for place in unsafe {
                let writer = try stores.to.writer(for: StoreConformance.key("x"))
                try writer.write([1])
                let staged = try writer.finish()
                let refused = try await to.put([KeptContent(staged, at: place)], replacing: true)
                try requireEqual(refused.map(\.error.code), [.invalidName], "what was refused for \(place)")
                let failure = "\(place) was taken for a place"
                try await requireRefusal(.invalidName, failure) { _ = try await from.entry(at: place) }
                try await requireRefusal(.invalidName, failure) { _ = try await from.digest(at: place) }
                try await requireRefusal(.invalidName, failure) { try await to.remove(place) }
            }
        },
        ConformanceCheck("where nothing is, nothing is given, and removing it is fine") { stores in
            let (from, to) = try stores.parts()
            let place = KeptPlace.document("nothing.txt")
            let writer = try stores.to.writer(for: StoreConformance.key("nothing"))
            try require(try await from.copy(place, into: writer) == nil, "something was given")
            writer.discard()
            try require(try await from.entry(at: place) == nil, "there is an entry")
            try require(try await from.digest(at: place) == nil, "there is a digest")
            try await from.remove(place)
            _ = try await StoreConformance.publish("a", as: "f/a.txt", in: stores.to)
            try await to.remove(.document("f/a.txt"))
            try require(try await to.isEmpty(), "it was not removed")
        },
        ConformanceCheck("two stores are told apart") { stores in
            let (from, to) = try stores.parts()
            try require(from.location != to.location, "both are \(from.location)")
        },
    ]

    /// Fills a store with documents, versions of one of them, and something that was set aside.
    private static func fill(_ store: any Store) async throws -> [KeptPlace] {
        _ = try await StoreConformance.publish("plain", as: "plain.txt", in: store)
        var last: ContentDigest?
        for text in ["one", "two", "three"] {
            last = try await StoreConformance.publish(text, as: "f/a.txt", replaces: last, in: store)
                .document.digest
        }
        let aside = try await StoreConformance.stage(
            "aside", key: StoreConformance.key("aside"), in: store)
        try await store.flush([aside])
        let token = QuarantinedDocument.newToken(for: "page.html")
        _ = try await store.publish([Publication(document: aside, in: .quarantine, name: token)])
        let part = try requireValue(store.transfer, "what gives contents")
        var places: [KeptPlace] = []
        for area in KeptPlace.Area.allCases { places += try await list(part, area) }
        try requireEqual(places.count, 5, "the places")
        return places
    }

    private static func list(
        _ part: any DocumentTransfer, _ area: KeptPlace.Area
    ) async throws -> Set<KeptPlace> {
        var places = Set<KeptPlace>()
        try await part.list(area) { (some) throws(StoreError) in
            places.formUnion(some)
            return true
        }
        return places
    }

    private static func isSame(_ first: FileTime?, _ second: FileTime?) -> Bool {
        guard let first, let second else { return first == nil && second == nil }
        return first.isSame(as: second)
    }
}
