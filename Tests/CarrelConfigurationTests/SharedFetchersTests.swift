import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import CarrelConfiguration

struct SharedFetchersTests {
    private let files: ProfileFolder
    private let fetchers = SharedFetchers()

    init() throws { files = try ProfileFolder() }

    /// The fetcher of a catalogue with some settings.
    private func fetcher(_ settings: [(String, String)] = [], in folder: String? = nil) throws
        -> ScriptedFetcher
    {
        let configuration = try files.load(set: settings)
        let fetcher = try fetchers.fetcher(
            for: configuration[.download], in: folder.map { URL(filePath: $0) }
        ) { () throws(ConfigurationError) in ScriptedFetcher() }
        return try #require(fetcher as? ScriptedFetcher)
    }

    @Test func `catalogues with the same settings for downloads share a fetcher`() throws {
        let first = try fetcher([("download.stall-timeout", "7s")])
        // What else is set does not matter.
        let second = try fetcher([("download.stall-timeout", "7s"), ("plan.use", "missing-only")])
        #expect(first === second)
    }

    @Test(arguments: [
        ("download.stall-timeout", "7s"), ("download.max-size", "1 MiB"),
        ("download.hosts.example.org.token", "env:TOKEN"),
    ])
    func `another value, also of credentials, means another fetcher`(key: String, value: String) throws {
        #expect(try fetcher() !== fetcher([(key, value)]))
        #expect(try fetcher([(key, value)]) === fetcher([(key, value)]))
    }

    @Test func `each library has fetchers of its own`() throws {
        #expect(try fetcher(in: "/one") !== fetcher(in: "/two"))
    }
}
