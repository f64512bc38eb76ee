import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelExport

/// Documents that change while they are exported.
@Suite(.timeLimit(.minutes(1))) struct ExportFolderTests {
    private static let catalog = "http://notes.example/list.html"
    private static let key = ItemKey(catalog: catalog, collection: "C", item: "1")

    private let store: any Store = InMemoryStore()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func staged(_ text: String) async throws -> StagedDocument {
        let staged = await store.stage([DocumentContent(key: Self.key, bytes: Array(text.utf8))])
        return try #require(staged.first).get()
    }

    private func record(_ document: StagedDocument, _ name: String = "1.txt") -> StoredDocument {
        StoredDocument(
            name: name, size: document.digest.size, sha256: document.digest.sha256, mediaType: nil,
            validators: Validators(), url: "http://notes.example/1.txt",
            storedAt: Date(timeIntervalSince1970: 1_700_000_000))
    }

    /// A library in which these are recorded.
    private func library(_ documents: StoredDocument...) -> ExportedLibrary {
        var items: [Item] = []
        var memories: [ItemKey: ItemMemory] = [:]
        for (index, document) in documents.enumerated() {
            let id = "\(index + 1)"
            var item = Item(title: id, url: "http://notes.example/\(id).txt")
            item.id = id
            items.append(item)
            var memory = ItemMemory()
            memory.document = document
            memories[ItemKey(catalog: Self.catalog, collection: "C", item: id)] = memory
        }
        let view = LibraryView([
            LibraryView.CatalogView(
                location: Self.catalog, name: "notes",
                catalog: Catalog(collections: [ItemCollection(id: "C", title: "C", items: items)]),
                memory: LibraryMemory(catalog: Self.catalog, items: memories))
        ])
        return ExportedLibrary(view, date: Date(), generator: "test")
    }

    private func export(
        _ library: ExportedLibrary, of documents: (any StoredDocuments)? = nil, below parent: URL? = nil,
        recorded: @escaping ExportFolder.Records
    ) async throws -> (folder: ExportFolder, path: URL) {
        let path = (parent ?? folder.url).appending(path: "out")
        let target = try ExportFolder(path, of: documents ?? store, recorded: recorded)
        for document in library.documents { _ = try await target.copy(document, into: "data") }
        try await target.finish()
        return (target, path)
    }

    private func names() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: folder.url.path))
    }

    @Test func `what a killed export left goes, and what another one writes stays`() async throws {
        let left = folder.url.appending(path: ".out.0123ABCD.part")
        try FileManager.default.createDirectory(
            at: left.appending(path: "data"), withIntermediateDirectories: true)
        try Data("half".utf8).write(to: left.appending(path: "data/1.txt"))
        let others: Set = [".out.mine.part", ".other.0123ABCD.part", ".out.0123abcd.part"]
        for name in others { try Data().write(to: folder.url.appending(path: name)) }
        let path = folder.url.appending(path: "out")
        let running = try ExportFolder(path, of: store) { _ in nil }
        let written = try names().subtracting(others)
        #expect(written.count == 1 && !written.contains(left.lastPathComponent), "\(written)")
        let second = try ExportFolder(path, of: store) { _ in nil }
        #expect(try names().isSuperset(of: written))
        try await second.finish()
        await running.abandon()
        #expect(try names() == others.union(["out"]))
    }

    @Test func `what a killed export of a file left goes, too`() throws {
        let name = ".list.csv.0123ABCD.part"
        try Data("half".utf8).write(to: folder.url.appending(path: name))
        try ExportFile.write(
            Data("whole".utf8), to: folder.url.appending(path: "list.csv"), replaces: false)
        #expect(try names() == ["list.csv"])
    }

    @Test func `a file takes the place of nothing but a file, and leaves nothing beside it`() throws {
        let list = folder.url.appending(path: "list.csv")
        try Data("an earlier one".utf8).write(to: list)
        try ExportFile.write(Data("whole".utf8), to: list, replaces: true)
        #expect(try String(contentsOf: list, encoding: .utf8) == "whole")
        let (link, inner) = (folder.url.appending(path: "link"), folder.url.appending(path: "inner"))
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: list)
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
        for (place, reason) in [
            (link, "it is a link or a device, which would be replaced"), (inner, "it is a folder"),
            (inner.appending(path: "../link"), "it is a link or a device, which would be replaced"),
            (folder.url.appending(path: "missing/list.csv"), "there is no such folder"),
            (URL(filePath: folder.url.path + "/new/"), "a name with a slash at its end is that of a folder"),
        ] {
            let error = #expect(throws: ExportError.self) {
                try ExportFile.write(Data(), to: place, replaces: true)
            }
            #expect(error?.message.subject == place.path && error?.reason == reason)
        }
        #expect(try names() == ["list.csv", "link", "inner"])
    }

    @Test func `of two exports to the same place the second one says that the first was there`() async throws
    {
        let list = folder.url.appending(path: "list.csv")
        let part = try ExportPart(of: list, isFolder: false)
        try Data("first".utf8).write(to: list)
        let file = #expect(throws: ExportError.self) { try ExportFile.name(part, list, replaces: false) }
        #expect(file?.remedy == "Add --force to replace it, or name another")
        #expect(try String(contentsOf: list, encoding: .utf8) == "first")
        try ExportFile.name(part, list, replaces: true)
        #expect(try Data(contentsOf: list).isEmpty)

        let path = folder.url.appending(path: "out")
        let targets = [
            try ExportFolder(path, of: store) { _ in nil }, try ExportFolder(path, of: store) { _ in nil },
        ]
        for target in targets { _ = try await target.write(Data("a".utf8), to: "a.txt") }
        try await targets[0].finish()
        let error = await #expect(throws: ExportError.self) { try await targets[1].finish() }
        #expect(error?.remedy == "Name a folder that is new or empty")
        await targets[1].abandon()
    }

    @Test func `what another machine may be writing to a share stays`() throws {
        let name = ".list.csv.0123ABCD.part"
        try Data("half".utf8).write(to: folder.url.appending(path: name))
        let list = folder.url.appending(path: "list.csv")
        let part = try ExportPart(of: list, isFolder: false, mayBeOnNetwork: true)
        #expect(try names() == [name, part.url.lastPathComponent])
    }

    @Test func `a document that a sync replaced meanwhile is exported as it is now`() async throws {
        let (old, new) = (try await staged("old"), try await staged("new and longer"))
        let now = record(new)
        let library = library(record(old))
        _ = try await store.publish([Publication(document: new, name: "1.txt", replaces: nil)])
        let (target, path) = try await export(library) { _ in (now, false) }
        #expect(
            try String(contentsOf: path.appending(path: "data/1.txt"), encoding: .utf8) == "new and longer")
        #expect(await target.leftOut.isEmpty)
        let copied = await library.asCopied(into: target)
        #expect(copied.documents.map(\.stored.size) == [14])
    }

    @Test func `a document whose file follows its record in a moment is waited for`() async throws {
        let (old, new) = (try await staged("old"), try await staged("new"))
        _ = try await store.publish([Publication(document: old, name: "1.txt", replaces: nil)])
        let (now, asked, store) = (record(new), Locked(0), store)
        let (target, path) = try await export(library(now)) { _ in
            let count = asked.withLock { asked in
                asked += 1
                return asked
            }
            if count == 2 {
                _ = try await store.publish([
                    Publication(document: new, name: "1.txt", replaces: old.digest)
                ])
            }
            return (now, count < 3)
        }
        #expect(try String(contentsOf: path.appending(path: "data/1.txt"), encoding: .utf8) == "new")
        #expect(await target.leftOut.isEmpty)
    }

    @Test func `a damaged document is left out`() async throws {
        let (old, other) = (try await staged("old"), try await staged("odd"))
        _ = try await store.publish([Publication(document: other, name: "1.txt", replaces: nil)])
        let recorded = record(old)
        let (target, path) = try await export(library(recorded)) { _ in (recorded, false) }
        #expect(await target.leftOut.map(\.name) == ["1.txt"])
        #expect(try FileManager.default.contentsOfDirectory(atPath: path.path).isEmpty)
    }

    /// Documents; one is refused.
    private struct RefusingDocuments: StoredDocuments {
        let store: any Store
        let refused: String
        let error: StoreError
        var root: URL?

        func withFile<Value, Failure>(
            named name: String, _ body: (URL) async throws(Failure) -> Value
        ) async throws(StoreError) -> Result<Value, Failure> {
            if name == refused { throw error }
            return try await store.withFile(named: name, body)
        }

        func localFile(named name: String) async throws(StoreError) -> URL? { nil }
        func entries(of names: [String]) async throws(StoreError) -> [FileName: StoreEntry] {
            try await store.entries(of: names)
        }
        func names() async throws(StoreError) -> [String] { try await store.names() }
        func digest(ofDocumentNamed name: String) async throws(StoreError) -> ContentDigest? {
            try await store.digest(ofDocumentNamed: name)
        }
    }

    /// Two stored documents; the first has that name.
    private func publishTwo(_ name: String) async throws -> (first: StoredDocument, second: StoredDocument) {
        let (one, two) = (try await staged("one"), try await staged("two"))
        _ = try await store.publish([
            Publication(document: one, name: name, replaces: nil),
            Publication(document: two, name: "2.txt", replaces: nil),
        ])
        return (record(one, name), record(two, "2.txt"))
    }

    @Test(arguments: [
        (StoreError.Code.readOnly, "Give yourself read permission" as String?), (StoreError.Code.system, nil),
    ])
    func `a document that cannot be read is left out as that, and the others are copied`(
        code: StoreError.Code, remedy: String?
    ) async throws {
        let (first, second) = try await publishTwo("1.txt")
        let documents = RefusingDocuments(
            store: store, refused: "1.txt", error: StoreError(code, subject: "1.txt", reason: "refused"))
        let (target, path) = try await export(library(first, second), of: documents) { _ in nil }
        let message = ErrorMessage(subject: "1.txt", reason: "refused", remedy: remedy)
        #expect(await target.leftOut.map(\.cause) == [.failed(message)])
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: path.path).sorted() == ["data", "data/2.txt"])
    }

    @Test func `what keeps every document from being read ends the export`() async throws {
        let (first, second) = try await publishTwo("1.txt")
        let documents = RefusingDocuments(
            store: store, refused: "1.txt",
            error: StoreError(.unreachable, subject: "1.txt", reason: "refused"))
        let library = library(first, second)
        await #expect(throws: StoreError.self) { try await export(library, of: documents) { _ in nil } }
    }

    @Test func `where the library's folder is gone the export ends, and leaves nothing out`() async throws {
        let (first, second) = try await publishTwo("1.txt")
        let documents = RefusingDocuments(
            store: store, refused: "1.txt", error: StoreError(.system, subject: "1.txt", reason: "refused"),
            root: folder.url.appending(path: "gone"))
        let library = library(first, second)
        let error = await #expect(throws: StoreError.self) {
            try await export(library, of: documents) { _ in nil }
        }
        #expect(error?.code == .gone)
    }

    @Test func `what cannot be written is named by the place that it would have`() async throws {
        let path = folder.url.appending(path: "out")
        let target = try ExportFolder(path, of: store) { _ in nil }
        _ = try await target.write("a file", to: "a")
        let error = await #expect(throws: ExportError.self) { _ = try await target.write("b", to: "a/b") }
        #expect(error?.subject == path.standardizedFileURL.appending(path: "a/b").path)
        await target.abandon()
    }

    @Test func `a bag without documents has the folder for them`() async throws {
        let recorded = record(try await staged("old"))
        let path = folder.url.appending(path: "out")
        let bag = try ExportFolder(path, of: store) { _ in (recorded, false) }
        try await BagFormat().write(library(recorded), into: bag)
        try await bag.finish()
        #expect(await bag.leftOut.count == 1)
        let data = path.appending(path: "data")
        #expect(try FileManager.default.contentsOfDirectory(atPath: data.path).isEmpty)
    }

    @Test func `a document whose name the place cannot take is left out as that, and the others are copied`()
        async throws
    {
        func long(_ letter: String, _ count: Int) -> String {
            Array(repeating: String(repeating: letter, count: 250), count: count).joined(separator: "/")
        }
        let (first, second) = try await publishTwo(long("n", 4))
        // Linux takes paths of 4095 bytes.
        let parent = folder.url.appending(path: long("p", 13))
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        let (target, path) = try await export(library(first, second), below: parent) { _ in nil }
        let left = await target.leftOut
        #expect(left.map(\.name) == [first.name])
        guard case .failed(let message) = left.first?.cause else {
            Issue.record("\(left)")
            return
        }
        #expect(message.reason == String(cString: strerror(ENAMETOOLONG)))
        #expect(message.remedy?.hasPrefix("Choose another place") == true)
        #expect(
            try FileManager.default.subpathsOfDirectory(atPath: path.path).sorted() == ["data", "data/2.txt"])
    }

    @Test(arguments: [ENAMETOOLONG, EINVAL, EILSEQ, EEXIST, ENOTDIR, EFBIG])
    func `of a copy that the place cannot take it is said what helps`(code: Int32) {
        let error = ExportError(copyTo: "a.pdf", code: code)
        #expect(error.concernsOne && error.remedy?.contains("hoose a") == true)
    }

    @Test(arguments: [
        (EACCES, true), (EIO, true), (EISDIR, true), (ESTALE, true), (ENODEV, true), (ETIMEDOUT, true),
        (EMFILE, false), (ENFILE, false), (ENOMEM, false), (ENOBUFS, false),
    ])
    func `what keeps every document from being read is not that of one`(code: Int32, isOfOne: Bool) {
        #expect(ExportError(reading: "a.pdf", code: code).concernsOne == isOfOne)
    }

    @Test(arguments: [ENOSPC, EDQUOT, EROFS, EMFILE])
    func `what keeps every document from being written is not that of one`(code: Int32) {
        #expect(!ExportError(copyTo: "a.pdf", code: code).concernsOne)
    }

    @Test func `a document without a file is left out as that, and nothing is there for it`() async throws {
        let recorded = record(try await staged("old"))
        let (target, path) = try await export(library(recorded)) { _ in (recorded, false) }
        #expect(await target.leftOut.map(\.name) == ["1.txt"])
        #expect(await target.leftOut.map(\.cause) == [.gone])
        #expect(try FileManager.default.contentsOfDirectory(atPath: path.path).isEmpty)
        #expect(await library(recorded).asCopied(into: target).documents.isEmpty)
    }

    @Test func `a document that is removed meanwhile is left out`() async throws {
        let (old, other) = (try await staged("old"), try await staged("odd"))
        _ = try await store.publish([Publication(document: other, name: "1.txt", replaces: nil)])
        let (target, _) = try await export(library(record(old))) { _ in nil }
        #expect(await target.leftOut.map(\.name) == ["1.txt"])
    }
}
