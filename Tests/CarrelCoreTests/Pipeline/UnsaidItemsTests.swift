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
        harness.pipeline.parsers = ParserSelection(
            candidates: [ParserSelection.Candidate(name: "module-notes", parser: ModuleNotesParser())],
            fingerprint: "1")
        for name in ["a", "b"] { harness.fetcher.on("http://x.example/\(name).txt", .text(name)) }
        #expect(try await harness.pipeline.sync().downloaded == 2)
        return harness
    }

    @Test(arguments: ["", #", "moduleNotes": null"#])
    func `notes stay listed while nothing is said of them, and that is told`(notes: String) async throws {
        let harness = try await harness()
        for text in [catalog(notes), catalog(notes) + "\n"] {
            harness.replaceCatalog(text)
            let summary = try await harness.pipeline.sync()
            #expect(summary.orphaned == 0 && summary.unchanged == 2)
            #expect(harness.events.lines.contains("problem: A"), "\(harness.events.lines)")
        }
        // What goes elsewhere is still told.
        harness.replaceCatalog(catalog(notes).replacing(#"{"two": "http://x.example/b.txt"}"#, with: ""))
        #expect(try await harness.pipeline.sync().orphaned == 1)
    }

    @Test func `an empty list says that there are no notes`() async throws {
        let harness = try await harness()
        harness.replaceCatalog(catalog(#", "moduleNotes": []"#))
        #expect(try await harness.pipeline.sync().orphaned == 1)
        #expect(!harness.events.lines.contains("problem: A"), "\(harness.events.lines)")
    }
}
