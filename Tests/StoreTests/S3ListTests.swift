import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelTesting
import Foundation
import S3Storing
import Testing

/// Lists of objects as services give them.
@Suite(.timeLimit(.minutes(1))) struct S3ListTests {
    private let folder: TemporaryFolder
    private let fetcher = ScriptedFetcher()
    private let address = "http://s3.test/library/"

    init() throws { folder = try TemporaryFolder() }

    private func client() throws -> S3Client {
        let endpoint = try #require(URL(string: "http://s3.test"))
        return S3Client(
            bucket: S3Bucket(endpoint: endpoint, name: "library", region: "us-east-1"), fetcher: fetcher,
            keys: FixedS3Keys(TestBucket.keys), clock: ManualClock(.autoAdvancing))
    }

    /// A part of a list.
    ///
    /// - Parameters:
    ///   - keys: the keys, as the service writes them.
    ///   - isCut: whether there are more.
    ///   - token: what to ask for them with.
    ///   - encoding: how the keys are encoded, as the service says it.
    /// - Returns: the answer.
    private func part(
        _ keys: [String], isCut: Bool = false, token: String? = nil, encoding: String? = nil
    ) -> Reply {
        let objects = keys.map { "<Contents><Key>\($0)</Key><Size>1</Size></Contents>" }
        let parts =
            objects + [
                "<IsTruncated>\(isCut)</IsTruncated>",
                token.map { "<NextContinuationToken>\($0)</NextContinuationToken>" } ?? "",
                encoding.map { "<EncodingType>\($0)</EncodingType>" } ?? "",
            ]
        return .content("<ListBucketResult>\(parts.joined())</ListBucketResult>")
    }

    private func listed() async throws -> [String] {
        var keys: [String] = []
        try await client().all("") { objects in
            keys += objects.map(\.key)
            return true
        }
        return keys
    }

    /// What each request asked for behind what.
    private var places: [String?] {
        fetcher.requests(for: address).map { request in
            let query = URLComponents(string: request.target)?.queryItems
            return query?.first { ["start-after", "continuation-token"].contains($0.name) }?.value
        }
    }

    @Test func `a list that is cut without a token is read on behind its last key`() async throws {
        fetcher.on(address, part(["a.txt", "b.txt"], isCut: true), part(["c.txt"]))
        #expect(try await listed() == ["a.txt", "b.txt", "c.txt"])
        #expect(places == [nil, "b.txt"])
    }

    @Test func `a list goes on behind parts without an object`() async throws {
        fetcher.on(
            address, part(["a.txt"], isCut: true, token: "1"), part([], isCut: true, token: "2"),
            part(["b.txt"]))
        #expect(try await listed() == ["a.txt", "b.txt"])
        #expect(places == [nil, "1", "2"])
    }

    @Test func `a list that goes folder by folder is read by its tokens`() async throws {
        let parts = [
            part(["Bio/0.txt", "Bio/1.txt"], isCut: true, token: "1"),
            part(["Bio 2/0.txt", "Bio 2/1.txt"], isCut: true, token: "2"), part(["C.txt"]),
        ]
        fetcher.script.on(address, parts)
        #expect(
            try await listed() == ["Bio/0.txt", "Bio/1.txt", "Bio 2/0.txt", "Bio 2/1.txt", "C.txt"])
    }

    /// How lists go wrong: the keys of each part, and its token, if the part of that number has one.
    private static let endless: [(keys: [String], token: @Sendable (Int) -> String?)] = [
        (["a.txt"], { _ in "t" }), (["a.txt"], { "\($0)" }), (["a.txt"], { _ in nil }), ([], { "\($0)" }),
        ([], { _ in "t" }), ([], { _ in nil }),
    ]

    @Test(arguments: endless.indices)
    func `a list that does not go on is an error, not read for ever and not taken for whole`(
        index: Int
    ) async throws {
        let (keys, token) = Self.endless[index]
        let parts = (0..<200).map { part(keys, isCut: true, token: token($0)) }
        fetcher.script.on(address, parts)
        let error = await #expect(throws: S3Error.self) { _ = try await listed() }
        #expect(error?.reason == "its list of objects does not go on")
        let store = S3Store(client: try client(), folder: folder.url)
        await #expect(throws: StoreError.self) { _ = try await store.held(of: ["b.txt"]) }
        await #expect(throws: StoreError.self) { try await store.list(.documents) { _ in true } }
        await #expect(throws: StoreError.self) { _ = try await store.namesWithVersions(among: nil) }
        #expect(fetcher.requests.count <= 400)
    }

    @Test func `keys are decoded only if the service says that they are encoded`() async throws {
        fetcher.on(address, part(["C%2B%2B+intro.txt", "100%25.txt"], encoding: "url"))
        #expect(try await listed() == ["C++ intro.txt", "100%.txt"])
        fetcher.on(address, part(["C++ intro.txt", "100%25.txt"]))
        #expect(try await listed() == ["C++ intro.txt", "100%25.txt"])
    }
}
