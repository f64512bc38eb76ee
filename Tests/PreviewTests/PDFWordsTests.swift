import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import PDFPreviewing
import Testing

/// Where the words of PDF documents stand.
@Suite(.timeLimit(.minutes(1)))
struct PDFWordsTests {
    private func words(
        _ pages: ClosedRange<Int>, of data: Data, _ tools: any ToolRunner = ProcessToolRunner()
    ) async throws -> [PageWords] {
        let folder = try TemporaryFolder()
        let file = try folder.write("document.pdf", data)
        return try await PDFTextPreviewer(tools: tools).words(
            ofPages: pages, of: PreviewDocument(file: file, mediaType: .pdf), limits: PreviewLimits())
    }

    private func answers(_ html: String, _ facts: String = "") -> ScriptedToolRunner {
        ScriptedToolRunner([
            "pdftotext": .output(ToolOutput(output: Data(html.utf8))),
            "pdfinfo": .output(ToolOutput(output: Data(facts.utf8))),
        ])
    }

    @Test(.enabled(if: TinyPDF.canBeRead, "needs pdftotext of poppler-utils"))
    func `words stand where the page has them, on the pages that were asked for`() async throws {
        let pages = try await words(2...9, of: TinyPDF.document(pages: ["Cells", "Two genes", "Last"]))
        #expect(pages.map(\.page) == [2, 3])
        let first = try #require(pages.first)
        #expect(first.lines.map { $0.map(\.text) } == [["Two", "genes"]])
        #expect(first.width == 612 && first.height == 792)
        let box = try #require(first.lines.first?.first?.box)
        // 72 points from the left; its line is 720 points above the lower edge.
        #expect(abs(box.x - 72) < 1 && box.y < 72 && box.y + box.height > 72 && (15...30).contains(box.width))
    }

    @Test
    func `a page on its side is as wide as it is shown`() async throws {
        let tools = answers(
            """
            <html><head><title>a < b</title></head><body><doc>
            <page width="612" height="792"><flow><block><line><word xMin="695" yMin="72" xMax="717" yMax="126">Side</word></line></block></flow></page>
            <page width="612" height="792"></page></doc>
            """, "Title: Page    5 rot:   90\nPage    4 rot:   90\nPage    5 rot:   0\n")
        let pages = try await words(4...5, of: TinyPDF.document(pages: ["x"]), tools)
        #expect(pages.map(\.page) == [4, 5] && pages.map(\.width) == [792, 612])
        #expect(pages.last?.lines.isEmpty == true)
    }

    @Test
    func `what is damaged, cut or without sense is left out`() async throws {
        let word = "<word xMin=\"1\" yMin=\"1\" xMax=\"9\" yMax=\"9\">"
        for html in [
            "", "<doc>", "<doc><page width=\"612\" height=\"792\"><line>\(word)cut",
            "<doc><page width=\"nan\" height=\"1\"></page></doc>",
            "<doc><page width=\"1e300\" height=\"1\"></page>",
        ] {
            let pages = try await words(1...1, of: TinyPDF.document(pages: ["x"]), answers(html))
            #expect(pages.isEmpty, "\(html)")
        }
        let strange = """
            <doc><page width="612" height="792"><line>\(word)\u{202E}good</word>\(word)  </word>
            <word xMin="9" yMin="1" xMax="1" yMax="9">turned</word><word xMin="inf" yMin="1" xMax="2" yMax="2">far</word></line></page></doc>
            """
        let pages = try await words(1...1, of: TinyPDF.document(pages: ["x"]), answers(strange))
        #expect(pages.first?.lines.map { $0.map(\.text) } == [["good"]])
    }

    @Test
    func `a document that cannot be read says why`() async throws {
        let error = await #expect(throws: PreviewError.self) {
            _ = try await words(1...1, of: Data("no document".utf8))
        }
        #expect(error?.code == .malformed)
    }
}
