import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import DirectoryStoring
import Foundation
import SQLiteKeeping
import Testing

/// A library folder that somebody else made, as from an archive or a share: nothing in it leads Carrel out of it.
@Suite(.timeLimit(.minutes(1))) struct ForeignLibraryTests {
    private let folder: TemporaryFolder
    private let outside: TemporaryFolder
    private let note = PartialNote(
        url: "http://x.example/a", validators: Validators(entityTag: "\"1\""), completeLength: nil)
    private let key = ItemKey(catalog: "c", collection: "C1", item: "a")

    init() throws {
        folder = try TemporaryFolder()
        outside = try TemporaryFolder()
        for name in ["holiday.jpg", "0123456789abcdef.jpg", "00000001-0123456789abcdef.jpg"] {
            try outside.write(name, name)
        }
        try outside.write(Self.partName, "precious")
        try outside.write("1-1.whole", "whole")
        try outside.write("b~1.txt", "aside")
    }

    /// The stem of the key's partial document: the beginning of the SHA-256 of its parts.
    private static let partName = "7035d0f371a4163538e7e33b97b3474c.part"

    private func store() -> DirectoryStore {
        DirectoryStore(root: folder.url, isDurable: false, versionsKept: 1)
    }

    private func link(_ path: String, to target: String = "") throws {
        let link = folder.url.appending(path: path)
        try FileManager.default.createDirectory(
            at: link.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: outside.url.appending(path: target))
    }

    private func publish(
        _ text: String, as name: String, replaces: ContentDigest? = nil, in store: DirectoryStore
    ) async throws -> ContentDigest {
        let writer = try store.writer(for: key, resuming: false)
        try writer.restart(note)
        try writer.write(Array(text.utf8))
        let document = try writer.finish()
        _ = try await store.publish([Publication(document: document, name: name, replaces: replaces)])
        return document.digest
    }

    /// Sets a document aside; how many of the publications were refused.
    private func setAside(_ name: String, in store: DirectoryStore) async throws -> Int {
        let digest = ContentDigest(size: 0, sha256: "")
        let staged = try store.staged(
            documentNamed: name, holding: try await store.digest(ofDocumentNamed: name) ?? digest)
        return try await store.publish([
            Publication(
                document: staged, in: .quarantine, name: QuarantinedDocument.newToken(for: name))
        ]).count
    }

    @Test(arguments: [".carrel", ".carrel/incoming", ".carrel/versions", ".carrel/quarantine"])
    func `what a link among Carrel's folders leads to stays as it is`(path: String) async throws {
        try link(path)
        for name in [".carrel", "incoming", "versions", "quarantine"] where path == ".carrel" {
            try? FileManager.default.createDirectory(
                at: outside.url.appending(path: name), withIntermediateDirectories: true)
        }
        let before = try outside.state()
        let store = store()
        try? await store.removeAbandoned()
        try? await store.removeAbandonedPartials()
        var digest = try? await publish("1", as: "a.jpg", in: store)
        for text in ["2", "3", "4"] {
            guard let replaced = digest else { break }
            digest = try? await publish(text, as: "a.jpg", replaces: replaced, in: store)
        }
        _ = try? await setAside("a.jpg", in: store)
        if let staged = try? await store.staged(quarantined: "b~1.txt") {
            _ = try? await store.publish([Publication(document: staged, name: "b.txt")])
        }
        try? await store.discard(quarantined: ["b~1.txt", "holiday.jpg"])
        let writer = try? store.writer(for: key, resuming: true)
        try? writer?.restart(note)
        try? writer?.write(Array("bytes".utf8))
        writer?.park()
        try? await store.removeAbandoned()
        try? await store.removeAbandonedPartials()
        #expect(try outside.state() == before)
    }

    @Test func `pruning versions follows no link in place of a document's versions`() async throws {
        let store = store()
        var digest = try await publish("1", as: "a.jpg", in: store)
        try link(".carrel/versions/a.jpg")
        let before = try outside.state()
        for text in ["2", "3"] {
            let replaced = digest
            guard let next = try? await publish(text, as: "a.jpg", replaces: replaced, in: store) else {
                break
            }
            digest = next
        }
        #expect(try outside.state() == before)
    }

    @Test func `what does not have the shape of Carrel's own names is left alone`() async throws {
        let store = store()
        var digest = try await publish("1", as: "a.txt", in: store)
        digest = try await publish("2", as: "a.txt", replaces: digest, in: store)
        let foreign = [
            ".carrel/incoming/thesis.tex", ".carrel/incoming/thesis.part", ".carrel/incoming/thesis.note",
            ".carrel/incoming/my.whole", ".carrel/versions/a.txt/thesis.tex", ".carrel/versions/thesis.tex",
        ]
        for path in foreign { try folder.write(path, path) }
        try await store.removeAbandoned()
        try await store.removeAbandonedPartials()
        for text in ["3", "4", "5"] {
            digest = try await publish(text, as: "a.txt", replaces: digest, in: store)
        }
        try folder.write(".carrel/quarantine/thesis.tex", "mine")
        try await store.discard(quarantined: ["thesis.tex"])
        for path in foreign + [".carrel/quarantine/thesis.tex"] {
            #expect(FileManager.default.fileExists(atPath: folder.url.appending(path: path).path), "\(path)")
        }
    }

    @Test func `a partial document that is another name of a foreign file is not written to`() async throws {
        let first = store()
        let writer = try first.writer(for: key, resuming: false)
        try writer.restart(note)
        try writer.write(Array("ab".utf8))
        writer.park()
        let names = folder.names(".carrel/incoming")
        let part = try #require(names.first { $0.hasSuffix(".part") })
        let path = folder.url.appending(path: ".carrel/incoming/\(part)").path
        #expect(unlink(path) == 0)
        #expect(Foundation.link(outside.url.appending(path: "holiday.jpg").path, path) == 0)
        let before = try outside.state()
        let second = store()
        let resumed = try second.writer(for: key, resuming: true)
        if resumed.bytesWritten > 0 { try resumed.write(Array("more".utf8)) }
        try resumed.restart(note)
        try resumed.write(Array("more".utf8))
        _ = try resumed.finish()
        #expect(try outside.state() == before)
    }

    @Test func `a pipe in place of a file holds nobody up`() async throws {
        let store = store()
        let digest = try await publish("1", as: "a.txt", in: store)
        let writer = try store.writer(for: key, resuming: false)
        try writer.restart(note)
        try writer.write(Array("ab".utf8))
        writer.park()
        for name in folder.names(".carrel/incoming") + ["../../b.txt"] {
            let path = folder.url.appending(path: ".carrel/incoming/\(name)").path
            unlink(path)
            #expect(mkfifo(path, 0o600) == 0)
        }
        #expect(try await store.partialDocuments().isEmpty)
        let resumed = try store.writer(for: key, resuming: true)
        #expect(resumed.bytesWritten == 0)
        #expect(try await store.digest(ofDocumentNamed: "b.txt") == nil)
        #expect(try await store.names() == ["a.txt"])
        #expect(try await setAside("b.txt", in: store) == 1)
        #expect(try await store.digest(ofDocumentNamed: "a.txt") == digest)
    }

    @Test func `a recorded digest that is none leads no version out of its folder`() async throws {
        let store = store()
        let digest = try await publish("1", as: "a.txt", in: store)
        let evil = ContentDigest(size: digest.size, sha256: "/../../../evil")
        _ = try? await publish("2", as: "a.txt", replaces: evil, in: store)
        #expect(!folder.names().contains { $0.hasPrefix("evil") })
        #expect(try folder.text("a.txt") == "2")
    }

    @Test func `a folder under a document's name is not set aside as a document`() async throws {
        let store = store()
        _ = try await publish("1", as: "a.txt", in: store)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "mine"), withIntermediateDirectories: true)
        #expect(try await setAside("mine", in: store) == 1)
        #expect(folder.names().contains("mine"))
    }

    @Test(arguments: [
        ".carrel", ".carrel/library.sqlite", ".carrel/library.sqlite-wal", ".carrel/library.sqlite-shm",
        ".carrel/library.sqlite-journal", ".carrel/lock",
    ])
    func `records behind a link are refused with a clear error`(path: String) async throws {
        try outside.write("target", "")
        try link(path, to: path == ".carrel" ? "" : "target")
        let before = try outside.state()
        let error = #expect(throws: StoreError.self) {
            try SQLiteLibrary(root: folder.url, access: .exclusive)
        }
        #expect(
            error?.description.contains(path) == true && error?.remedy != nil, "\(String(describing: error))")
        #expect(error?.endsRun == true)
        if !path.hasSuffix("lock") {
            #expect(throws: StoreError.self) { try SQLiteLibrary(root: folder.url, access: .shared) }
        }
        #expect(try outside.state() == before)
    }

    @Test func `a rollback journal that names another file is refused, and that file stays`() async throws {
        // What SQLite would do with it: play it back, and remove the super-journal that it names.
        _ = try SQLiteLibrary(root: folder.url, access: .exclusive)
        try outside.write("super", "no journal is named here")
        let name = Array(outside.url.appending(path: "super").path.utf8)
        func number(_ value: UInt32) -> [UInt8] {
            (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
        }
        let magic: [UInt8] = [0xD9, 0xD5, 0x05, 0xF9, 0x20, 0xA1, 0x63, 0xD7]
        var journal = magic + number(0) + number(1) + number(1) + number(512) + number(4096)
        journal += [UInt8](repeating: 0, count: 512 - journal.count)
        let sum = name.reduce(UInt32(0)) { $0 &+ UInt32($1) }
        journal += number(0x4000_0000 / 4096 + 1) + name + number(UInt32(name.count)) + number(sum) + magic
        try Data(journal).write(to: folder.url.appending(path: ".carrel/library.sqlite-journal"))
        #expect(throws: StoreError.self) { try SQLiteLibrary(root: folder.url, access: .exclusive) }
        #expect(throws: StoreError.self) { try SQLiteLibrary(root: folder.url, access: .shared) }
        #expect(outside.names().contains("super"))
    }

    @Test func `records are their owner's alone, those of an earlier Carrel too, and documents as before`()
        async throws
    {
        chmod(folder.url.path, 0o755)
        let records = folder.url.appending(path: ".carrel")
        try FileManager.default.createDirectory(at: records, withIntermediateDirectories: true)
        chmod(records.path, 0o755)
        for name in ["lock", "library.sqlite"] {
            try folder.write(".carrel/\(name)", "")
            chmod(records.appending(path: name).path, 0o644)
        }
        let library = try SQLiteLibrary(root: folder.url, access: .exclusive)
        _ = try await publish("1", as: "a.txt", in: store())
        #expect(folder.mode(".carrel") == 0o700)
        for name in ["lock", "library.sqlite", "library.sqlite-wal", "library.sqlite-shm"] {
            #expect(folder.mode(".carrel/\(name)") == 0o600, "\(name)")
        }
        #expect(folder.mode("a.txt") == 0o644)
        withExtendedLifetime(library) {}
    }

    @Test func `a library that is open for a group stays open for it`() async throws {
        chmod(folder.url.path, 0o2775)
        let library = try SQLiteLibrary(root: folder.url, access: .exclusive)
        #expect(folder.mode(".carrel") == 0o2770)
        for name in ["lock", "library.sqlite", "library.sqlite-wal", "library.sqlite-shm"] {
            #expect(folder.mode(".carrel/\(name)") == 0o660, "\(name)")
        }
        withExtendedLifetime(library) {}
    }
}
