import CarrelBasics
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import SourcePlugins

@Suite(.timeLimit(.minutes(1)))
struct SourceConformanceTests {
    private let server = AnsweringFetcher { _ in .init(200, [("ETag", "\"v1\"")], "[]") }
    private let missing = AnsweringFetcher { _ in .init(404) }
    private let viaProxy = ["proxy": "http://proxy.example/delay2.php", "url": catalogURL, "delay": "5s"]

    @Test(arguments: SourceConformance.checks)
    func `file keeps the sources' promises`(check: ConformanceCheck<any Source>) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("notes.json", "[]")
        try await check.run { FileSource(file: file) }
    }

    @Test(arguments: SourceConformance.failureChecks)
    func `file keeps the promises about failures`(check: ConformanceCheck<any Source>) async throws {
        try await check.run { FileSource(file: URL(filePath: "/nowhere/notes.json")) }
    }

    @Test(arguments: SourceConformance.checks)
    func `http keeps the sources' promises`(check: ConformanceCheck<any Source>) async throws {
        try await check.run { try HTTPSource.plugin.make(["url": catalogURL], .test(fetcher: server)) }
    }

    @Test(arguments: SourceConformance.failureChecks)
    func `http keeps the promises about failures`(check: ConformanceCheck<any Source>) async throws {
        try await check.run { try HTTPSource.plugin.make(["url": catalogURL], .test(fetcher: missing)) }
    }

    @Test(arguments: SourceConformance.checks)
    func `delay-proxy keeps the promises through a proxy`(check: ConformanceCheck<any Source>) async throws {
        try await check.run { try DelayProxySource.plugin.make(viaProxy, .test(fetcher: server)) }
    }

    @Test(arguments: SourceConformance.failureChecks)
    func `delay-proxy keeps the promises about failures`(check: ConformanceCheck<any Source>) async throws {
        try await check.run { try DelayProxySource.plugin.make(viaProxy, .test(fetcher: missing)) }
    }

    @Test(arguments: SourceConformance.checks)
    func `delay-proxy keeps the promises around a source`(check: ConformanceCheck<any Source>) async throws {
        let delay = RandomDelay(.zero ... .seconds(3))
        try await check.run {
            DelayProxySource(wrapping: FixedSource("[]"), delay: delay, clock: ManualClock(.autoAdvancing))
        }
    }

    @Test(arguments: SourceConformance.checks)
    func `webdav keeps the sources' promises`(check: ConformanceCheck<any Source>) async throws {
        let server = AnsweringFetcher { _ in .init(207, [("ETag", "\"v1\"")], "<multistatus xmlns='DAV:'/>") }
        try await check.run { try WebDAVSource.plugin.make(["url": catalogURL], .test(fetcher: server)) }
    }

    @Test(arguments: SourceConformance.failureChecks)
    func `webdav keeps the promises about failures`(check: ConformanceCheck<any Source>) async throws {
        try await check.run { try WebDAVSource.plugin.make(["url": catalogURL], .test(fetcher: missing)) }
    }

    @Test(arguments: SourceConformance.checks)
    func `stdin keeps the sources' promises`(check: ConformanceCheck<any Source>) async throws {
        try await check.run { try StdinSource.plugin.make([:], .test(input: "[]")) }
    }

    @Test(arguments: SourceConformance.checks)
    func `the fixed source keeps the sources' promises`(check: ConformanceCheck<any Source>) async throws {
        try await check.run { FixedSource("[]") }
    }
}
