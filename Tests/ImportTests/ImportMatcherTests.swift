import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelTesting
import Foundation
import Testing

@testable import CarrelImport

/// What makes a file the document of an item.
struct ImportMatcherTests {
    private let folder: TemporaryFolder
    private var root: URL { folder.url }

    init() throws { folder = try TemporaryFolder() }

    private func wanted(
        _ path: String, size: Int64? = nil, sha256: String? = nil, collection: String = "C",
        modified: String? = nil
    ) -> WantedItem {
        var item = Item(
            title: "Title of \(path)", url: "http://a.example/\(path)", size: size,
            digest: sha256.flatMap { ExpectedDigest(.sha256, hex: $0, origin: .catalog) })
        if let modified { item.details = [Detail("Last modified", modified, key: .lastModified)] }
        return WantedItem(
            key: ItemKey(catalog: "c", collection: collection, item: item.id), item: item, label: item.title,
            collectionTitle: collection, name: "\(collection)-x.txt")
    }

    private func matches(_ wanted: [WantedItem], byName: Bool = false) async throws -> ImportMatches {
        let folder = try ImportFolder(root)
        return try await ImportMatcher(folder, goesByName: byName).matches(wanted, try await folder.files())
    }

    /// Of `hello`.
    private let hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

    @Test func `a promised digest decides, whatever the file is called`() async throws {
        try folder.write("deep/nobody.knows", "hello")
        try folder.write("one.txt", "jello")
        let matches = try await matches([
            wanted("one.txt", sha256: hello), wanted("two.txt", size: 5, sha256: hello),
            wanted("three.txt", size: 6, sha256: hello),
        ])
        #expect(matches.matches.map(\.file.path) == ["deep/nobody.knows", "deep/nobody.knows"])
        #expect(matches.matches.allSatisfy { $0.evidence == .digest })
        #expect(matches.missing.map(\.item.title) == ["Title of three.txt"])
        #expect(matches.unused.map(\.path) == ["one.txt"])
    }

    @Test func `a wrong digest never matches, though name and size agree`() async throws {
        try folder.write("one.txt", "jello")
        let matches = try await matches([wanted("one.txt", size: 5, sha256: hello)], byName: true)
        #expect(matches.matches.isEmpty)
        #expect(matches.refused.first?.reason.contains("digest") == true)
    }

    @Test func `size and name together decide, one of them alone does not`() async throws {
        try folder.write("one.txt", "hello")
        try folder.write("two.txt", "hell")
        try folder.write("three.txt", "hello there")
        try folder.write("else.txt", "hello")
        let matches = try await matches([
            wanted("one.txt", size: 5), wanted("two.txt", size: 5), wanted("three.txt", size: 5),
            wanted("four.txt", size: 5),
        ])
        #expect(matches.matches.map(\.file.path) == ["one.txt"])
        #expect(matches.matches.first?.evidence == .size)
        let reasons = matches.refused.map(\.reason)
        #expect(reasons.count == 2 && reasons[0].contains("not whole") && reasons[1].contains("11 bytes"))
        #expect(matches.missing.count == 1)
        #expect(matches.unused.map(\.path) == ["else.txt"])
    }

    @Test func `a name alone is enough only if somebody says so`() async throws {
        try folder.write("one.txt", "hello")
        #expect(try await matches([wanted("one.txt")]).refused.first?.reason.contains("--by-name") == true)
        let matches = try await matches([wanted("one.txt")], byName: true)
        #expect(matches.matches.first?.evidence == .name)
    }

    @Test func `two files or two items are one too many`() async throws {
        try folder.write("one.txt", "hello")
        try folder.write("one.txt.1", "world")
        try folder.write("b/two.txt", "hello")
        let matches = try await matches([
            wanted("one.txt", size: 5), wanted("x/two.txt", size: 5), wanted("y/two.txt", size: 5),
        ])
        #expect(matches.matches.isEmpty)
        #expect(matches.ambiguous.count == 3 && matches.unused.isEmpty)
        #expect(matches.ambiguous[0].files.map(\.path) == ["one.txt", "one.txt.1"])
    }

