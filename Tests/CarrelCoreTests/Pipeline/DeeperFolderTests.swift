import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Folders below the last level that is read, which tell whether those above them lead back.
@Suite(.timeLimit(.minutes(1))) struct DeeperFolderTests {
    /// As the parser of lines, with a folder for each line `> URL`; on further pages these are below the last level.
    private struct FolderParser: Parser {
        func recognition(of documents: [CatalogDocument]) -> Recognition { .certain }

        func parse(_ documents: [CatalogDocument]) throws(ParseError) -> Catalog {
            let parsed = try LineParser().parseWithPages(documents)
            var catalog = parsed.catalog
            let folders = parsed.pages.map { line in
                var page = CatalogPage(url: String(line))
                page.isFolder = true
                return page
            }
            let isFurther = documents.first?.page != nil
            catalog.pages = isFurther ? [] : folders
            catalog.deeperFolders = isFurther ? folders : []
            return catalog
        }
    }

    @Test func `time that is over before one of them is read leaves nothing out`() async throws {
        let folder = "http://catalog.example/f/"
        var harness = try PipelineHarness("= C1\nA | http://x.example/a.txt\n> \(folder)")
        harness.pipeline.parsers = .only("folders", FolderParser())
        for name in ["a", "b"] { harness.fetcher.on("http://x.example/\(name).txt", .text(name)) }
        let now = Locked(harness.pipeline.context.now())
        harness.pipeline.context.now = { now.value }
        harness.pipeline.furtherSource = {
            (further: FurtherCatalog, _: FurtherCatalog.Parent) throws(SourceError) -> any Source in
            now.withLock { $0 += 86_400 }
            return FixedSource(
                "= C1\nA | http://x.example/b.txt\n> \(folder)f/", location: further.url)
        }
        let summary = try await harness.pipeline.sync()
        #expect(summary.downloaded == 2, "\(harness.events.lines)")
        #expect(!harness.events.lines.contains { $0.hasPrefix("problem: ") }, "\(harness.events.lines)")
        #expect(try await harness.located().catalog.collections.flatMap(\.items).count == 2)
    }
}
