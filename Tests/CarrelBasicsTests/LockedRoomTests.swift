import CarrelBasics
import CarrelTesting
import Foundation
import Testing

/// Programs that read foreign documents, tried from inside, at each level that this machine has.
@Suite("What runs in a locked room does no harm", .timeLimit(.minutes(2)))
struct LockedRoomTests {
    private static let levels: [RoomLevel] = [.bubblewrap, .landlock, .filter]

    /// Runs a script of a shell, which starts programs, or of Python.
    private func run(
        _ level: RoomLevel, _ script: String, by program: String = "sh", reads: [URL] = [],
        processes: Int = 16,
        timeout: Duration = .seconds(20), memoryLimit: Int = 512 << 20
    ) async throws -> ToolOutput? {
        let runner = ProcessToolRunner(room: level)
        guard await isThere(level) else { return nil }
        return try await runner.run(
            ToolInvocation(
                program, ["-c", script], timeout: timeout, outputLimit: 1 << 16, memoryLimit: memoryLimit,
                reads: reads, processes: processes))
    }

    /// Whether this machine has a level: a container may have none of them.
    private func isThere(_ level: RoomLevel) async -> Bool {
        let runner = ProcessToolRunner(room: level)
        let output = try? await runner.run(
            ToolInvocation("true", [], timeout: .seconds(20), outputLimit: 1, reads: []))
        guard output?.status == 0 else { return false }
        return level != .bubblewrap || ProgramFinder.find("bwrap", in: "/usr/bin:/bin") != nil
    }

