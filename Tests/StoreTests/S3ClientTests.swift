import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelS3
import CarrelStages
import CarrelTesting
import CurlFetching
import Foundation
import S3Storing
import Testing
import URLSessionFetching

/// Requests to a real object store.
@Suite(.timeLimit(.minutes(5)), .enabled(if: ObjectStore.program != nil, "SeaweedFS (weed) is not installed"))
struct S3ClientTests {
    private let folder: TemporaryFolder
    private let prefix = "client/\(UUID().uuidString)/"

    init() throws { folder = try TemporaryFolder() }

    private func file(_ name: String, _ bytes: Data) throws -> (path: String, sha256: String) {
        let file = folder.url.appending(path: name)
        try bytes.write(to: file)
        return (file.path, SignableRequest.digest(of: bytes))
    }

    private func content(_ key: String, _ client: S3Client) async throws -> Data {
        var content = Data()
        _ = try await client.read(key) { content += Data($0) }
        return content
    }

    @Test(arguments: ["curl", "urlsession"])
    func `both fetchers carry what is signed, whatever the key is called`(name: String) async throws {
        let fetcher: any Fetcher = name == "curl" ? CurlFetcher() : URLSessionFetcher()
        let client = try await TestBucket.shared(fetcher).client()
        let (path, sha256) = try file("a", Data("abc".utf8))
        let names = [
            "plain.txt", "two words.txt", "ä ö/ü.txt", "100%.txt", "a+b=c&d.txt", "q?x#y.txt", "(1)!'*~.txt",
            "日本語.pdf", "a;b,c@d$e.txt", "[x]{y}|z^`.txt",
        ]
        for name in names {
            try await client.write(prefix + name, file: path, size: 3, sha256: sha256)
            #expect(try await content(prefix + name, client) == Data("abc".utf8))
        }
        var listed: [String] = []
        try await client.all(prefix) { objects in
            listed += objects.map { String($0.key.dropFirst(prefix.count)) }
            return true
        }
        #expect(Set(listed) == Set(names))
        for name in names {
            try await client.remove(prefix + name)
            #expect(try await client.object(prefix + name) == nil)
        }
    }

    @Test func `a large object goes in parts and comes whole, with what was noted of it`() async throws {
        let client = try await TestBucket.shared(CurlFetcher()).client(partSize: 5 << 20)
        let bytes = TestBytes.make(17 << 20)
        let (path, sha256) = try file("large", bytes)
        try await client.write(
            prefix + "large", file: path, size: Int64(bytes.count), sha256: sha256,
            notes: ["carrel-sha256": sha256])
        let object = try #require(try await client.object(prefix + "large"))
        #expect(object.size == Int64(bytes.count))
        #expect(object.notes == ["carrel-sha256": sha256])
        #expect(try await content(prefix + "large", client) == bytes)
    }

    @Test func `a large object is copied in parts`() async throws {
        let client = try await TestBucket.shared(CurlFetcher()).client(partSize: 5 << 20, copySize: 6 << 20)
        let bytes = TestBytes.make(12 << 20)
        let (path, sha256) = try file("large", bytes)
        try await client.write(prefix + "one", file: path, size: Int64(bytes.count), sha256: sha256)
        let object = try #require(try await client.object(prefix + "one"))
        try await client.copy(object, to: prefix + "two", notes: ["a": "b"])
        #expect(try await content(prefix + "two", client) == bytes)
        #expect(try await client.object(prefix + "two")?.notes == ["a": "b"])
    }

    @Test func `an object under a taken key stays, where the key must be free`() async throws {
        let client = try await TestBucket.shared(CurlFetcher()).client()
        _ = try await client.heedsCopies(tryingWith: prefix + "trial")
        #expect(try await client.object(prefix + "trial") == nil)
        try await client.write(prefix + "a", bytes: [1])
        await #expect(throws: S3Error.self) { try await client.write(prefix + "a", bytes: [2], isNew: true) }
        #expect(try await content(prefix + "a", client) == Data([1]))
    }

    @Test func `a list of more than a thousand objects is read to its end`() async throws {
        let client = try await TestBucket.shared(CurlFetcher()).client()
        await withTaskGroup { group in
            for hundred in 0..<11 {
                group.addTask {
                    for number in 0..<100 {
                        try? await client.write(prefix + "\(hundred * 100 + number)", bytes: [])
                    }
                }
            }
        }
        var count = 0
        try await client.all(prefix) { objects in
            count += objects.count
            return true
        }
        #expect(count == 1100)
    }

    @Test func `wrong keys, and no keys, are refused with what to do`() async throws {
        let bucket = try await TestBucket.shared(CurlFetcher())
        let wrong = bucket.client(keys: S3Keys(accessKey: ObjectStore.keys.access, secretKey: "wrong"))
        let error = await #expect(throws: S3Error.self) { try await wrong.write(prefix + "a", bytes: []) }
        #expect(error?.status == 403)
        #expect(error?.storeError.code == .unreachable)
        #expect(error?.storeError.remedy?.contains("keys") == true)
        await #expect(throws: S3Error.self) {
            try await bucket.client(keys: nil).write(prefix + "a", bytes: [])
        }
    }

    @Test func `a bucket that is not there is named`() async throws {
        var place = try await TestBucket.shared(CurlFetcher()).place
        place.name = "nowhere"
        let client = S3Client(bucket: place, fetcher: CurlFetcher(), keys: FixedS3Keys(TestBucket.keys))
        let error = await #expect(throws: S3Error.self) { try await client.all("") { _ in true } }
        #expect(error?.storeError.code == .unreachable)
        #expect(error?.storeError.description.contains("nowhere") == true)
        #expect(error?.storeError.description.contains("no such bucket") == true)
    }

    @Test func `a clock that is an hour wrong is no obstacle`() async throws {
        let client = try await TestBucket.shared(CurlFetcher()).client { Date().addingTimeInterval(-3600) }
        try await client.write(prefix + "late", bytes: [7])
        #expect(try await content(prefix + "late", client) == Data([7]))
    }

    @Test func `an upload of which a part fails leaves nothing behind`() async throws {
        let client = try await TestBucket.shared(CurlFetcher()).client(partSize: 5 << 20)
        let (path, sha256) = try file("short", TestBytes.make(11 << 20))
        // Longer than the file is: the last part cannot be read.
        await #expect(throws: S3Error.self) {
            try await client.write(prefix + "short", file: path, size: 20 << 20, sha256: sha256)
        }
        #expect(try await client.object(prefix + "short") == nil)
    }
}
