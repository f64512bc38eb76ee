import CarrelTesting
import Foundation
import Testing

/// A disk on which nothing more can be written.
@Suite(.timeLimit(.minutes(2)), .enabled(if: SmallDisk.isAvailable, "mounting a small disk needs privileges"))
struct FullDiskTests {
    @Test func `a library on a full disk can be looked at, and prune makes room on it`() async throws {
        let workspace = try Workspace()
        let server = try LoopbackServer()
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 3000)
        let library = disk.path + "/library"
        func carrel(_ arguments: String...) async throws -> CarrelProcess.Result {
            try await CarrelProcess(arguments + ["--library", library], in: workspace).wait()
        }
        server.on("/list.txt", .text(server.address("/a.txt") + "\n"))
        for version in ["first", "second"] {
            let content = Data(String(repeating: version + " ", count: 30_000).utf8)
            server.on("/a.txt", .document(content, entityTag: "\"\(version)\"", mediaType: "text/plain"))
            #expect(try await carrel("sync", server.address("/list.txt")).status == 0)
        }
        fill(disk)
        for command in ["list", "verify", "new"] {
            let result = try await carrel(command)
            #expect(result.status == 0, "\(command): \(result.error)")
        }
        #expect(try await carrel("preview", "1").output.contains("second"))
        let prune = try await carrel("prune", "--yes")
        #expect(prune.status == 0 && prune.output.contains("version 1"), "\(prune.output)\(prune.error)")
        #expect(disk.free > 100_000)
        #expect(try await carrel("sync").status == 0)
    }

    @Test func `on a full disk a command makes room also where a killed one left its log`() async throws {
        let workspace = try Workspace()
        let server = try LoopbackServer()
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 3000)
        let library = disk.path + "/library"
        func carrel(_ arguments: String...) throws -> CarrelProcess {
            try CarrelProcess(arguments + ["--library", library], in: workspace)
        }
        let content = Reply.document(Data(repeating: 7, count: 180_000), mediaType: "text/plain")
        server.on("/a.txt", content)
        server.on("/b.txt", content, Reply([.stall]))
        server.on("/list.txt", .text(server.address("/a.txt") + "\n" + server.address("/b.txt") + "\n"))
        #expect(try await carrel("sync", server.address("/list.txt")).wait().status == 0)
        let stored = try FileManager.default.contentsOfDirectory(atPath: library)
        let lost = try #require(stored.first { $0.hasSuffix("b.txt") })
        try FileManager.default.removeItem(atPath: "\(library)/\(lost)")
        let sync = try carrel("sync")
        while server.requests(for: "/b.txt").count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        let log = URL(filePath: "\(library)/.carrel/library.sqlite-wal")
        while (try? Data(contentsOf: log))?.isEmpty ?? true { try await Task.sleep(for: .milliseconds(5)) }
        sync.send(SIGKILL)
        _ = try await sync.wait()
        try FileManager.default.removeItem(atPath: "\(library)/.carrel/library.sqlite-shm")
        fill(disk)
        let list = try await carrel("list").wait()
        #expect(list.status == 5 && list.error.contains("no space left"), "\(list)")
        let remove = try await carrel("remove", "list", "--with-files", "--yes").wait()
        #expect(remove.status == 0, "\(remove)")
        #expect(disk.free > 100_000)
    }

    private func fill(_ disk: SmallDisk) {
        var filler = Data(repeating: 7, count: Int(disk.free))
        while (try? filler.write(to: URL(filePath: disk.path + "/filler"))) == nil { filler.removeLast(4096) }
        #expect(disk.free < 4096)
    }

    @Test(.enabled(if: LoopDisk.isAvailable, "a loop device with ext4 needs privileges and e2fsprogs"))
    func `on a disk with small blocks that is nearly full, commands say so`() async throws {
        let workspace = try Workspace()
        let server = try LoopbackServer()
        let disk = try LoopDisk(in: workspace.folder.appending(path: "disk"), mebibytes: 16)
        let library = disk.path + "/library"
        func carrel(_ arguments: [String]) async throws -> CarrelProcess.Result {
            try await CarrelProcess(arguments + ["--library", library], in: workspace).wait()
        }
        server.on("/a.txt", .document("first", mediaType: "text/plain"))
        server.on("/list.txt", .text(server.address("/a.txt") + "\n"))
        #expect(try await carrel(["sync", server.address("/list.txt")]).status == 0)
        let filler = URL(filePath: disk.path + "/filler")
        for room in stride(from: 24, through: 72, by: 4) {
            try Data(repeating: 7, count: disk.free - room << 10).write(to: filler)
            for command in [["ignore", "1"], ["mark", "read", "1"], ["list"]] {
                let result = try await carrel(command)
                let isTold = result.status == 5 && result.error.contains("no space left")
                #expect(result.status == 0 || isTold, "\(room) KiB, \(command): \(result)")
            }
            try FileManager.default.removeItem(at: filler)
        }
        #expect(try await carrel(["verify"]).status == 0)
    }

    @Test func `of documents that do not fit together some come whole, and the others are named`()
        async throws
    {
        let workspace = try Workspace()
        let server = try LoopbackServer()
        let disk = try SmallDisk(at: workspace.folder.appending(path: "disk"), kibibytes: 16 << 10)
        let content = TestBytes.make(4 << 20)
        let names = (1...6).map { "/\($0).bin" }
        for name in names {
            // Slow enough for all of them to be under way at once.
            server.on(name, .dripped(content, piece: 256 << 10, every: .milliseconds(20)))
        }
        server.on("/list.txt", .text(names.map { server.address($0) + "\n" }.joined()))
        let library = disk.path + "/library"
        let sync = try await CarrelProcess(
            [
                "sync", server.address("/list.txt"), "--library", library, "--set", "download.max-per-host=6",
                "--set", "download.max-concurrent=6",
            ],
            in: workspace
        ).wait()
        #expect(sync.status == 1, "\(sync)")
        #expect(sync.error.contains("4.00 MiB are to come, and only "), "\(sync.error)")
        let stored = try FileManager.default.contentsOfDirectory(atPath: library).filter {
            $0.hasSuffix(".bin")
        }
        #expect((2...3).contains(stored.count), "\(stored)")
        for name in stored {
            #expect(try Data(contentsOf: URL(filePath: "\(library)/\(name)")) == content)
        }
    }
}
