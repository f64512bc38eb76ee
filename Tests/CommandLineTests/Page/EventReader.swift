import CarrelTesting
import Foundation

/// Reads server-sent events.
final class EventReader: Sendable {
    private let task: Task<Void, any Error>
    private let blocks: AsyncStream<String>

    init(_ address: String, trusting certificate: String? = nil) throws {
        let (blocks, continuation) = AsyncStream.makeStream(of: String.self)
        self.blocks = blocks
        let pipe = Pipe()
        let program = try TestProgram(
            "/usr/bin/env",
            ["curl", "--silent", "--no-buffer", "--max-time", "300", address]
                + (certificate.map { ["--cacert", $0] } ?? []),
            output: pipe.fileHandleForWriting)
        try pipe.fileHandleForWriting.close()
        task = Task {
            defer { program.end() }
            try await Task.sleep(for: .seconds(300))
        }
        Thread.detachNewThread {
            var text = ""
            while case let data = pipe.fileHandleForReading.availableData, !data.isEmpty {
                text += String(decoding: data, as: UTF8.self)
                while let end = text.firstRange(of: "\n\n") {
                    continuation.yield(String(text[..<end.lowerBound]))
                    text = String(text[end.upperBound...])
                }
            }
            continuation.finish()
        }
    }

    /// The first block from now on that has a text.
    func first(_ text: String) async throws -> String {
        for await block in blocks where block.contains(text) { return block }
        throw CocoaError(.fileReadUnknown)
    }

    func end() { task.cancel() }
}
