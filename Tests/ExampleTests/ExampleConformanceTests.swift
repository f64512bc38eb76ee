import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// The examples of docs/WritingAPlugin.md keep their stages' promises; `PageTests` holds the tests that it prints.
@Suite(.timeLimit(.minutes(2)))
struct ExampleConformanceTests {
    private func source(_ command: String) throws -> any Source {
        let words = try #require(CommandWords(command))
        return try CommandSource.plugin.make(Settings(["command": words]), PluginContext())
    }

    @Test(arguments: SourceConformance.checks)
    func `the source of a program's output keeps the sources' promises`(
        check: ConformanceCheck<any Source>
    ) async throws {
        try await check.run { try source("echo []") }
    }

    @Test(arguments: ["false", "no-such-program-at-all"], SourceConformance.failureChecks)
    func `the source of a program's output keeps the promises about failures`(
        command: String, check: ConformanceCheck<any Source>
    ) async throws {
        try await check.run { try source(command) }
    }

    @Test(arguments: PlannerConformance.checks, [Int64(0), 1 << 20])
    func `the planner of small documents keeps the planners' promises`(
        check: ConformanceCheck<any Planner>, largest: Int64
    ) async throws {
        try await check.run { SmallOnlyPlanner(largest: ByteCount(largest)) }
    }

    @Test(arguments: FetcherConformance.checks(for: [.fieldLines, .brokenHeads, .connectionIDs]))
    func `the fetcher of a mirror keeps the promises of the fetcher that it asks otherwise`(
        check: ConformanceCheck<FetcherTestbed>
    ) async throws {
        try await check.run { .scripted { MirrorFetcher(URL(filePath: "/nowhere"), otherwise: $0) } }
    }

    @Test(arguments: PreviewerConformance.checks)
    func `the previewer of tables keeps the previewers' promises`(
        check: ConformanceCheck<PreviewerSubject>
    ) async throws {
        let type = try #require(MediaType("text/csv"))
        try await check.run {
            PreviewerSubject(
                TablePreviewer(), sample: Data("gene,length\r\nactin,\"1,800\"\r\ngénes 👩🏽‍🔬,2\r\n".utf8),
                mediaType: type, word: "actin | 1,800")
        }
    }
}
