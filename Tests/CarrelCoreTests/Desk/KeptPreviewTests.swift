import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import SQLiteKeeping
import Testing

/// Fails, but for a single page of what is too much as a whole.
private struct FailingPreviewer: Previewer {
    let code: PreviewError.Code
    let asked = Locked(0)

    func preview(_ document: PreviewDocument, limits: PreviewLimits) async throws(PreviewError) -> Preview {
        asked.withLock { $0 += 1 }
        guard limits.pages == nil else { return Preview(text: "a page", mediaType: document.mediaType) }
        throw PreviewError(code, file: document.file, reason: "it is \(code)", remedy: "Download it again")
    }
}

/// Shows as many bytes as it may of a text that is longer, the last one being its end.
private struct EndsPreviewer: Previewer {
    func preview(_ document: PreviewDocument, limits: PreviewLimits) async throws(PreviewError) -> Preview {
        let text = String(repeating: "a", count: limits.maxText - 1) + "z"
        return Preview(text: text, isTruncated: true, mediaType: document.mediaType)
    }
}

/// Previews that are kept, and those that cannot be made.
@Suite(.timeLimit(.minutes(1))) struct KeptPreviewTests {
    private func made(_ previewer: any Previewer) async throws -> (desk: Desk, key: ItemKey) {
        let harness = try PipelineHarness("= C1\nA | http://x.example/a")
        harness.fetcher.on("http://x.example/a", .text("text"))
        let stage = PreviewStage(detector: TextDetector(), limits: PreviewLimits()) {
            (_: MediaType) throws(ConfigurationError) in ("failing", "1", previewer)
        }
        let (library, keeper) = (harness.library, MemoryKeeper())
        let index = IndexParts(IndexSettings()) { (replacing: Bool) async throws(StoreError) in
            try await keeper.openIndex(.none, replacing: replacing)
        }
        let desk = Desk(
            Desk.Parts(harness.pipeline, previews: stage, index: index) { _ throws(StoreError) in library })
        _ = try await desk.sync()
        return (desk, harness.key("http://x.example/a"))
    }

    @Test(arguments: [PreviewError.Code.malformed, .encrypted, .toolMissing, .timedOut])
    func `a preview that cannot be made is tried once, and the error is its own`(
        code: PreviewError.Code
    ) async throws {
        let previewer = FailingPreviewer(code: code)
        let (desk, key) = try await made(previewer)
        let error = await #expect(throws: PreviewError.self) { try await desk.preview(key) }
        #expect(error?.code == code && error?.remedy == "Download it again")
        #expect(previewer.asked.value == 1)
    }

    @Test func `a page of what is too much as a whole is tried by itself`() async throws {
        let previewer = FailingPreviewer(code: .timedOut)
        let (desk, key) = try await made(previewer)
        let page = try await desk.preview(key, PreviewWish(pages: 2...2))
        #expect(page.preview.text == "a page" && previewer.asked.value == 2)
    }

    @Test func `less of a long text than is kept has its end, too`() async throws {
        let (desk, key) = try await made(EndsPreviewer())
        #expect(try await desk.preview(key, PreviewWish(maxText: 5)).preview.text == "aaaaz")
    }
}
