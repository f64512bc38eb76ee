import CarrelBasics
import CarrelModel
import CarrelRecords
import CarrelStages
import CarrelTesting
import DirectoryStoring
import Foundation
import SQLiteKeeping
import Testing

/// Libraries on file systems that are not Linux' own, and on those of other machines.
@Suite(.timeLimit(.minutes(2))) struct OtherFileSystemTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(.enabled(if: CaseInsensitiveDisk.isAvailable, "exfat-fuse, exfatprogs and mounting are needed"))
    func `a store on a disk without letter case and second names keeps the stores' promises`() async throws {
        let disk = try CaseInsensitiveDisk(in: folder.url)
        for (number, check) in StoreConformance.checks(for: StorePart.all).enumerated() {
            try await check.run {
                DirectoryStore(root: disk.url.appending(path: "\(number)"), isDurable: false)
            }
        }
    }

    @Test(.enabled(if: CaseInsensitiveDisk.isAvailable, "exfat-fuse, exfatprogs and mounting are needed"))
    func `versions and what is somebody's own are safe there, too`() async throws {
        let disk = try CaseInsensitiveDisk(in: folder.url)
        let root = disk.url.appending(path: "library")
        let store = DirectoryStore(root: root, isDurable: false, versionsKept: 2)
        func publish(_ text: String, as name: String, replaces: ContentDigest? = nil) async throws
            -> (digest: ContentDigest, isRefused: Bool)
        {
            let document = try await store.stage(text)
            let publication = Publication(document: document, name: name, replaces: replaces)
            return (document.digest, try await !store.publish([publication]).isEmpty)
        }
        var digest = try await publish("1", as: "Notes.txt").digest
        for text in ["2", "1", "3", "4"] {
            digest = try await publish(text, as: "Notes.txt", replaces: digest).digest
        }
        let versions = root.appending(path: ".carrel/versions/Notes.txt")
        let kept = try FileManager.default.contentsOfDirectory(atPath: versions.path).map {
            try String(contentsOf: versions.appending(path: $0), encoding: .utf8)
        }
        #expect(Set(kept) == ["1", "3"] && kept.count == 2)
        #expect(try FileManager.default.contentsOfDirectory(atPath: root.path + "/.carrel/incoming") == [])
        #expect(try await publish("other", as: "NOTES.TXT").isRefused)
        #expect(try await store.held(of: ["notes.TXT"]) == ["notes.TXT"])
        #expect(try String(contentsOf: root.appending(path: "Notes.txt"), encoding: .utf8) == "4")
    }

    @Test(.enabled(if: CaseInsensitiveDisk.isAvailable, "exfat-fuse, exfatprogs and mounting are needed"))
    func `a name that the disk cannot hold is refused, with what to do`() async throws {
        let disk = try CaseInsensitiveDisk(in: folder.url)
        let store = DirectoryStore(root: disk.url.appending(path: "library"), isDurable: false)
        let document = try await store.stage("1")
        let error = try await store.publish([Publication(document: document, name: "a:b.txt")]).first?.error
        #expect(error?.remedy?.contains("store.portable-names") == true, "\(String(describing: error))")
    }

    @Test(.enabled(if: CaseInsensitiveDisk.isAvailable, "exfat-fuse, exfatprogs and mounting are needed"))
    func `records on a file system that other machines may use need no shared memory`() async throws {
        let disk = try CaseInsensitiveDisk(in: folder.url)
        let library = try SQLiteLibrary(root: disk.url, access: .exclusive)
        let reader = try SQLiteLibrary(root: disk.url, access: .shared)
        #expect(try await reader.locations().isEmpty)
        let database = try Data(contentsOf: disk.url.appending(path: ".carrel/library.sqlite"))
        // The file format's header: 1 is a rollback journal, 2 a write-ahead log.
        #expect(Array(database[18..<20]) == [1, 1])
        #expect(throws: StoreError.self) { try SQLiteLibrary(root: disk.url, access: .exclusive) }
        withExtendedLifetime(library) {}
    }

    @Test func `a library that comes from another machine's file system gets its log back`() async throws {
        do { _ = try SQLiteLibrary(root: folder.url, access: .exclusive) }
        let file = folder.url.appending(path: ".carrel/library.sqlite")
        #expect(try Array(Data(contentsOf: file)[18..<20]) == [2, 2])
    }

    @Test(arguments: [ENOLCK, EOPNOTSUPP, ENOSYS])
    func `a file system without locks is refused, with what to do`(code: Int32) {
        let error = LibraryLock.error(code, lock: "/l/.carrel/lock", library: "/l")
        #expect(error.code == .system && error.remedy?.contains("Mount it with locks") == true)
        #expect(LibraryLock.error(EWOULDBLOCK, lock: "/l/.carrel/lock", library: "/l").code == .busy)
    }

    @Test func `opening records again in one process gives up no lock on them`() async throws {
        do { _ = try SQLiteLibrary(root: folder.url, access: .exclusive) }
        let reader = try SQLiteLibrary(root: folder.url, access: .shared)
        #expect(try await reader.locations().isEmpty)
        let locks = try locksOfRecords()
        #expect(locks > 0)
        // Closing any descriptor of a file gives up all locks of the process on it.
        let writer = try SQLiteLibrary(root: folder.url, access: .exclusive)
        #expect(try locksOfRecords() >= locks)
        withExtendedLifetime((reader, writer)) {}
    }

    /// How many POSIX locks this process holds on the files of the records.
    private func locksOfRecords() throws -> Int {
        let inodes = ["library.sqlite", "library.sqlite-shm"].map {
            (try? FileManager.default.attributesOfItem(atPath: folder.url.path + "/.carrel/\($0)"))?[
                .systemFileNumber] as? UInt64 ?? 0
        }
        return try String(contentsOfFile: "/proc/locks", encoding: .utf8).split(separator: "\n").filter {
            line in
            line.contains("POSIX") && line.contains(" \(getpid()) ")
                && inodes.contains { line.contains(":\($0) ") }
        }.count
    }
}
