import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@Test(.timeLimit(.minutes(1)), arguments: ParserConformance.checks, ["\n", "\r\n"])
func `reading-list keeps the parsers' promises`(
    check: ConformanceCheck<ParserSubject>, lineEnd: String
) async throws {
    func document(_ lines: [String]) -> CatalogDocument {
        let text = lines.joined(separator: lineEnd)
        return CatalogDocument(data: Data(text.utf8), url: URL(filePath: "/lists/reading.txt"))
    }
    let list = ["# reading list", "## Week 1", "Introduction | notes/intro.pdf", "Solutions |", ""]
    try await check.run {
        ParserSubject(
            ReadingListParser(), sample: document(list), foreign: [document(["# a heading", "text"])],
            large: document(list + (0..<5000).map { "Sheet \($0) | sheets/\($0).pdf" }))
    }
}

@Test(.timeLimit(.minutes(1)), arguments: StoreConformance.checks(for: []))
func `scratch keeps the stores' promises`(check: ConformanceCheck<any Store>) async throws {
    try await check.run { ScratchStore() }
}
