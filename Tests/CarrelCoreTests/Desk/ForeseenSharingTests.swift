import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelCore

/// Which documents of one catalogue another one shows.
///
/// The library's query says it of what is recorded (`SharedPair`), and a plan of what is not recorded yet (`UnrecordedItems`): both
/// have to say the same.
@Suite(.timeLimit(.minutes(1))) struct ForeseenSharingTests {
    /// An item, and what another catalogue lists at its address, in a collection each, with a document each.
    private struct Sample {
        var item: Item
        var owners: [(item: Item, isListed: Bool)]
    }

    private struct Promise {
        var size: Int64?
        var digest: ExpectedDigest?

        init(size: Int64? = nil, _ algorithm: DigestAlgorithm? = nil, of digit: String = "") {
            self.size = size
            digest = algorithm.flatMap {
                ExpectedDigest($0, hex: String(repeating: digit, count: $0.length * 2), origin: .catalog)
            }
        }
    }

    private static let one = "http://catalog.example/one"
    private static let two = "http://catalog.example/two"
    /// The documents have a size of three bytes and a SHA-256 of this digit.
    private static let digit = "a"
    private static let promises = [
        Promise(), Promise(size: 3), Promise(size: 4), Promise(.sha256, of: digit), Promise(.sha256, of: "b"),
        Promise(.md5, of: "c"),
    ]

    private static func item(_ url: String, id: String? = nil, _ promise: Promise = Promise()) -> Item {
        Item(id: id, title: url, url: url, size: promise.size, digest: promise.digest)
    }

    private static func address(_ number: Int) -> String { "http://x.example/\(number)" }

    /// An item and its owner: both as the document's address, with TLS by now, with it but known by the former address, and both
    /// with it.
    private static func sample(
        _ number: Int, at way: Int, _ promise: Promise, owned: Promise, isListed: Bool
    ) -> Sample {
        let (plain, secured) = (address(number), "https://x.example/\(number)")
        let owner = item(way == 3 ? secured : plain, owned)
        let listed = item(way == 0 ? plain : secured, id: way == 2 ? plain : nil, promise)
        return Sample(item: listed, owners: [(owner, isListed)])
    }

    private static var samples: [Sample] {
        var samples: [Sample] = []
        for promise in promises {
            for way in 0..<4 {
                for owned in promises {
                    samples.append(sample(samples.count, at: way, promise, owned: owned, isListed: true))
                }
            }
            // Only the library knows at which address an item was listed last, and what was promised of it.
            for way in 0..<3 {
                samples.append(sample(samples.count, at: way, promise, owned: Promise(), isListed: false))
            }
        }
        for (first, second) in [(true, true), (true, false), (false, true), (false, false)] {
            let both = item(address(samples.count))
            samples.append(Sample(item: both, owners: [(both, first), (both, second)]))
        }
        return samples
    }

    /// The catalogue of the owners: all of them, or those that are still listed.
    private static func owners(in samples: [Sample], all: Bool) -> Catalog {
        let collections = (0..<2).map { place in
            let owners = samples.compactMap { $0.owners.indices.contains(place) ? $0.owners[place] : nil }
            let items = owners.filter { all || $0.isListed }.map(\.item)
            return ItemCollection(id: "D\(place)", title: "Documents", items: items)
        }
        return Catalog(collections: collections)
    }

    private static func stored(_ samples: [Sample]) -> [LibraryChange] {
        samples.enumerated().flatMap { number, sample in
            sample.owners.enumerated().map { place, owner -> LibraryChange in
                let document = StoredDocument(
                    name: "\(number)-\(place)", size: 3, sha256: String(repeating: digit, count: 64),
                    mediaType: nil, validators: Validators(), url: address(number),
                    storedAt: Date(timeIntervalSince1970: 900))
                let publication = Publication(
                    document: StagedDocument(token: document.name, digest: document.digest),
                    name: document.name)
                let key = ItemKey(catalog: one, collection: "D\(place)", item: owner.item.id)
                return .stored(key, title: owner.item.title, document, publication)
            }
        }
    }

    private func record(_ catalog: Catalog, at location: String, in library: any Library) async throws {
        let reading = CatalogReading(
            location: location, validators: Validators(), fingerprint: "1",
            date: Date(timeIntervalSince1970: 1000), isPublic: true)
        try await library.record(catalog, reading: reading)
    }

    @Test func `a plan foresees of each item what the library says once it is recorded`() async throws {
        let harness = try PipelineHarness("")
        let (library, samples) = (harness.library, Self.samples)
        try await record(Self.owners(in: samples, all: true), at: Self.one, in: library)
        try await library.commit(Self.stored(samples))
        try await record(Self.owners(in: samples, all: false), at: Self.one, in: library)
        let catalog = Catalog(
            collections: [ItemCollection(id: "C", title: "Items", items: samples.map(\.item))])
        var memory = LibraryMemory(catalog: Self.two)
        let foreseen = try await harness.pipeline.foreseeShared(&memory, in: catalog).shared
        try await record(catalog, at: Self.two, in: library)
        let recorded = try await library.sharedDocuments(of: Self.two)
        #expect(!recorded.isEmpty && recorded.count < samples.count)
        for item in catalog.collections.flatMap(\.items) {
            let key = ItemKey(catalog: Self.two, collection: "C", item: item.id)
            #expect(foreseen[key] == recorded[key], "\(item)")
        }
    }
}
