import CarrelCore
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(3))) struct InterruptionTests {
    private let workspace: Workspace
    private let server: LoopbackServer

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    private func catalogue(_ count: Int) throws -> String {
        let notes = (0..<count).map { "{\"Note \($0)\": \"\(server.address("/\($0).bin"))\"}" }.joined(
            separator: ",")
        return try workspace.write(
            "notes.json", "[{\"moduleCode\":\"C1\",\"moduleTitle\":\"T\",\"moduleNotes\":[\(notes)]}]")
    }

    @Test(arguments: ["curl", "urlsession"])
    func `an interrupt parks what is in flight, exits with 130, and the next run continues`(fetcher: String)
        async throws
    {
        let content = Data((0..<900_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
        server.on(
            "/0.bin",
            Reply([
                .head(
                    status: 200,
                    fields: HTTPFields([("Content-Length", "\(content.count)"), ("ETag", "\"1\"")])),
                .bytes(content.prefix(500_000)), .stall,
            ]), .document(content, entityTag: "\"1\""))
        let arguments = ["sync", try catalogue(1), "--set", "download.use=\(fetcher)"]
        let process = try CarrelProcess(arguments + ["--json"], in: workspace)
        _ = try await server.requests(atLeast: 1)
        while !process.outputSoFar.contains("\"progress\"") { try await Task.sleep(for: .milliseconds(5)) }
        process.send(SIGINT)
        let result = try await process.wait()
        #expect(result.status == 130, "\(result.error)")
        #expect(result.output.contains("\"parked\""))
        #expect(try workspace.documents().isEmpty)
        let second = try await CarrelProcess(arguments, in: workspace).wait()
        #expect(second.status == 0, "\(second.error)")
        #expect(try workspace.documents()["C1-0.bin"] == content)
        let range = try #require(server.requests(for: "/0.bin").last?.fields["Range"])
        #expect(range.hasPrefix("bytes=") && range != "bytes=0-")
    }

    @Test func `killed at any moment, the next run completes the same intact library`() async throws {
        let count = 24
        var expected: [String: Data] = [:]
        for index in 0..<count {
            // Some small, some of several reads, one large enough to be continued.
            let size = index == 0 ? 2_000_000 : index % 3 == 0 ? 200_000 : 3_000
            let content = Data((0..<size).map { UInt8(truncatingIfNeeded: ($0 &+ index) &* 7 >> 2) })
            expected["C1-\(index).bin"] = content
            server.on("/\(index).bin", .document(content, entityTag: "\"\(index)\""))
        }
        let file = try catalogue(count)
        var random = SeededRandom(seed: 107)
        for round in 0..<50 {
            if round % 5 == 0 { try? FileManager.default.removeItem(at: workspace.library) }
            let process = try CarrelProcess(["sync", file, "--quiet"], in: workspace)
            // The moment is the point here: anywhere between the start and a little after the end of a run.
            try await Task.sleep(for: .milliseconds(Int.random(in: 1...120, using: &random)))
            process.send(SIGKILL)
            _ = try await process.wait()
            if FileManager.default.fileExists(atPath: workspace.library.path) {
                for (name, content) in try workspace.documents() {
                    #expect(content == expected[name], "round \(round): \(name) is not whole")
                }
            }
            let after = try await workspace.carrel("sync", file, "--quiet")
            #expect(after.status == 0, "round \(round): \(after.error)")
            #expect(try workspace.documents() == expected, "round \(round)")
            #expect(try await workspace.carrel("verify").output == "\(count) intact\n", "round \(round)")
            let left = try FileManager.default.contentsOfDirectory(
                atPath: workspace.library.path + "/.carrel/incoming")
            #expect(left.isEmpty, "round \(round)")
        }
    }
}
