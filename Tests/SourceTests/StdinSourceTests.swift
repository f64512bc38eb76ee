import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import SourcePlugins

@Suite(.timeLimit(.minutes(1)))
struct StdinSourceTests {
    @Test func `standard input is read once`() async throws {
        let source = try StdinSource.plugin.make([:], .test(input: "[1]"))
        #expect(try await source.text() == "[1]")
        #expect(source.location == "stdin:")
        #expect(await source.readingError()?.code == .exhausted)
    }

    @Test func `a configured location names the catalogue and is its base`() async throws {
        let source = try StdinSource.plugin.make(
            ["location": catalogURL, "media-type": "application/json"], .test(input: "[]"))
        let document = try #require(try await source.document())
        #expect(source.location == catalogURL)
        #expect(document.url.absoluteString == catalogURL)
        #expect(document.mediaType == MediaType("application/json"))
    }

    @Test func `only what nobody named may be any list`() async throws {
        let unnamed = try StdinSource.plugin.make([:], .test(input: "[]"))
        #expect(try await unnamed.document()?.isAnonymous == true)
        let named = try StdinSource.plugin.make(["location": "stdin:talks"], .test(input: "[]"))
        #expect(try await named.document()?.isAnonymous == false)
    }

    @Test(arguments: [
        ("http://catalog.example/notes.json", true), ("https://9.9.9.9/", true),
        ("ftp://catalog.example/notes.json", true), ("http://localhost:8000/", false),
        ("http://192.168.1.1/", false), ("file:///home/me/notes.json", false), ("stdin:", false),
    ])
    func `a catalogue is public where it is said to come from a public place`(
        location: String, isPublic: Bool
    ) async throws {
        let source = try StdinSource.plugin.make(["location": location], .test(input: "[]"))
        #expect(try await source.document()?.isPublic == isPublic)
    }

    @Test func `more than the limit is refused`() async throws {
        let source = try StdinSource.plugin.make(["max-size": "3"], .test(input: "1234"))
        #expect(await source.readingError()?.code == .tooLarge)
    }

    @Test func `cancelling does not wait for somebody to write`() async throws {
        let (started, begin) = AsyncStream.makeStream(of: Void.self)
        let url = try #require(URL(string: "stdin:"))
        let source = StdinSource(location: url, maxSize: 10, mediaType: nil) { _ in
            begin.yield()
            // Stands for a terminal at which nobody types.
            try await Task.sleep(for: .seconds(3600))
            return Data()
        }
        let task = Task { await source.readingError() }
        for await _ in started { break }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }
}
