import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import PDFPreviewing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PDFColumnTests {
    private static let left = [
        "The tides of the harbour are ruled by", "the moon and the sun, when the electro-",
        "magnetic gauges of the harbour master", "show the sea rising beyond the quay. A spring",
        "tide follows about two days later, and", "the pilots know it well enough to wait.",
    ]
    private static let right = [
        "Neap tides are weaker, since moon and sun", "pull at right angles then. The inter-",
        "mediate range is computed with constants", "that the survey published, and the ordinary",
        "mariner trusts the almanac more than any", "instrument that the harbour master has.",
    ]

    /// What shows lines below each other on a page of `TinyPDF`, and others beside them.
    private func page(_ columns: [[String]], apart: Int) -> String {
        let down = ") Tj 0 -14 Td ("
        return columns.map { $0.joined(separator: down) }
            .joined(separator: ") Tj \(apart) \(14 * ((columns.first?.count ?? 1) - 1)) Td (")
    }

    private func show(_ pages: [String]) async throws -> Preview {
        try await preview(
            TinyPDF.document(pages: pages), as: .pdf, with: PDFTextPreviewer(tools: ProcessToolRunner()))
    }

    @Test(.enabled(if: TinyPDF.canBeRead, "needs pdftotext of poppler-utils"))
    func `columns are read one after the other, with broken words joined`() async throws {
        let shown = try await show([page([Self.left, Self.right], apart: 270), "The next page"])
        let words = shown.text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(
            words == """
                The tides of the harbour are ruled by the moon and the sun, when the electromagnetic gauges of the \
                harbour master show the sea rising beyond the quay. A spring tide follows about two days later, and \
                the pilots know it well enough to wait. Neap tides are weaker, since moon and sun pull at right \
                angles then. The intermediate range is computed with constants that the survey published, and the \
                ordinary mariner trusts the almanac more than any instrument that the harbour master has. The next \
                page
                """)
        #expect(shown.summary?.contains("the electromagnetic gauges of the harbour master") == true)
        #expect(shown.pageMarks.map(\.page) == [1, 2])
    }

    @Test(.enabled(if: TinyPDF.canBeRead, "needs pdftotext of poppler-utils"))
    func `a table keeps its rows`() async throws {
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        let topics = days.map { "What is read and written on \($0)" }
        let shown = try await show([page([days, topics], apart: 120)])
        let rows = shown.text.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        #expect(rows == zip(days, topics).map { "\($0) \($1)" })
    }

    @Test func `pages in columns alone are read once more, column by column`() async throws {
        let columns = zip(Self.left, Self.right).map { left, right in
            left + String(repeating: " ", count: 50 - left.count) + right
        }.joined(separator: "\n")
        let table = (1...9).map { "\($0)      row of the table" }.joined(separator: "\n")
        let tools = ScriptedToolRunner([
            "pdfinfo": .output(ToolOutput(output: Data("Pages: 4\n".utf8))),
            "pdftotext": .output(
                ToolOutput(
                    output: Data([table, columns, table, columns].map { $0 + "\n\u{0C}" }.joined().utf8))),
        ])
        let limits = PreviewLimits(pages: 3...6)
        let data = Data("%PDF-1.4".utf8)
        _ = try await preview(data, as: .pdf, with: PDFTextPreviewer(tools: tools), limits: limits)
        let runs = tools.invocations.filter { $0.tool == "pdftotext" }.map {
            Array($0.arguments.dropLast(2))
        }
        #expect(
            runs == [
                ["-layout", "-enc", "UTF-8", "-eol", "unix", "-f", "3", "-l", "6"],
                ["-enc", "UTF-8", "-eol", "unix", "-f", "4", "-l", "6"],
            ])
    }
}
