import CarrelBasics
import CarrelModel
import CarrelStages
import CarrelTesting
import DirectoryStoring
import Foundation
import Testing

/// Which earlier versions a folder keeps.
@Suite(.timeLimit(.minutes(1))) struct VersionsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func store(_ versions: Int) -> DirectoryStore {
        DirectoryStore(root: folder.url, isDurable: false, versionsKept: versions)
    }

    private func publish(
        _ text: String, as name: String = "a.txt", replaces: ContentDigest? = nil, in store: DirectoryStore
    ) async throws -> ContentDigest {
        let document = try await store.stage(text)
        let publication = Publication(document: document, name: name, replaces: replaces)
        #expect(try await store.publish([publication]).isEmpty)
        return document.digest
    }

    /// Publishes each text in place of the one before.
    @discardableResult private func publish(
        each texts: [String], as name: String = "a.txt", after first: ContentDigest? = nil,
        in store: DirectoryStore
    ) async throws -> ContentDigest? {
        var digest = first
        for text in texts { digest = try await publish(text, as: name, replaces: digest, in: store) }
        return digest
    }

    private func versions(of name: String = "a.txt") throws -> [String] {
        try folder.names(".carrel/versions/\(name)").map { try folder.text(".carrel/versions/\(name)/\($0)") }
    }

    @Test func `versions are kept in the order in which they were replaced`() async throws {
        try await publish(each: ["1", "2", "1", "3", "4"], in: store(2))
        #expect(try Set(versions()) == ["1", "3"])
    }

    @Test func `where none are kept any longer, those of before go, but for what somebody wrote`()
        async throws
    {
        let digest = try await publish(each: ["1", "2", "3"], in: store(5))
        try folder.write("a.txt", "THREE")
        let four = try await publish("4", replaces: digest, in: store(5))
        #expect(try Set(versions()) == ["1", "2", "THREE"])
        try await publish(each: ["5"], after: four, in: store(0))
        #expect(try versions() == ["THREE"])
    }

    @Test func `what touches a version's file changes nothing of its place in the order`() async throws {
        let store = store(2)
        let digest = try await publish(each: ["1", "2", "3"], in: store)
        for name in folder.names(".carrel/versions/a.txt") {
            let path = folder.url.appending(path: ".carrel/versions/a.txt/\(name)").path
            guard try folder.text(".carrel/versions/a.txt/\(name)") == "1" else { continue }
            #expect(chmod(path, 0o600) == 0)
        }
        try await publish(each: ["4"], after: digest, in: store)
        #expect(try Set(versions()) == ["2", "3"])
    }

    @Test(arguments: [0, 1, 2]) func `what somebody wrote into a document is never pruned`(kept: Int)
        async throws
    {
        let store = store(kept)
        let one = try await publish("one", in: store)
        try folder.write("a.txt", "ONE")
        let two = try await publish("two", replaces: one, in: store)
        try folder.write("a.txt", "two, and more")
        try await publish(each: ["three", "four", "five", "six"], after: two, in: store)
        let versions = try versions()
        #expect(versions.contains("ONE") && versions.contains("two, and more"))
        #expect(versions.count == 2 + kept)
    }

    @Test func `versions of an earlier Carrel are the oldest, and its edited ones stay`() async throws {
        let store = store(2)
        let one = try await publish("one", in: store)
        // SHA-256 of "zero".
        let zero = "f9194e73f9e9459e3450ea10a179cdf77aafa695beecd3b9344a98d111622243".prefix(16)
        try folder.write(".carrel/versions/a.txt/\(zero).txt", "zero")
        try folder.waitForNextChangeTime(after: ".carrel/versions/a.txt/\(zero).txt")
        try folder.write(".carrel/versions/a.txt/\(zero)~1k9x.txt", "Zero")
        try folder.write(".carrel/versions/a.txt/aaaaaaaaaaaaaaaa.txt", "not what its name says: an edit")
        let two = try await publish("two", replaces: one, in: store)
        #expect(try Set(versions()) == ["Zero", "not what its name says: an edit", "one"])
        try await publish(each: ["three"], after: two, in: store)
        #expect(try Set(versions()) == ["Zero", "not what its name says: an edit", "one", "two"])
    }

    @Test func `a replacement that a crash interrupted is done once`() async throws {
        let store = store(5)
        let one = try await publish("one", in: store)
        // The version is there, the new name is not: as between the two.
        try await publish(each: ["two"], after: one, in: store)
        let name = try #require(folder.names(".carrel/versions/a.txt").first)
        let (document, version) = (
            folder.url.appending(path: "a.txt").path,
            folder.url.appending(path: ".carrel/versions/a.txt/\(name)").path
        )
        #expect(unlink(document) == 0 && link(version, document) == 0)
        _ = try await publish("two", replaces: one, in: store)
        #expect(try versions() == ["one"])
        #expect(try folder.text("a.txt") == "two")
    }

    @Test func `versions that cannot all follow a document stay together, under their own names`()
        async throws
    {
        let store = store(5)
        try await publish(each: ["1", "2", "3"], in: store)
        let names = folder.names(".carrel/versions/a.txt").sorted()
        // Something unknown has the name that the last one of them would get.
        let obstacle = folder.url.appending(path: ".carrel/versions/b.txt").appending(
            path: try #require(names.last))
        try FileManager.default.createDirectory(at: obstacle, withIntermediateDirectories: true)
        await #expect(throws: StoreError.self) { try await store.moveVersions(from: "a.txt", to: "b.txt") }
        #expect(folder.names(".carrel/versions/a.txt").sorted() == names)
        #expect(try versions().sorted() == ["1", "2"])
    }

    @Test func `every name that Carrel derives from a long one fits the disk`() async throws {
        let store = store(3)
        for name in [
            "a." + String(repeating: "b", count: 245), "é." + String(repeating: "é", count: 126),
            String(repeating: "日", count: 85),
        ] {
            let digest = try await publish(each: ["1", "2", "3"], as: name, in: store)
            try folder.write(name, "mine")
            let replaced = digest
            _ = try await publish("4", as: name, replaces: replaced, in: store)
            #expect(try Set(versions(of: name)) == ["1", "2", "mine"])
            #expect(QuarantinedDocument.newToken(for: name).utf8.count <= 255)
        }
    }

    @Test func `a file in place of a document's versions is that document's failure only`() async throws {
        let store = store(3)
        let a = try await publish("1", in: store)
        try folder.write(".carrel/versions/a.txt", "mine")
        let staged = try await store.stage("2")
        let publication = Publication(document: staged, name: "a.txt", replaces: a)
        let error = try await store.publish([publication]).first?.error
        #expect(error?.endsRun == false, "\(String(describing: error))")
        #expect(error?.remedy?.contains(".carrel/versions/a.txt") == true, "\(String(describing: error))")
        #expect(try folder.text("a.txt") == "1" && folder.text(".carrel/versions/a.txt") == "mine")
        try await publish(each: ["1", "2"], as: "b.txt", in: store)
        #expect(try versions(of: "b.txt") == ["1"])
    }

    @Test(arguments: [true, false])
    func `a document whose versions cannot follow it to another name does not get that name`(isEdited: Bool)
        async throws
    {
        let store = store(3)
        let two = try #require(try await publish(each: ["1", "2"], in: store))
        var publication: Publication
        if isEdited {
            let next = try await store.stage("3")
            publication = Publication(document: next, name: "b.txt", replaces: two)
            publication.succeeds = "a.txt"
            try folder.write("a.txt", "mine")
        } else {
            let staged = try store.staged(documentNamed: "a.txt", holding: two)
            publication = Publication(document: staged, name: "b.txt")
            publication.moves = "a.txt"
        }
        try folder.write(".carrel/versions/b.txt", "in the way")
        #expect(try await store.publish([publication]).count == 1)
        #expect(try folder.text("a.txt") == (isEdited ? "mine" : "2"))
        #expect(!folder.names().contains("b.txt"))
        #expect(try versions() == ["1"])
        try FileManager.default.removeItem(at: folder.url.appending(path: ".carrel/versions/b.txt"))
        #expect(try await store.publish([publication]).isEmpty)
        #expect(try folder.text("b.txt") == (isEdited ? "3" : "2"))
        #expect(try Set(versions(of: "b.txt")) == (isEdited ? ["1", "mine"] : ["1"]))
    }
}
