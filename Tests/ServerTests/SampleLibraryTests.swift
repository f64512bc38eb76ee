import CarrelDelayProxy
import CarrelHTTP
import CarrelServer
import CarrelTesting
import CurlFetching
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct SampleLibraryTests {
    private let samples = SampleData.folder

    @Test func `every note of the handbook is served, and linked from the page of links`() async throws {
        let server = DelayProxyServer(configuration: .init(root: samples), fetcher: CurlFetcher())
        let client = RawClient(port: try server.start().port)
        let catalog = try await client.request("/handbook.json")
        #expect(catalog.fields["Content-Type"] == "application/json")
        let modules = try JSONDecoder().decode([Module].self, from: catalog.content)
        let urls = modules.flatMap(\.moduleNotes).flatMap(\.values)
        #expect(urls.contains(""))
        let page = try await client.request("/").text
        for url in urls where !url.isEmpty {
            #expect(page.contains("\"\(url)\""))
            let response = try await client.request("/\(url)")
            #expect(response.status == 200, "\(url)")
            #expect(!response.content.isEmpty)
            if url.hasSuffix(".pdf") { #expect(response.text.hasPrefix("%PDF-")) }
        }
        await server.stop()
    }

    private struct Module: Decodable {
        var moduleNotes: [[String: String]]
    }
}
