import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Draws the page's number and the size.
private struct DrawingPreviewer: Previewer, Thumbnailer {
    func preview(_ document: PreviewDocument, limits: PreviewLimits) async throws(PreviewError) -> Preview {
        Preview(text: "", mediaType: document.mediaType)
    }

    func thumbnail(
        of document: PreviewDocument, _ request: ThumbnailRequest, limits: PreviewLimits
    ) async throws(PreviewError) -> Data {
        Data("\(request.page) at \(request.size)".utf8)
    }
}

/// Pictures of documents.
@Suite(.timeLimit(.minutes(1))) struct ThumbnailFileTests {
    private func stage(_ previewer: any Previewer) -> PreviewStage {
        PreviewStage(detector: TextDetector(), limits: PreviewLimits()) {
            (_: MediaType) throws(ConfigurationError) in ("drawing", "1", previewer)
        }
    }

    @Test func `a picture is as it was asked for, and documents that nothing draws are said`() async throws {
        let folder = try TemporaryFolder()
        let document = folder.url.appending(path: "a.txt")
        try Data("text".utf8).write(to: document)
        func draw(with previewer: any Previewer) async throws -> Data {
            try await stage(previewer).thumbnail(
                of: document, name: "a.txt", declared: nil, ThumbnailRequest(size: 64, page: 2))
        }
        #expect(try await draw(with: DrawingPreviewer()) == Data("2 at 64".utf8))
        let undrawn = await #expect(throws: PreviewError.self) {
            try await draw(with: FirstLinePreviewer())
        }
        #expect(undrawn?.code == .unsupported)
    }

    @Test func `content has another name after somebody wrote into it, and after it was repaired`()
        async throws
    {
        let url = "http://x.example/a.txt"
        let made = try DeskHarness("= C1\nA | \(url)")
        made.harness.fetcher.on(url, .text("text"))
        let key = made.harness.key(url)
        #expect(try await made.desk.contentName(of: key) == nil)
        _ = try await made.desk.sync()
        let stored = try #require(try await made.desk.contentName(of: key))
        #expect(try await made.desk.contentName(of: key) == stored)
        let document = try #require(try await made.harness.library.document(of: key))
        made.harness.store.edit(document.name, content: Array("TEXT".utf8))
        let edited = try #require(try await made.desk.contentName(of: key))
        made.harness.store.edit(document.name, content: Array("text".utf8))
        let repaired = try #require(try await made.desk.contentName(of: key))
        #expect(Set([stored, edited, repaired]).count == 3, "\(stored), \(edited), \(repaired)")
    }

    @Test func `a document whose file somebody exchanged for another one is shown with its own content`()
        async throws
    {
        let urls = ["http://x.example/a.txt", "http://x.example/b.txt"]
        let made = try DeskHarness("= C1\nA | \(urls[0])\nB | \(urls[1])", previews: .ofFirstLines)
        for url in urls { made.harness.fetcher.on(url, .text("text of \(url)")) }
        _ = try await made.desk.sync()
        let keys = urls.map { made.harness.key($0) }
        for (key, url) in zip(keys, urls.reversed()) {
            let document = try #require(try await made.harness.library.document(of: key))
            made.harness.store.edit(document.name, content: Array("text of \(url)".utf8))
        }
        for (key, url) in zip(keys, urls) {
            #expect(try await made.desk.preview(key).preview.text == "text of \(url)")
            #expect(try await made.desk.versions(of: key).map(\.isEdited) == [false])
        }
    }

    @Test func `a document whose file somebody renamed is drawn, too`() async throws {
        let url = "http://x.example/a.txt"
        let made = try DeskHarness("= C1\nA | \(url)", previews: stage(DrawingPreviewer()))
        made.harness.fetcher.on(url, .text("text"))
        _ = try await made.desk.sync()
        let (store, key) = (made.harness.store, made.harness.key(url))
        let document = try #require(try await made.harness.library.document(of: key))
        store.edit("renamed.txt", content: Array("text".utf8))
        #expect(store.remove(documentNamed: document.name, holding: document.digest))
        let picture = try await made.desk.thumbnail(of: key, ThumbnailRequest(size: 64, page: 2))
        #expect(picture == Data("2 at 64".utf8))
    }
}
