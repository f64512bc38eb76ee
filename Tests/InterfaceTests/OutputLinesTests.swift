import CarrelMCP
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct OutputLinesTests {
    private let pipe = Pipe()
    private let output: OutputLines
    // More than a pipe takes.
    private let line = String(repeating: "x", count: 1 << 20)

    init() { output = OutputLines(descriptor: pipe.fileHandleForWriting.fileDescriptor) }

    @Test func `a reader has as long as it takes once the time that it was given is taken back`()
        async throws
    {
        output.wait(milliseconds: 0)
        output.waitForEver(insteadOf: 0)
        let (output, line, pipe) = (output, line, pipe)
        let writing = Task { await output.write(line) }
        var end = pollfd(fd: pipe.fileHandleForWriting.fileDescriptor, events: Int16(POLLOUT), revents: 0)
        while poll(&end, 1, 0) > 0 { await Task.yield() }
        let reading = Task.detached { try pipe.fileHandleForReading.readToEnd()?.count }
        #expect(await writing.value)
        try pipe.fileHandleForWriting.close()
        #expect(try await reading.value == line.utf8.count + 1)
    }

    @Test func `a shorter time stays`() async {
        output.wait(milliseconds: 5000)
        output.wait(milliseconds: 0)
        output.waitForEver(insteadOf: 5000)
        #expect(await output.write(line) == false)
        #expect(await output.failure == nil)
    }

    @Test func `what a full disk does not take is a failure`() async {
        let full = open("/dev/full", O_WRONLY)
        defer { close(full) }
        let output = OutputLines(descriptor: full)
        #expect(await output.write("x") == false)
        #expect(await output.failure == "No space left on device")
    }
}
