import CarrelTesting
import Foundation
import Testing

/// A library that an earlier Carrel wrote, with its files as they were: Tests/Released.
@Suite(.timeLimit(.minutes(1))) struct ReleasedLibraryTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        let (files, released) = (FileManager.default, Project.folder.appending(path: "Tests/Released"))
        let records = workspace.library.appending(path: ".carrel")
        let versions = records.appending(path: "versions/COMP304-b.txt")
        try files.createDirectory(at: versions, withIntermediateDirectories: true)
        let places = [
            "library.sqlite": records, "COMP304-a.txt": workspace.library,
            "COMP304-b.txt": workspace.library, "COMP307-c.txt": workspace.library,
            "versions/00000001-16367aacb67a4a01.txt": versions,
        ]
        // No newer Carrel has touched it: bytes 60 to 63 are the version of its schema (sqlite.org/fileformat.html).
        let recorded = try Data(contentsOf: released.appending(path: "library.sqlite"))
        #expect(Array(recorded[60..<64]) == [0, 0, 0, 7])
        for (name, folder) in places {
            let file = released.appending(path: name)
            try files.copyItem(at: file, to: folder.appending(path: file.lastPathComponent))
        }
    }

    @Test func `it is listed and read, and nothing of it is damaged`() async throws {
        let items = try await workspace.carrel("list", "COMP304", "--json").objects
        #expect(items.map { $0["title"] as? String } == ["Week 1", "Week 2", "Missing"])
        #expect(items.map { $0["status"] as? String } == ["stored", "stored", "failed"])
        #expect(items.last?["reason"] as? String == "404 Not Found")
        let verified = try await workspace.carrel("verify")
        #expect(verified.status == 0 && verified.output.contains("3 intact"), "\(verified)")
        #expect(try await workspace.carrel("preview", "COMP304/2").output.contains("second again"))
    }

    @Test func `what it noted of a try in words is told in these words`() async throws {
        let why = try await workspace.carrel("why", "COMP304/3").output
        #expect(why.contains("  asked for the whole document\n"), "\(why)")
        #expect(why.contains("  decided to give up: 404 Not Found\n"), "\(why)")
    }

    @Test func `an earlier version is there, and can be taken back`() async throws {
        #expect(try await workspace.carrel("versions", "COMP304/2").output.contains("16367aacb67a"))
        let restored = try await workspace.carrel("restore", "COMP304/2", "--version", "1")
        #expect(restored.status == 0, "\(restored)")
        #expect(try workspace.documents()["COMP304-b.txt"] == Data("second".utf8))
    }

    @Test func `its documents are found by what is inside them before anything is synced`() async throws {
        let found = try await workspace.carrel("search", "again")
        #expect(found.status == 0 && found.output.contains("second again"), "\(found)")
    }

    /// Moves the library to a disk that can only be read, and gives its place.
    private func onReadOnlyDisk(_ disk: SmallDisk) throws -> String {
        let library = disk.path + "/library"
        try FileManager.default.copyItem(atPath: workspace.library.path, toPath: library)
        try disk.makeReadOnly()
        return library
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a read-only disk needs privileges"))
    func `on a disk that can only be read it is shown, and nothing is noted`() async throws {
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 4000)
        let library = try onReadOnlyDisk(disk)
        let listed = try await workspace.carrel("list", "COMP304", "--library", library)
        #expect(listed.status == 0 && listed.output.contains("Week 2"), "\(listed)")
        let verified = try await workspace.carrel("verify", "--library", library)
        #expect(verified.status == 0 && verified.output.contains("3 intact"), "\(verified)")
        let selected = try await workspace.carrel("select", "COMP304", "--library", library)
        #expect(selected.status == 5 && selected.error.contains("Read-only file system"), "\(selected)")
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a small disk needs privileges"))
    func `on a full disk it is shown, and nothing is noted`() async throws {
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 1000)
        let library = disk.path + "/library"
        try FileManager.default.copyItem(atPath: workspace.library.path, toPath: library)
        try TestProgram.run("sh", "-c", "cat /dev/zero > \(disk.path)/fill; true")
        let listed = try await workspace.carrel("list", "COMP304", "--library", library)
        #expect(listed.status == 0 && listed.output.contains("Week 2"), "\(listed)")
        let selected = try await workspace.carrel("select", "COMP304", "--library", library)
        #expect(selected.status == 5 && selected.error.contains("no space left"), "\(selected)")
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a read-only disk needs privileges"))
    func `one that a newer Carrel wrote is refused on a disk that can only be read, too`() async throws {
        let file = workspace.library.appending(path: ".carrel/library.sqlite")
        var records = try Data(contentsOf: file)
        records[63] = 250
        try records.write(to: file)
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 4000)
        let listed = try await workspace.carrel("list", "--library", try onReadOnlyDisk(disk))
        #expect(listed.status == 5 && listed.error.contains("schema version 250"), "\(listed)")
    }

    @Test(.enabled(if: SmallDisk.isAvailable, "mounting a read-only disk needs privileges"))
    func `an index of another Carrel that cannot be made anew is called that, with the reason`() async throws
    {
        #expect(try await workspace.carrel("index").status == 0)
        let file = workspace.library.appending(path: ".carrel/index.sqlite")
        var index = try Data(contentsOf: file)
        index[63] = 1
        try index.write(to: file)
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 4000)
        let found = try await workspace.carrel("search", "again", "--library", try onReadOnlyDisk(disk))
        let reason = "of another kind, and the library could not be written to: Read-only file system"
        #expect(found.status == 5 && found.error.contains(reason), "\(found)")
    }

    @Test func `it takes further catalogues beside its own`() async throws {
        let course = try CourseServer()
        let result = try await workspace.carrel("sync", course.url)
        #expect(result.output.contains("3 new"), "\(result)")
        #expect(try await workspace.carrel("verify").output.contains("6 intact"))
        #expect(try await workspace.carrel("catalogues").output.contains("course.json"))
    }
}
