import CarrelTesting
import Foundation
import FuzzHarnesses
import Testing

/// Runs every seed and every finding of `make fuzz` again, without the fuzzer.
@Suite(.timeLimit(.minutes(2)))
struct CorpusTests {
    private static let folder = Project.folder.appending(path: "Fuzz")

    @Test(arguments: Harness.all.map(\.name))
    func `every input of the corpus and every finding keeps the promises of`(name: String) async throws {
        let harness = try #require(Harness.all.first { $0.name == name })
        let seeds = try Self.files("Corpus/\(name)")
        #expect(!seeds.isEmpty, "a harness begins with a valid input")
        for file in try seeds + Self.files("Findings/\(name)") {
            let input = try Data(contentsOf: file)
            await #expect(throws: Never.self, "\(file.lastPathComponent)") { try await harness.run(input) }
        }
    }

    @Test func `every folder of inputs is that of a harness`() throws {
        let names = Set(Harness.all.map(\.name))
        for kind in ["Corpus", "Findings"] {
            for folder in try Self.files(kind) { #expect(names.contains(folder.lastPathComponent)) }
        }
        for file in try Self.files("Dictionaries") {
            #expect(names.contains(file.deletingPathExtension().lastPathComponent))
        }
    }

    private static func files(_ path: String) throws -> [URL] {
        let folder = folder.appending(path: path)
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
    }
}
