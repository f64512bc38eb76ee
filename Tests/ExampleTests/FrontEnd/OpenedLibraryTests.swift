import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelOpening
import CarrelStages
import CarrelStandard
import CarrelTesting
import Foundation
import Testing

/// A library that stays open for a front end.
@Suite(.timeLimit(.minutes(1)))
struct OpenedLibraryTests {
    private let folder: TemporaryFolder
    private let home: TemporaryFolder

    init() throws { (folder, home) = (try TemporaryFolder(), try TemporaryFolder()) }

    /// An opener as another process has one.
    private var opener: LibraryOpener {
        var options = LibraryOpener.Options(folder: folder.url.path)
        // Whoever had the library may be just about to let go of it, on another thread.
        options.patience = .seconds(5)
        return Standard.opener(
            options, environment: ["HOME": home.url.path], workingDirectory: home.url)
    }

    /// An opener before which somebody else opens the library for writing.
    private func lateOpener(after earlier: Locked<LateKeeper.Earlier?>) -> LibraryOpener {
        LibraryOpener(
            LibraryOpener.Options(folder: folder.url.path),
            LibraryOpener.Surroundings(
                loader: Standard.loader(environment: ["HOME": home.url.path], workingDirectory: home.url),
                registry: LateKeeper.registry(like: Standard.registry, earlier),
                context: Standard.makeContext(), makeDetector: Standard.makeMediaTypeDetector))
    }

    @Test(arguments: [false, true])
    func `over no library the desk stays as it is until one is begun`(isUnfinished: Bool) async throws {
        if isUnfinished {
            // As a process leaves it that was killed before it had begun the records.
            try FileManager.default.createDirectory(
                at: folder.url.appending(path: ".carrel"), withIntermediateDirectories: true)
        }
        let library = OpenedLibrary(opener)
        let before = try await library.desk().documents
        let again = try await library.desk().documents
        #expect(isSame(again, before))
        try await opener.desk(.exclusive, begins: true).close()
        let begun = try await library.desk().documents
        #expect(!isSame(begun, before))
        let last = try await library.desk().documents
        #expect(isSame(last, begun))
    }

    @Test func `standard input is neither looked at nor added: it is that of the program`() async throws {
        try await opener.desk(.exclusive, begins: true).close()
        let library = OpenedLibrary(opener)
        let looking = await #expect(throws: OpeningError.self) { _ = try await library.look("-", name: nil) }
        #expect(looking == OpeningError.standardInput)
        let adding = await #expect(throws: OpeningError.self) { _ = try await library.add("-", name: nil) }
        #expect(adding == OpeningError.standardInput)
    }

    @Test func `a change takes back nothing that was set while it waited for the library`() async throws {
        try home.write("list.txt", "http://school.example/a.txt\n")
        let earlier = Locked<LateKeeper.Earlier?>(nil)
        let library = OpenedLibrary(lateOpener(after: earlier))
        let added = try await library.add(home.url.appending(path: "list.txt").path, name: "list")
        let other = opener
        let set: LateKeeper.Earlier = {
            var catalog = added
            catalog.settings.append("download.retries=7")
            do {
                try await other.desk(.exclusive).keep(catalog)
                try other.trust(catalog)
            } catch {
                Issue.record(error)
            }
        }
        earlier.withLock { $0 = set }
        let values = ["download.max-concurrent": "2"]
        let changed = try await library.change(added.location, name: nil, values: values)
        let settings = added.settings + ["download.retries=7", "download.max-concurrent=2"]
        #expect(changed?.settings == settings)
        let kept = try await library.desk().knownCatalogs()
        #expect(kept.map(\.settings) == [settings])
    }

    @Test func `a change brings no catalogue back that was removed while it waited`() async throws {
        try home.write("list.txt", "http://school.example/a.txt\n")
        let earlier = Locked<LateKeeper.Earlier?>(nil)
        let library = OpenedLibrary(lateOpener(after: earlier))
        let added = try await library.add(home.url.appending(path: "list.txt").path, name: "list")
        let other = opener
        let remove: LateKeeper.Earlier = {
            do {
                _ = try await other.desk(.exclusive).remove(added.location, withFiles: false)
            } catch {
                Issue.record(error)
            }
        }
        earlier.withLock { $0 = remove }
        let changed = try await library.change(added.location, name: "other", values: [:])
        #expect(changed == nil)
        let kept = try await library.desk().knownCatalogs()
        #expect(kept.isEmpty)
    }

    @Test func `what is refused or changes nothing waits for nobody who has the library`() async throws {
        try home.write("list.txt", "http://school.example/a.txt\n")
        let library = OpenedLibrary(opener)
        let added = try await library.add(home.url.appending(path: "list.txt").path, name: "list")
        let other = try await opener.desk(.exclusive)
        let refused = await #expect(throws: RefusedSettings.self) {
            try await library.change(
                added.location, name: nil, values: ["download.max-concurrent": "many"])
        }
        #expect(refused?.reasons.keys.sorted() == ["download.max-concurrent"])
        let same = try await library.change(added.location, name: "list", values: [:])
        #expect(same?.location == added.location)
        let unknown = try await library.change("http://school.example/none", name: nil, values: [:])
        #expect(unknown == nil)
        // Who has it is there to the end.
        other.close()
    }

    @Test func `a value of the profile is shown as somebody types it`() async throws {
        try home.write("list.txt", "http://school.example/a.txt\n")
        try home.write(
            "carrel.toml",
            "[download]\nuser-agent = 'a \"reader\" \\ 1'\n[parse]\nseparator = \"\\t\"\n")
        let library = OpenedLibrary(opener)
        let added = try await library.add(home.url.appending(path: "list.txt").path, name: "list")
        let fields = try await library.settings(of: added.location)?.tables.flatMap(\.fields)
        func inherited(_ key: String) -> String? { fields?.first { $0.key == key }?.inherited }
        #expect(inherited("download.user-agent") == #"a "reader" \ 1"#)
        // Without its quotes nobody would see it.
        #expect(inherited("parse.separator") == #""\t""#)
    }

    @Test func `a catalogue of one part is said to consist of one document`() async throws {
        try home.write("list.txt", "http://school.example/a.txt\n")
        try home.write("carrel.toml", "[source.modules]\nurl = \"http://school.example/modules\"\n")
        let library = OpenedLibrary(opener)
        let error = await #expect(throws: OpeningError.self) {
            try await library.add(home.url.appending(path: "list.txt").path, name: nil)
        }
        #expect(error?.description.contains("consists of 1 document (modules): name each with") == true)
    }

    private func isSame(_ one: any StoredDocuments, _ other: any StoredDocuments) -> Bool {
        (one as AnyObject) === (other as AnyObject)
    }
}
