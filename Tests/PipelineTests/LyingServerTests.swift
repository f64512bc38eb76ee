import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import CurlFetching
import Foundation
import Testing
import URLSessionFetching

/// Every lie that a server can tell, over every fetcher: bytes, events, records and what a script learns.
@Suite(.timeLimit(.minutes(3))) struct LyingServerTests {
    @Test(arguments: LyingScenario.all(for: "curl"))
    func `over libcurl, nothing wrong is stored from a server that`(scenario: LyingScenario) async throws {
        try await run(scenario, "curl", CurlFetcher())
    }

    @Test(arguments: LyingScenario.all(for: "urlsession"))
    func `over URLSession, nothing wrong is stored from a server that`(scenario: LyingScenario) async throws {
        try await run(scenario, "urlsession", URLSessionFetcher())
    }

    private func run(_ scenario: LyingScenario, _ name: String, _ fetcher: any Fetcher) async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        let path = "/\(scenario.file)"
        server.script.on(path, scenario.replies(server.address("")))
        for (path, reply) in scenario.others { server.on(path, reply) }
        let disk = try PipelineOnDisk([("Notes", server.address(path))])
        let pipeline = try disk.pipeline(fetcher) { options in
            // It cannot tell connecting from waiting, and waits for both.
            if name == "urlsession" { options.limits.connectTimeout = .seconds(1) }
            scenario.options(&options)
        }
        let summary = try await pipeline.sync()

        let ending = scenario.ending(with: name)
        let memory = try await pipeline.library.memory(of: PipelineOnDisk.location)
        let item = memory["C1", server.address(path)]
        let attempt = try await pipeline.library.attempts(
            for: PipelineOnDisk.key(server.address(path)), limit: 1
        ).first
        let event = disk.events.lines.last { $0 != "finished" } ?? ""
        switch ending {
        case .stored(let content):
            let stored = scenario.storedName ?? scenario.file
            #expect(try disk.documents() == [stored: content], "\(event)")
            #expect(summary.downloaded == 1 && summary.failed + summary.quarantined == 0)
            #expect(item.document?.size == Int64(content.count) && item.lastFailure == nil)
            #expect(attempt?.outcome == .stored && event.hasPrefix("stored"))
            #expect(try await pipeline.store.partials?.partialDocuments().isEmpty != false)
        case .failed(let reason):
            #expect(try disk.documents().isEmpty)
            #expect(summary.failed == 1 && summary.downloaded == 0)
            #expect(item.document == nil && item.lastFailure?.contains(reason) == true, "\(event)")
            #expect(attempt?.outcome == .failed && event.hasPrefix("failed"))
        case .quarantined(let reason):
            #expect(try disk.documents().isEmpty)
            #expect(summary.quarantined == 1 && summary.failed == 0, "\(event)")
            let aside = try await pipeline.library.quarantinedDocuments().first
            #expect(aside?.reason.contains(reason) == true && item.lastFailure == aside?.reason, "\(event)")
            #expect(attempt?.outcome == .quarantined && event.hasPrefix("quarantined"))
        }
        #expect(attempt?.exchanges.isEmpty == false)
        if let requests = scenario.requests { #expect(server.requests(for: path).count == requests) }
        try await LibraryGuarantees.check(
            pipeline, versions: try disk.documents().mapValues { [$0] })
    }

    @Test(arguments: StrayScenario.all)
    func `over libcurl, every document has its own content from a server that`(
        scenario: StrayScenario
    ) async throws {
        let server = try LoopbackServer()
        defer { server.stop() }
        let disk = try PipelineOnDisk((0..<12).map { ("Note \($0)", server.address("/\($0).txt")) })
        let pipeline = try disk.pipeline(CurlFetcher())
        var versions: [String: [Data]] = [:]
        // Twice, with some new contents and with questions whether the others changed.
        for round in 0..<2 {
            let contents = (0..<12).map { index in
                let isNew = round > 0 && index % 3 == 0
                return TestBytes.make(scenario.size + index, seed: UInt64(isNew ? index + 100 : index + 1))
            }
            scenario.stage(contents, on: server)
            let summary = try await pipeline.sync()

            let stored = contents.indices.filter { !scenario.undelivered.contains($0) }
            let expected = Dictionary(uniqueKeysWithValues: stored.map { ("\($0).txt", contents[$0]) })
            let found = try disk.documents()
            let wrong = expected.filter { found[$0.key] != $0.value }.keys.sorted()
            #expect(wrong.isEmpty && found.count == expected.count, "in round \(round)")
            #expect(summary.listed == 12 && summary.failed == scenario.undelivered.count)
            let changed = round == 0 ? stored.count : stored.count { $0 % 3 == 0 }
            // What another's content took the place of counts as downloaded, too.
            #expect(summary.downloaded >= changed)
            #expect(summary.downloaded + summary.unchanged == stored.count)
            #expect(summary.unreached == 0 && summary.quarantined == 0 && summary.parked == 0)
            let memory = try await pipeline.library.memory(of: PipelineOnDisk.location)
            for index in stored {
                #expect(memory["C1", server.address("/\(index).txt")].lastFailure == nil)
            }
            #expect(try await pipeline.library.quarantinedDocuments().isEmpty)
            for (name, content) in expected { versions[name, default: []].append(content) }
            try await LibraryGuarantees.check(pipeline, versions: versions)
        }
        // No document more than twice in a run, and once more where a connection had to be given up.
        #expect(server.requests.count <= 2 * 3 * 12)
    }
}
