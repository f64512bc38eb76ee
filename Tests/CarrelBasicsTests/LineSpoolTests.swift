import CarrelBasics
import CarrelTesting
import Foundation
import Testing

/// Lines come in order, whoever reads them and whenever; who writes them never waits.
@Suite(.timeLimit(.minutes(2))) struct LineSpoolTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Lines of 256 bytes.
    private func line(_ number: Int) -> String {
        let text = String(number)
        return text + String(repeating: ".", count: 255 - text.count) + "\n"
    }

    private func text(_ numbers: Range<Int>) -> Data { Data(numbers.map(line).joined().utf8) }

    /// Reads a pipe to its end on a thread of its own.
    private func content(of pipe: Pipe) async throws -> Data {
        try await withCheckedThrowingContinuation { continuation in
            let reader = pipe.fileHandleForReading
            Thread.detachNewThread {
                continuation.resume(with: Result { try reader.readToEnd() ?? Data() })
            }
        }
    }

    @Test(arguments: [0, 1 << 10, 64 << 10, 1 << 20])
    func `what waits in memory, in the file and in the pipe comes in order`(memory: Int) async throws {
        let pipe = Pipe()
        let spool = LineSpool(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, folder: folder.url.path, memory: memory)
        // Nobody reads yet, and more than 4 MiB are written.
        for number in 0..<17_500 { spool.write(line(number)) }
        async let content = content(of: pipe)
        for number in 17_500..<35_000 { spool.write(line(number)) }
        await spool.finish()
        try pipe.fileHandleForWriting.close()
        #expect(try await content == text(0..<35_000))
        #expect(spool.failure == nil)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path).isEmpty)
    }

    @Test func `the end comes, whatever was written when`() async throws {
        let nowhere = try #require(FileHandle(forWritingAtPath: "/dev/null"))
        for round in 0..<600 {
            let spool = LineSpool(
                descriptor: nowhere.fileDescriptor, folder: folder.url.path, memory: round % 3 * 256)
            for number in 0..<round % 7 {
                spool.write(line(number))
                if round % 2 == 0 { await Task.yield() }
            }
            await spool.finish()
            #expect(spool.failure == nil)
        }
    }

    @Test func `without a file so much waits in memory, and the rest is dropped and reported`() async throws {
        let missing = folder.url.appending(path: "missing").path
        let pipe = Pipe()
        let spool = LineSpool(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, folder: missing, memory: 1 << 10,
            limit: 1 << 20)
        for number in 0..<25_000 { spool.write(line(number)) }
        let failure = try #require(spool.failure)
        #expect(
            failure.description
                == "its reader left 1.00 MiB waiting, and nothing further fits into \(missing): No such file or directory"
        )
        async let content = content(of: pipe)
        await spool.finish()
        try pipe.fileHandleForWriting.close()
        let received = try await content
        // All that was taken comes, and nothing of what came after it.
        #expect(received == text(0..<received.count / 256))
        #expect(received.count >= 1 << 20 && received.count < 25_000 * 256)
    }

    @Test func `a reader that goes away ends the waiting, with lines in the file, too`() async throws {
        signal(SIGPIPE, SIG_IGN)
        let pipe = Pipe()
        let spool = LineSpool(
            descriptor: pipe.fileHandleForWriting.fileDescriptor, folder: folder.url.path, memory: 1 << 10)
        for number in 0..<17_500 { spool.write(line(number)) }
        _ = try pipe.fileHandleForReading.read(upToCount: 100)
        try pipe.fileHandleForReading.close()
        await spool.finish()
        #expect(spool.failure == .system(EPIPE))
        spool.write(line(0))
    }

    @Test func `a disk that was full gets what comes once it has room, on a line of its own`() async throws {
        let output = open("/dev/full", O_WRONLY)
        defer { close(output) }
        let spool = LineSpool(descriptor: output, folder: folder.url.path)
        spool.write(line(0))
        while spool.failure == nil { await Task.yield() }
        let log = folder.url.appending(path: "log")
        try Data().write(to: log)
        let file = try FileHandle(forWritingTo: log)
        #expect(dup2(file.fileDescriptor, output) == output)
        spool.write(line(1))
        await spool.finish()
        #expect(try Data(contentsOf: log) == text(1..<2))
        #expect(spool.failure == .system(ENOSPC), "not everything was written")
    }

    @Test func `behind a line that a full disk cut off comes a whole one`() throws {
        let log = folder.url.appending(path: "log")
        try Data().write(to: log)
        let file = try FileHandle(forWritingTo: log)
        let (full, descriptor) = (open("/dev/full", O_WRONLY), dup(file.fileDescriptor))
        defer { for number in [full, descriptor] { close(number) } }
        var output = LineOutput(descriptor: descriptor)
        for (text, target) in [
            ("one, ", file.fileDescriptor), ("two, ", full), ("three\nfour, ", full),
            ("five\nsix, ", file.fileDescriptor), ("seven\n", file.fileDescriptor),
        ] {
            #expect(dup2(target, descriptor) == descriptor)
            let code = Array(text.utf8).withUnsafeBytes { output.write($0) }
            #expect((code == 0) == (target != full), "\(text)")
        }
        #expect(try String(contentsOf: log, encoding: .utf8) == "one, \nsix, seven\n")
    }
}
