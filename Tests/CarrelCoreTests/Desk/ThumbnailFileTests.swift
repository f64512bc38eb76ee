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

/// Pictures of documents, as files.
@Suite(.timeLimit(.minutes(1))) struct ThumbnailFileTests {
    private func stage(_ previewer: any Previewer) -> PreviewStage {
        PreviewStage(detector: TextDetector(), limits: PreviewLimits()) {
            (_: MediaType) throws(ConfigurationError) in ("drawing", "1", previewer)
        }
    }

    private func draw(_ document: URL, with previewer: any Previewer, to target: URL) async throws {
        let picture = try await stage(previewer).thumbnail(
            of: document, name: "a.txt", declared: nil, ThumbnailRequest(size: 64, page: 2))
        try PreviewStage.write(picture, to: target)
    }

    private func withFolder(_ body: (URL) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "carrel-pictures-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(folder)
    }

    @Test func `a picture takes the place of a file as a whole, and leaves nothing beside it`() async throws {
        try await withFolder { folder in
            let (document, target) = (folder.appending(path: "a.txt"), folder.appending(path: "a.png"))
            for file in [document, target] { try Data("old".utf8).write(to: file) }
            try await draw(document, with: DrawingPreviewer(), to: target)
            #expect(try Data(contentsOf: target) == Data("2 at 64".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
        }
    }

    @Test func `a folder that is missing, and documents that nothing draws, are said`() async throws {
        try await withFolder { folder in
            let document = folder.appending(path: "a.txt")
            try Data("text".utf8).write(to: document)
            let nowhere = folder.appending(path: "missing/a.png")
            let unwritten = await #expect(throws: PreviewError.self) {
                try await draw(document, with: DrawingPreviewer(), to: nowhere)
            }
            #expect(unwritten?.subject == nowhere.path)
            let undrawn = await #expect(throws: PreviewError.self) {
                try await draw(document, with: FirstLinePreviewer(), to: nowhere)
            }
            #expect(undrawn?.code == .unsupported)
        }
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
