import CarrelCore
import CarrelModel
import CarrelStages
import CarrelTesting
import ModuleNotesParsing
import Testing

/// Modules of whose notes their catalogue says nothing for now.
@Suite(.timeLimit(.minutes(1))) struct UnsaidItemsTests {
    private static let other = #"{"moduleCode": "B", "moduleNotes": [{"two": "http://x.example/b.txt"}]}"#

    private func catalog(_ notes: String) -> String {
        #"[{"moduleCode": "A"\#(notes)}, \#(Self.other)]"#
    }

    private func harness() async throws -> PipelineHarness {
        var harness = try PipelineHarness(catalog(#", "moduleNotes": {"one": "http://x.example/a.txt"}"#))
        harness.pipeline.parsers = .only("module-notes", ModuleNotesParser())
        for name in ["a", "b"] { harness.fetcher.on("http://x.example/\(name).txt", .text(name)) }
        #expect(try await harness.pipeline.sync().downloaded == 2)
        return harness
    }

    @Test(arguments: ["", #", "moduleNotes": null"#])
    func `notes stay listed when nothing is said of them, which is told, and are gone if that stays so`(
        notes: String
    ) async throws {
        let harness = try await harness()
        harness.replaceCatalog(catalog(notes))
        let first = try await harness.pipeline.sync()
        #expect(first.orphaned == 0 && first.unchanged == 2)
        let second = try await harness.pipeline.sync()
        #expect(second.orphaned == 1 && second.unchanged == 1)
        #expect(try await harness.located().catalog.leavesOutItems == false)
        // Afterwards nothing is said or held back.
        harness.replaceCatalog(catalog(notes).replacing(#"{"two": "http://x.example/b.txt"}"#, with: ""))
        #expect(try await harness.pipeline.sync().orphaned == 1)
        let said = harness.events.lines.filter { $0.hasPrefix("problem: ") }
        #expect(said == ["problem: A", "problem: items"])
    }

    @Test func `notes that are there again are as they were`() async throws {
        let harness = try await harness()
        for number in 0..<2 {
            harness.replaceCatalog(catalog(#", "moduleNotes": null"#))
            #expect(try await harness.pipeline.sync().orphaned == 0, "\(number)")
            harness.replaceCatalog(catalog(#", "moduleNotes": {"one": "http://x.example/a.txt"}"#))
            let again = try await harness.pipeline.sync()
            #expect(again.orphaned == 0 && again.unchanged == 2 && again.downloaded == 0, "\(number)")
        }
    }

    @Test func `an empty list says that there are no notes`() async throws {
        let harness = try await harness()
        harness.replaceCatalog(catalog(#", "moduleNotes": []"#))
        #expect(try await harness.pipeline.sync().orphaned == 1)
        #expect(!harness.events.lines.contains("problem: A"), "\(harness.events.lines)")
    }
}
