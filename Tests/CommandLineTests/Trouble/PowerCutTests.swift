import CarrelTesting
import Foundation
import Testing

/// What is on the disk when the power goes, at moments that are spread over a run.
@Suite(
    .timeLimit(.minutes(4)),
    .enabled(if: LoopDisk.isAvailable, "a loop device with ext4 needs privileges and e2fsprogs"))
struct PowerCutTests {
    private let workspace: Workspace
    private let server: LoopbackServer
    private static let count = 24

    init() throws {
        workspace = try Workspace()
        server = try LoopbackServer()
    }

    /// A document that says which it is in its every line.
    private static func content(_ index: Int, version: Int) -> Data {
        let lines = index == 0 ? 60_000 : index % 5 == 0 ? 6_000 : 120
        return Data(String(repeating: "document \(index) version \(version)\n", count: lines).utf8)
    }

    /// The version that a document says that it is.
    private static func version(of content: Data) -> Int {
        let line = String(decoding: content.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
        return line.split(separator: " ").last.flatMap { Int($0) } ?? -1
    }

    private func serve(version: Int) {
        for index in 0..<Self.count {
            server.on(
                "/\(index).bin",
                .document(Self.content(index, version: version), entityTag: "\"\(index)-\(version)\""))
        }
    }

    private func catalog() throws -> String {
        try workspace.writeNotes((0..<Self.count).map { ("Note \($0)", server.address("/\($0).bin")) })
    }

    /// Every document is one of its versions, and all that is recorded is there.
    private func check(_ library: String, _ round: Int) async throws {
        guard FileManager.default.fileExists(atPath: library) else { return }
        let verify = try await workspace.carrel("verify", "--library", library)
        #expect(verify.status == 0, "round \(round): \(verify.output)\(verify.error)")
        #expect(!verify.output.contains("not in the library"), "round \(round): \(verify.output)")
        for name in try FileManager.default.contentsOfDirectory(atPath: library) where !name.hasPrefix(".") {
            let index = try #require(Int(name.dropFirst(3).dropLast(4)), "round \(round): \(name)")
            let found = try Data(contentsOf: URL(filePath: library + "/" + name))
            let version = Self.version(of: found)
            let isWhole = (0...round).contains(version) && found == Self.content(index, version: version)
            #expect(isWhole, "round \(round): \(name) is no whole version, but \(found.count) bytes")
        }
    }

    @Test func `a power cut at any moment leaves whole documents and true records`() async throws {
        let file = try catalog()
        let disk = try LoopDisk(in: workspace.folder.appending(path: "disk"), mebibytes: 48)
        let library = disk.path + "/Carrel"
        let rounds = 13
        for round in 0..<rounds {
            serve(version: round)
            let process = try CarrelProcess(["sync", file, "--quiet", "--library", library], in: workspace)
            // The moment is the point here, so nothing is waited for; there is a library by then.
            try await Task.sleep(for: .milliseconds(1 + 160 * ((round * 5 + 4) % rounds) / rounds))
            process.send(SIGSTOP)
            let folder = workspace.folder.appending(path: "cut\(round)")
            if let cut = try disk.afterPowerCut(in: folder) {
                let found = cut.path + "/Carrel"
                try await check(found, round)
                if round % 3 == 0 {
                    let sync = try await workspace.carrel("sync", file, "--library", found)
                    #expect(sync.status == 0, "round \(round): \(sync.error)")
                    #expect(
                        try await workspace.carrel("verify", "--library", found).output == "24 intact\n",
                        "round \(round)")
                }
            }
            try? FileManager.default.removeItem(at: folder.appending(path: "image"))
            process.send(SIGCONT)
            if round % 4 == 3 { process.send(SIGKILL) }
            let result = try await process.wait()
            #expect(result.status == 0 || round % 4 == 3, "round \(round): \(result.error)")
        }
    }

    @Test func `what a run has reported as stored is there after a power cut`() async throws {
        let file = try catalog()
        let disk = try LoopDisk(in: workspace.folder.appending(path: "disk"), mebibytes: 48)
        for round in 0..<3 {
            serve(version: round)
            let sync = try await workspace.carrel("sync", file, "--library", disk.path + "/Carrel")
            #expect(sync.status == 0, "\(sync.error)")
            let folder = workspace.folder.appending(path: "cut\(round)")
            let cut = try #require(try disk.afterPowerCut(in: folder))
            #expect(
                try await workspace.carrel("verify", "--library", cut.path + "/Carrel").output
                    == "24 intact\n")
            for index in 0..<Self.count {
                let found = try Data(contentsOf: URL(filePath: cut.path + "/Carrel/C1-\(index).bin"))
                let isCurrent = found == Self.content(index, version: round)
                #expect(isCurrent, "round \(round): document \(index)")
            }
        }
    }
}
