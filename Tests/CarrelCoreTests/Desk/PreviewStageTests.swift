import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Shows no text of a document that it read in part, or fails.
private struct TextlessPreviewer: Previewer {
    var failure: PreviewError.Code?

    func preview(_ document: PreviewDocument, limits: PreviewLimits) async throws(PreviewError) -> Preview {
        if let failure { throw PreviewError(failure, file: document.file, reason: "no ZIP archive") }
        return Preview(text: "", isTruncated: true, mediaType: document.mediaType)
    }
}

/// What previews have in common, whoever makes them.
@Suite(.timeLimit(.minutes(1))) struct PreviewStageTests {
    private func show(
        _ content: String, with previewer: TextlessPreviewer?, _ wish: PreviewWish = PreviewWish()
    ) async throws -> Preview {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "a")
        try Data(content.utf8).write(to: file)
        let stage = PreviewStage(detector: TextDetector(), limits: PreviewLimits()) {
            (_: MediaType) throws(ConfigurationError) -> PreviewStage.Choice? in
            guard let previewer else { return nil }
            return ("textless", "1", previewer)
        }
        return try await stage.preview(file, name: "a", declared: nil, wish).preview
    }

    @Test func `a document that is read in part and without text is not said to have none`() async throws {
        let whole = try await show("x", with: TextlessPreviewer())
        #expect(whole.notes == ["Only a part of the document could be read, and that part holds no text"])
        let page = try await show("x", with: TextlessPreviewer(), PreviewWish(pages: 2...2))
        #expect(page.notes.isEmpty)
    }

    @Test(arguments: [PreviewError.Code.malformed, .unsupported, .toolMissing])
    func `an empty file is said to be empty, whatever its name promises`(code: PreviewError.Code) async {
        let previewer = code == .unsupported ? nil : TextlessPreviewer(failure: code)
        let empty = await #expect(throws: PreviewError.self) { try await show("", with: previewer) }
        #expect((empty?.reason == "the file is empty") == (code != .toolMissing))
        let other = await #expect(throws: PreviewError.self) { try await show("x", with: previewer) }
        #expect(other?.code == code)
    }

    @Test func `what a previewer of many types does not read has a remedy`() async {
        let previewer = TextlessPreviewer(failure: .unsupported)
        let error = await #expect(throws: PreviewError.self) { try await show("x", with: previewer) }
        #expect(error?.reason == "no ZIP archive" && error?.remedy == "Open it with another program")
    }
}
