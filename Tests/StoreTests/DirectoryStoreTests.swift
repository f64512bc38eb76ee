import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import DirectoryStoring
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct DirectoryStoreTests {
    private let folder: TemporaryFolder
    private let note = PartialNote(
        url: "http://x.example/a", validators: Validators(entityTag: "\"1\""), completeLength: nil)

    init() throws { folder = try TemporaryFolder() }

    private func store(versions: Int = 5) -> DirectoryStore {
        DirectoryStore(root: folder.url, versionsKept: versions)
    }

    private func key(_ item: String) -> ItemKey { ItemKey(catalog: "c", collection: "C1", item: item) }

    private func stage(_ text: String, _ item: String, in store: DirectoryStore) async throws
        -> StagedDocument
    {
        let writer = try store.writer(for: key(item), resuming: false)
        try writer.restart(note)
        try Array(text.utf8).withUnsafeBytes { try writer.write($0) }
        return try writer.finish()
    }

    private func publish(
        _ text: String, as name: String, replaces: ContentDigest? = nil, in store: DirectoryStore
    ) async throws -> ContentDigest {
        let document = try await stage(text, name, in: store)
        try await store.flush([document])
        _ = try await store.publish([Publication(document: document, name: name, replaces: replaces)])
        return document.digest
    }

    @Test(arguments: StoreConformance.checks(for: StorePart.all))
    func `directory keeps the stores' promises`(check: ConformanceCheck<any Store>) async throws {
        try await check.run { store() }
    }

    @Test func `nothing is created before something is written`() async throws {
        let root = folder.url.appending(path: "new")
        let store = DirectoryStore(root: root)
        #expect(try await store.names().isEmpty)
        #expect(try await store.partialDocuments().isEmpty)
        #expect(!FileManager.default.fileExists(atPath: root.path))
    }

    @Test func `earlier versions are kept, the newest so many`() async throws {
        let store = store(versions: 2)
        var digest = try await publish("one", as: "a.txt", in: store)
        for text in ["two", "three", "four"] {
            digest = try await publish(text, as: "a.txt", replaces: digest, in: store)
        }
        let versions = try folder.names(".carrel/versions/a.txt").map {
            try folder.text(".carrel/versions/a.txt/\($0)")
        }
        #expect(Set(versions) == ["two", "three"])
        #expect(try folder.text("a.txt") == "four")
    }

    @Test func `a library behind a symbolic link is a library`() async throws {
        let place = try TemporaryFolder()
        defer { withExtendedLifetime(place) {} }
        let link = place.url.appending(path: "link")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder.url)
        _ = try await publish("one", as: "a.txt", in: DirectoryStore(root: link))
        #expect(try folder.text("a.txt") == "one")
    }

    @Test func `a folder or a link under a name holds it`() async throws {
        let store = store()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "folder"), withIntermediateDirectories: true)
        #expect(try await store.held(of: ["folder", "free"]) == ["folder"])
        #expect(try await store.entry(named: "folder") == nil)
    }

    @Test func `what would keep a missing document from its name is known, also of its folders`()
        async throws
    {
        let store = store()
        _ = try await publish("one", as: "a.txt", in: store)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "b.txt"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(
            at: folder.url.appending(path: "C1"), withDestinationURL: folder.url)
        let found = try await store.obstacles(at: ["a.txt", "b.txt", "C1/c.txt", "C2/d.txt"])
        #expect(
            found.mapValues(\.reason) == [
                "b.txt": "a folder took the name b.txt",
                "C1/c.txt": "something else took the name C1 of a folder",
            ])
        #expect(found.values.allSatisfy { $0.remedy == "Move it away" })
    }

    @Test func `a document that somebody edited is kept even with versions = 0`() async throws {
        let store = store(versions: 0)
        let digest = try await publish("one", as: "a.txt", in: store)
        try folder.write("a.txt", "ONE")
        _ = try await publish("two", as: "a.txt", replaces: digest, in: store)
        #expect(
            try folder.names(".carrel/versions/a.txt").map { try folder.text(".carrel/versions/a.txt/\($0)") }
                == ["ONE"])
    }

    @Test func `the same earlier content is kept once`() async throws {
        let store = store()
        var digest = try await publish("A", as: "a.txt", in: store)
        for text in ["B", "A", "B", "A"] {
            digest = try await publish(text, as: "a.txt", replaces: digest, in: store)
        }
        #expect(folder.names(".carrel/versions/a.txt").count == 2)
    }

    @Test func `reading a large partial document again ends when the task is cancelled`() async throws {
        let store = store()
        let writer = try store.writer(for: key("a"), resuming: false)
        try writer.restart(note)
        try Array("abc".utf8).withUnsafeBytes { try writer.write($0) }
        writer.park()
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try store.writer(for: key("a"), resuming: true)
        }
        await #expect(throws: StoreError.self) { try await task.value }
    }

    @Test func `with versions = 0 none is kept`() async throws {
        let store = store(versions: 0)
        let digest = try await publish("one", as: "a.txt", in: store)
        _ = try await publish("two", as: "a.txt", replaces: digest, in: store)
        #expect(folder.names(".carrel/versions") == [])
    }

    @Test func `what somebody wrote into a stored document is kept as a version of its own`() async throws {
        let store = store()
        let one = try await publish("one", as: "a.txt", in: store)
        let two = try await publish("two", as: "a.txt", replaces: one, in: store)
        _ = try await publish("one", as: "a.txt", replaces: two, in: store)
        try folder.write("a.txt", "one, with my remarks")
        _ = try await publish("three", as: "a.txt", replaces: one, in: store)
        let versions = try folder.names(".carrel/versions/a.txt").map {
            try folder.text(".carrel/versions/a.txt/\($0)")
        }
        #expect(versions.contains("one, with my remarks"))
    }

    @Test func `a file that is not Carrel's is never replaced`() async throws {
        try folder.write("a.txt", "mine")
        let store = store()
        let document = try await stage("theirs", "a", in: store)
        let refused = try await store.publish([Publication(document: document, name: "a.txt")])
        #expect(refused.count == 1)
        #expect(try folder.text("a.txt") == "mine")
    }

    @Test func `a symbolic link under a document's name is not followed`() async throws {
        let outside = try TemporaryFolder()
        try outside.write("target", "outside")
        let link = folder.url.appending(path: "a.txt")
        try FileManager.default.createSymbolicLink(
            at: link, withDestinationURL: outside.url.appending(path: "target"))
        let store = store()
        let document = try await stage("inside", "a", in: store)
        #expect(try await store.publish([Publication(document: document, name: "a.txt")]).count == 1)
        #expect(try await store.entry(named: "a.txt") == nil)
        #expect(try outside.text("target") == "outside")
    }

    @Test func `what a killed process left is continued where its note allows it, and removed otherwise`()
        async throws
    {
        let first = store()
        let long = String(repeating: "x", count: 300 << 10)
        let writers = [
            try first.writer(for: key("long"), resuming: false),
            try first.writer(for: key("short"), resuming: false),
        ]
        for (writer, text) in zip(writers, [long, "few bytes"]) {
            try writer.restart(note)
            try Array(text.utf8).withUnsafeBytes { try writer.write($0) }
        }
        _ = try await stage("whole, but never recorded", "whole", in: first)
        // A second process finds what is on the disk while the first one's writers are simply gone.
        let second = store()
        try await second.removeAbandoned()
        try await second.removeAbandonedPartials()
        #expect(
            try await second.partialDocuments() == [
                // In this process, its writer is still there.
                key("long"): PartialDocument(
                    bytes: Int64(long.utf8.count), note: note, isBeingWritten: true)
            ])
        #expect(folder.names(".carrel/incoming").count == 2)
        withExtendedLifetime(writers) {}
    }

    @Test func `what somebody is writing is told from what waits to be continued`() async throws {
        let (writing, looking) = (store(), store())
        func isBeingWritten() async throws -> Bool? {
            try await looking.partialDocuments()[key("a")]?.isBeingWritten
        }
        for resuming in [false, true] {
            let writer = try writing.writer(for: key("a"), resuming: resuming)
            if !resuming {
                try writer.restart(note)
                try writer.write([UInt8](repeating: 7, count: 300 << 10))
            }
            #expect(try await isBeingWritten() == true)
            writer.park()
            #expect(try await isBeingWritten() == false)
        }
    }

    @Test func `a note never describes bytes of another version`() async throws {
        let store = store()
        let writer = try store.writer(for: key("a"), resuming: false)
        try writer.restart(note)
        try Array(String(repeating: "x", count: 300 << 10).utf8).withUnsafeBytes { try writer.write($0) }
        #expect(folder.names(".carrel/incoming").contains { $0.hasSuffix(".note") })
        try writer.restart(
            PartialNote(url: "u", validators: Validators(entityTag: "\"2\""), completeLength: nil))
        #expect(!folder.names(".carrel/incoming").contains { $0.hasSuffix(".note") })
    }

    @Test func `a group of any size is flushed and published`() async throws {
        let store = store()
        var publications: [Publication] = []
        for index in 0..<20 {
            publications.append(
                Publication(
                    document: try await stage("\(index)", "\(index)", in: store), name: "\(index).txt"))
        }
        try await store.flush(publications.map(\.document))
        #expect(try await store.publish(publications).isEmpty)
        #expect(try await store.names().count == 20)
    }

    #if os(Linux)
    @Test func `however many folders documents are given names in, few of them stay open`() async throws {
        let store = store()
        let names = (0..<40).map { "\($0)/notes/a.txt" }
        let staged = try await store.stage(names.map { DocumentContent(key: key($0), bytes: [1]) })
            .map { try $0.get() }
        let publications = zip(staged, names).map { Publication(document: $0, name: $1) }
        #expect(try await store.publish(publications).isEmpty)
        #expect(try openFolders().count < 30)
        try await store.flush([])
        #expect(try await store.names().count == names.count)
    }

    @Test(arguments: [false, true])
    func `the folders that a killed process made are flushed with the name in them`(isGiven: Bool)
        async throws
    {
        let store = store()
        try await store.prepare()
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "a/b/c"), withIntermediateDirectories: true)
        try folder.write(isGiven ? "a/b/c/d.txt" : ".carrel/incoming/1-1.whole", "one")
        let document = StagedDocument(
            token: "1-1.whole", digest: ContentDigest(size: 3, sha256: String(repeating: "0", count: 64)))
        #expect(try await store.publish([Publication(document: document, name: "a/b/c/d.txt")]).isEmpty)
        // They stay open until they are.
        #expect(try openFolders().isSuperset(of: ["a", "a/b", "a/b/c"]))
        try await store.flush([])
        #expect(try openFolders().isDisjoint(with: ["a", "a/b", "a/b/c"]))
    }

    @Test func `for the new folders of one name the rest of the disk is not flushed`() async throws {
        let store = store()
        _ = try await publish("one", as: "a/b/c/d/e/f/g/h.txt", in: store)
        // Each is flushed by itself, and is open until then.
        let open = try openFolders()
        #expect(open.filter { $0.hasPrefix("a") }.count == 7, "\(open)")
        try await store.flush([])
    }

    /// The folders within the library's that are open.
    private func openFolders() throws -> Set<String> {
        let files = FileManager.default
        return Set(
            try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap { descriptor in
                let path = try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
                return path?.components(separatedBy: folder.url.lastPathComponent + "/").dropFirst().first
            })
    }
    #endif

    @Test func `documents that are written in a row have times of their own`() async throws {
        let store = store()
        let names = (0..<50).map { "\($0).txt" }
        let contents = names.map { DocumentContent(key: key($0), bytes: [1]) }
        let staged = try await store.stage(contents).map { try $0.get() }
        #expect(Set(staged.compactMap(\.fileTime)).count == names.count)
        _ = try await store.publish(zip(staged, names).map { Publication(document: $0, name: $1) })
        let entries = try await store.entries(of: names)
        #expect(names.map { entries[FileName($0)]?.fileTime } == staged.map(\.fileTime))
    }

    @Test func `a note without its bytes, and bytes without a note, go at the next start`() async throws {
        let first = store()
        for item in ["note", "bytes", "empty", "both"] {
            let writer = try first.writer(for: key(item), resuming: false)
            try writer.restart(note)
            try writer.write(Array(item.utf8))
            writer.park()
        }
        let notes = try folder.names(".carrel/incoming").filter { $0.hasSuffix(".note") }.map {
            (name: $0, text: try folder.text(".carrel/incoming/\($0)"))
        }
        for (name, text) in notes {
            let incoming = folder.url.appending(path: ".carrel/incoming").path
            let part = "\(incoming)/\(name.dropLast(5)).part"
            if text.contains("\"note\"") && text.contains("\"item\":\"note\"") { unlink(part) }
            if text.contains("\"item\":\"bytes\"") { unlink("\(incoming)/\(name)") }
            if text.contains("\"item\":\"empty\"") { truncate(part, 0) }
        }
        #expect(folder.names(".carrel/incoming").count == 6)
        try await store().removeAbandonedPartials()
        #expect(try await store().partialDocuments().keys.map(\.item) == ["both"])
        #expect(folder.names(".carrel/incoming").count == 2)
    }

    @Test func `what is longer than its note says cannot be continued`() async throws {
        let writer = try store().writer(for: key("a"), resuming: false)
        try writer.restart(
            PartialNote(url: "u", validators: Validators(entityTag: "\"1\""), completeLength: 5))
        try writer.write(Array("abc".utf8))
        writer.park()
        #expect(try await store().partialDocuments().count == 1)
        let file = try #require(folder.names(".carrel/incoming").first { $0.hasSuffix(".note") })
        let text = try folder.text(".carrel/incoming/\(file)")
        try folder.write(
            ".carrel/incoming/\(file)",
            text.replacing("\"completeLength\":5", with: "\"completeLength\":\(Int64.min)"))
        #expect(try await store().partialDocuments().isEmpty)
    }

    @Test
    func `a download that nobody continued for a month goes at the next start, and a younger one stays`()
        async throws
    {
        let first = store()
        for item in ["old", "young"] {
            let writer = try first.writer(for: key(item), resuming: false)
            try writer.restart(note)
            try writer.write(Array(item.utf8))
            writer.park()
        }
        let day = 24 * 3600.0
        for name in folder.names(".carrel/incoming") where name.hasSuffix(".note") {
            let isOld = try folder.text(".carrel/incoming/\(name)").contains("\"item\":\"old\"")
            let date = Date(timeIntervalSinceNow: isOld ? -31 * day : -29 * day)
            try FileManager.default.setAttributes(
                [.modificationDate: date],
                ofItemAtPath: folder.url.appending(path: ".carrel/incoming/\(name)").path)
        }
        try await store().removeAbandonedPartials()
        #expect(try await store().partialDocuments().keys.map(\.item) == ["young"])
        #expect(folder.names(".carrel/incoming").count == 2)
    }

    @Test func `folders of Carrel's own that somebody removes while it writes are made again`() async throws {
        let store = store()
        var digest = try await publish("one", as: "a.txt", in: store)
        for (text, own) in [("two", "incoming"), ("three", "versions"), ("four", "incoming")] {
            try FileManager.default.removeItem(at: folder.url.appending(path: ".carrel/\(own)"))
            digest = try await publish(text, as: "a.txt", replaces: digest, in: store)
            #expect(try folder.text("a.txt") == text)
        }
    }

    @Test func `a document that could not be put aside leaves nothing`() async throws {
        let store = store()
        let writer = try store.writer(for: key("a"), resuming: false)
        try writer.restart(note)
        try writer.write(Array(String(repeating: "x", count: 300 << 10).utf8))
        let part = try #require(folder.names(".carrel/incoming").first { $0.hasSuffix(".part") })
        #expect(unlink(folder.url.appending(path: ".carrel/incoming/\(part)").path) == 0)
        #expect(throws: StoreError.self) { try writer.finish() }
        #expect(folder.names(".carrel/incoming") == [])
    }

    @Test(arguments: [true, false])
    func `a store whose library was taken away stores nothing elsewhere`(isExchanged: Bool) async throws {
        let (root, away) = (folder.url.appending(path: "library"), folder.url.appending(path: "away"))
        let store = DirectoryStore(root: root)
        try await store.prepare()
        let document = try await stage("text", "a", in: store)
        try FileManager.default.moveItem(at: root, to: away)
        let other = DirectoryStore(root: root)
        if isExchanged { try await other.prepare() }
        await #expect(throws: StoreError.gone(root.path)) { try await store.flush([document]) }
        await #expect(throws: StoreError.gone(root.path)) {
            _ = try await store.publish([Publication(document: document, name: "a.txt")])
        }
        _ = try await stage("more", "b", in: store)
        #expect(FileManager.default.fileExists(atPath: root.path) == isExchanged)
        if isExchanged { #expect(try await other.names().isEmpty) }
        // Whoever locks the library that is there now has the store write to that.
        try await store.prepare()
        _ = try await publish("text", as: "c.txt", in: store)
        #expect(try folder.text("library/c.txt") == "text")
    }
}
