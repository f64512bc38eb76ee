import CarrelCore
import CarrelTesting
import Foundation
import Testing

@testable import CarrelLibrary

/// Libraries of earlier versions become current ones.
@Suite(.timeLimit(.minutes(1))) struct SchemaTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(arguments: [
        (1, 0x20596f02fcb6ef53 as UInt64), (2, 0x8e5397ad006dc356), (3, 0x1c88d190b547e869),
        (4, 0x95ef54051d6b3423), (5, 0xc4029b17689d5ec3),
    ])
    func `a migration that libraries have had is never edited`(version: Int, checksum: UInt64) {
        let found = Schema.migrations[version - 1].utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01B3
        }
        #expect(found == checksum, "version \(version)")
    }

    @Test(arguments: 1...5)
    func `a library of an earlier version takes what is set aside and what redirects led to`(
        version: Int
    ) async throws {
        let file = folder.url.appending(path: ".carrel/library.sqlite")
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        do {
            let database = try Database(path: file.path, mode: .writing)
            for migration in Schema.migrations.prefix(version) { try database.execute(migration) }
            try database.execute("PRAGMA user_version = \(version)")
        }
        let library = try SQLiteLibrary(root: folder.url, access: .exclusive)
        let origin = DocumentOrigin(
            url: "http://x/b", requestedURL: "http://x/a", validators: Validators(entityTag: "\"1\""))
        var aside = QuarantinedDocument(
            key: ItemKey(catalog: "here", collection: "C1", item: "a"), token: "t", name: "a", reason: "r",
            digest: ContentDigest(size: 1, sha256: "0"), mediaType: nil, origin: origin,
            date: Date(timeIntervalSince1970: 1))
        aside.wasStored = true
        try await library.commit([.quarantined(aside)])
        #expect(try await library.quarantinedDocuments() == [aside])
    }
}