    @Test func `of several files with the same content one is taken`() async throws {
        try folder.write("one.txt", "hello")
        try folder.write("one.txt.1", "hello")
        try folder.write("two.txt", "hello")
        try folder.write("two (1).txt", "jello")
        let matches = try await matches([wanted("one.txt", size: 5), wanted("two.txt", size: 5)])
        #expect(matches.matches.map(\.file.path) == ["one.txt"])
        #expect(matches.unused.map(\.path) == ["one.txt.1"])
        #expect(matches.ambiguous.map(\.files.count) == [2])
    }

    @Test func `a folder tells files of the same name apart`() async throws {
        try folder.write("Logic/slides.txt", "hello")
        try folder.write("Graphs/slides.txt", "hello")
        try folder.write("a.example/z/notes.txt", "hello")
        try folder.write("notes.txt", "hello")
        let matches = try await matches([
            wanted("1/slides.txt", size: 5, collection: "Graphs"),
            wanted("2/slides.txt", size: 5, collection: "Logic"), wanted("z/notes.txt", size: 5),
        ])
        #expect(
            matches.matches.map(\.file.path) == [
                "Graphs/slides.txt", "Logic/slides.txt", "a.example/z/notes.txt",
            ])
        #expect(matches.ambiguous.isEmpty)
    }

    @Test(.timeLimit(.minutes(3)))
    func `of twenty thousand files with one name each goes to the item whose folder it is in`() throws {
        let pages = 0..<20_000
        let files = pages.map {
            FoundFile(path: "pages/\($0)/index.html", size: 5, time: FileTime(nanoseconds: 0))
        }
        let items = pages.map { wanted("pages/\($0)/index.html") } + [wanted("pages/none/index.html")]
        var matches = ImportMatches()
        try NameCandidates(items, files, true).decide(&matches)
        #expect(matches.matches.map(\.file) == files)
        #expect(matches.missing.map(\.item.title) == ["Title of pages/none/index.html"])
    }

    @Test func `a file in the folder of no item may be that of any`() throws {
        let pages = 0..<2000
        let files = (pages.map { "pages/\($0)/index.html" } + ["else/index.html"]).map {
            FoundFile(path: $0, size: 5, time: FileTime(nanoseconds: 0))
        }
        let items = pages.map { wanted("pages/\($0)/index.html") } + [wanted("pages/none/index.html")]
        var matches = ImportMatches()
        try NameCandidates(items, files, true).decide(&matches)
        #expect(matches.matches.count == pages.count && matches.missing.isEmpty)
        #expect(matches.ambiguous.map(\.reason) == ["more than 64 files fit it"])
    }

    @Test func `of many files that are all too old one is named, and they are said to be that`() throws {
        let files = (0..<65).map {
            FoundFile(path: "\($0)/notes.txt", size: 5, time: FileTime(nanoseconds: 0))
        }
        let items = [wanted("else/notes.txt", size: 5, modified: "2026-01-01")]
        var matches = ImportMatches()
        try NameCandidates(items, files, false).decide(&matches)
        #expect(matches.refused.map(\.reason) == ["it is older than what the catalogue lists"])
        #expect(matches.refused.first?.files == [files[0]] && matches.ambiguous.isEmpty)
    }

    @Test(arguments: [
        ("2026-01-02 01:00", 1), ("2026-01-02 03:00", 0), ("2026-01-02", 1), ("2026-01-03", 0),
    ])
    func `a file is older than a date only where that had not begun anywhere`(
        date: String, count: Int
    ) throws {
        // The file was written on 1 January at 12:00 UTC.
        let written = FileTime(nanoseconds: 1_767_268_800_000_000_000)
        let files = [FoundFile(path: "notes.txt", size: 5, time: written)]
        var matches = ImportMatches()
        try NameCandidates([wanted("notes.txt", size: 5, modified: date)], files, false).decide(&matches)
        #expect(matches.matches.count == count, "\(matches.refused)")
    }

    @Test func `a cancelled search for candidates ends`() async {
        let file = FoundFile(path: "index.html", size: 5, time: FileTime(nanoseconds: 0))
        await Task {
            withUnsafeCurrentTask { $0?.cancel() }
            #expect(throws: CancellationError.self) { _ = try NameCandidates([], [file], true) }
        }.value
    }

    @Test func `a login page is not a PDF, and an old file is not the new document`() async throws {
        let page = "<!DOCTYPE html><title>Log in</title>"
        try folder.write("one.pdf", page)
        try folder.write("two.txt", "hello")
        let file = root.appending(path: "two.txt").path
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_600_000_000)], ofItemAtPath: file)
        let matches = try await matches([
            wanted("one.pdf", size: Int64(page.utf8.count)),
            wanted("two.txt", size: 5, modified: "2024-05-01"),
        ])
        #expect(matches.matches.isEmpty)
        #expect(
            Set(matches.refused.map(\.reason)) == [
                "an HTML page instead of a PDF document", "it is older than what the catalogue lists",
            ])
    }

    @Test func `a document that two catalogues list is imported once`() async throws {
        try folder.write("one.txt", "hello")
        var other = wanted("one.txt", size: 5)
        other.key.catalog = "d"
        let matches = try await matches([wanted("one.txt"), other], byName: true)
        #expect(matches.matches.map(\.wanted.key.catalog) == ["d"])
        #expect(matches.ambiguous.isEmpty && matches.missing.isEmpty)
    }

    @Test func `links lead nowhere, unfinished files and libraries are left alone`() async throws {
        try folder.write("secret/one.txt", "hello")
        try folder.write("in/.aria", "x")
        try folder.write("in/two.txt", "hello")
        try folder.write("in/two.txt.aria2", "")
        try folder.write("in/library/.carrel/x", "")
        try folder.write("in/library/one.txt", "hello")
        let inside = root.appending(path: "in")
        try FileManager.default.createSymbolicLink(
            at: inside.appending(path: "one.txt"), withDestinationURL: root.appending(path: "secret/one.txt"))
        try FileManager.default.createSymbolicLink(
            at: inside.appending(path: "link"), withDestinationURL: root.appending(path: "secret"))
        #expect(mkfifo(inside.appending(path: "one.txt.1").path, 0o600) == 0)
        let found = try await ImportFolder(inside).files()
        #expect(found.files.map(\.path) == [".aria"])
        #expect(found.unfinished.map(\.path) == ["two.txt", "two.txt.aria2"])
    }

    @Test func `a removal tells a file that changed from one that could not be removed`() async throws {
        for name in ["appended.txt", "replaced.txt", "same.txt", "gone.txt"] {
            try folder.write(name, "hello")
        }
        let opened = try ImportFolder(root)
        let files = try await opened.files().files
        try folder.write("appended.txt", "hello, world")
        try folder.write("new", "other")
        #expect(
            rename(root.appending(path: "new").path, root.appending(path: "replaced.txt").path) == 0)
        try FileManager.default.removeItem(at: root.appending(path: "gone.txt"))
        var ended: [String: ImportFolder.Removal] = [:]
        for file in files { ended[file.path] = await opened.remove(file) }
        #expect(
            ended == [
                "appended.txt": .changed, "replaced.txt": .changed, "same.txt": .removed, "gone.txt": .failed,
            ])
        #expect(try await opened.files().files.map(\.path) == ["appended.txt", "replaced.txt"])
    }

    @Test func `a file that changed after it was listed is not read`() async throws {
        try folder.write("one.txt", "hello")
        let opened = try ImportFolder(root)
        let file = try #require(try await opened.files().files.first)
        try folder.write("one.txt", "hello, world")
        let read = opened.reader(of: file)
        #expect(throws: (any Error).self) { try read { _ in } }
        #expect(await opened.remove(file) == .changed)
        #expect(throws: ImportError.self) { try ImportFolder(root.appending(path: "nothing")) }
    }
}