    private func withFile<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        let folder = try TemporaryFolder()
        return try await body(folder.write("a room/-document 'é'.txt", "the document"))
    }

    @Test("the document is read, whatever its name, and is not changed", arguments: levels)
    func document(level: RoomLevel) async throws {
        try await withFile { file in
            let name = file.path.replacing("'", with: "'\\''")
            let script =
                "cat '\(name)' && (echo more >> '\(name)') 2>/dev/null; rm -f '\(name)' 2>/dev/null; echo .done"
            guard let output = try await run(level, script, reads: [file]) else { return }
            #expect(String(decoding: output.output, as: UTF8.self) == "the document.done\n")
            if level != .filter { #expect(try Data(contentsOf: file) == Data("the document".utf8)) }
        }
    }

    @Test("a document in shared memory is read, too", arguments: levels)
    func sharedMemory(level: RoomLevel) async throws {
        let file = URL(filePath: "/dev/shm/carrel room \(UUID().uuidString)")
        guard (try? Data("the document".utf8).write(to: file)) != nil else { return }
        defer { try? FileManager.default.removeItem(at: file) }
        let writing = "(echo more > '/dev/\(file.lastPathComponent)') 2>/dev/null && echo written"
        let script = "cat '\(file.path)'; " + (level == .filter ? "true" : writing)
        guard let output = try await run(level, script, reads: [file]) else { return }
        #expect(String(decoding: output.output, as: UTF8.self) == "the document")
    }

    @Test("no other file of the user is seen", arguments: [RoomLevel.bubblewrap, .landlock])
    func otherFile(level: RoomLevel) async throws {
        try await withFile { file in
            let other = file.deletingLastPathComponent().appending(path: "secret")
            try Data("secret".utf8).write(to: other)
            let script =
                "cat '\(other.path)' /etc/passwd /root/.bashrc; ls '\(other.deletingLastPathComponent().path)'"
            guard let output = try await run(level, script, reads: [file]) else { return }
            let seen = String(decoding: output.output, as: UTF8.self)
            #expect(!seen.contains("secret") && !seen.contains("root:"))
        }
    }

    @Test("there is no network", arguments: levels)
    func network(level: RoomLevel) async throws {
        let script = """
            import socket
            for family in (socket.AF_INET, socket.AF_INET6, socket.AF_UNIX, socket.AF_NETLINK):
                try:
                    socket.socket(family, socket.SOCK_STREAM if family != socket.AF_NETLINK else socket.SOCK_RAW)
                    print("open")
                except OSError as error:
                    print("refused")
            """
        guard let output = try await run(level, script, by: "/usr/bin/python3") else { return }
        #expect(String(decoding: output.output, as: UTF8.self) == "refused\nrefused\nrefused\nrefused\n")
    }

    @Test("a program that is to be alone starts no other, and has its threads", arguments: levels)
    func alone(level: RoomLevel) async throws {
        let script = """
            import os, threading
            thread = threading.Thread(target=lambda: print("thread", flush=True))
            thread.start()
            thread.join()
            try:
                os.fork()
                print("forked")
            except OSError:
                print("refused")
            """
        guard let output = try await run(level, script, by: "/usr/bin/python3", processes: 1) else { return }
        #expect(String(decoding: output.output, as: UTF8.self) == "thread\nrefused\n")
    }

    @Test("a fork bomb is killed whole, before its time is over", arguments: levels)
    func forkBomb(level: RoomLevel) async throws {
        guard await isThere(level) else { return }
        // It doubles nine times and then waits: a bomb that were not killed would end by itself.
        let mark = "carrel-bomb-\(UUID().uuidString)"
        let script = """
            import os, time  # \(mark)
            for _ in range(9):
                try:
                    os.fork()
                except OSError:
                    pass
                time.sleep(0.02)
            time.sleep(40)
            """
        let start = ContinuousClock.now
        _ = try? await run(level, script, by: "/usr/bin/python3", timeout: .seconds(30))
        #expect(ContinuousClock.now - start < .seconds(20))
        #expect(Self.running(mark).isEmpty)
    }

    @Test("an endless loop ends at its time", arguments: levels)
    func endless(level: RoomLevel) async throws {
        guard await isThere(level) else { return }
        await #expect(throws: ToolError.timedOut(tool: "sh", after: .seconds(1))) {
            try await run(level, "while :; do :; done", timeout: .seconds(1))
        }
    }

    @Test("3 GB of memory are refused, whatever kind they are of", arguments: levels)
    func memory(level: RoomLevel) async throws {
        let script = """
            import mmap
            def take(what):
                try:
                    kept = [what() for _ in range(48)]
                    print("taken")
                except (MemoryError, OSError):
                    print("refused")
            take(lambda: bytearray(b"x") * (64 << 20))
            take(lambda: mmap.mmap(-1, 64 << 20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
            take(lambda: mmap.mmap(-1, 64 << 20, mmap.MAP_SHARED | mmap.MAP_ANONYMOUS))
            """
        guard let output = try await run(level, script, by: "/usr/bin/python3") else { return }
        #expect(String(decoding: output.output, as: UTF8.self) == "refused\nrefused\nrefused\n")
    }

    @Test("disk space is refused beyond some scratch space", arguments: [RoomLevel.bubblewrap, .landlock])
    func disk(level: RoomLevel) async throws {
        let script = """
            for n in 1 2 3 4; do head -c 40000000 /dev/zero > /tmp/carrel-$n || echo refused; done 2>/dev/null
            head -c 40000000 /dev/zero > /dev/shm/carrel 2>/dev/null || echo refused
            """
        guard let output = try await run(level, script) else { return }
        let refused = String(decoding: output.output, as: UTF8.self).split(separator: "\n").count
        #expect(refused >= (level == .bubblewrap ? 4 : 5))
    }

    @Test("neither the terminal nor the session is the room's", arguments: levels)
    func session(level: RoomLevel) async throws {
        let script = """
            import os
            for call in (os.setsid, lambda: os.open("/dev/tty", os.O_RDWR), lambda: os.kill(os.getppid(), 0) if
                    os.getppid() > 1 else os.setsid()):
                try:
                    call()
                    print("done")
                except OSError:
                    print("refused")
            """
        guard let output = try await run(level, script, by: "/usr/bin/python3") else { return }
        #expect(String(decoding: output.output, as: UTF8.self).hasPrefix("refused\nrefused\n"))
    }

    @Test("how a program ends is told as without a room", arguments: levels)
    func status(level: RoomLevel) async throws {
        guard let output = try await run(level, "echo out; echo err >&2; exit 3") else { return }
        #expect(output.status == 3 && output.errorText == "err\n" && output.output == Data("out\n".utf8))
        let killed = try await run(level, "kill -SEGV $$")
        #expect(killed?.status == 128 + SIGSEGV)
    }

    @Test("where bubblewrap does not work, the next level is taken, and no document can have it given up")
    func fallback() async throws {
        try await withFile { file in
            let folder = file.deletingLastPathComponent()
            try FileManager.default.createDirectory(
                at: folder.appending(path: "bin"), withIntermediateDirectories: true)
            let fake = folder.appending(path: "bin/bwrap")
            try Data("#!/bin/sh\necho 'bwrap: no namespaces here' >&2\nexit 1\n".utf8).write(to: fake)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: fake.path)
            let broken = ProcessToolRunner(environment: ["PATH": "\(folder.path)/bin:/usr/bin:/bin"])
            let invocation = ToolInvocation(
                "cat", [file.path], timeout: .seconds(20), outputLimit: 100, reads: [file])
            #expect(try await broken.run(invocation).output == Data("the document".utf8))
            #expect(await broken.roomLevel() != .bubblewrap)
        }
        guard await isThere(.bubblewrap) else { return }
        let runner = ProcessToolRunner()
        let lie = try await runner.run(
            ToolInvocation(
                "sh", ["-c", "echo 'bwrap: no namespaces here' >&2; exit 1"], timeout: .seconds(20),
                outputLimit: 100, reads: []))
        #expect(lie.status == 1)
        #expect(await runner.roomLevel() == .bubblewrap)
    }

    /// The processes whose command line holds a word.
    private static func running(_ word: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { name in
            guard name.first?.isNumber == true else { return false }
            let line = FileManager.default.contents(atPath: "/proc/\(name)/cmdline") ?? Data()
            return String(decoding: line, as: UTF8.self).contains(word)
        }
    }
}
