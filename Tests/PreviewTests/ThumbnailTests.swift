import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import ImagePreviewing
import PDFPreviewing
import Testing

/// Pictures of documents.
@Suite(.timeLimit(.minutes(1)))
struct ThumbnailTests {
    private static let hasVips = (try? TestProgram.run("vipsthumbnail", "--version")) != nil

    private func picture(
        _ thumbnailer: any Thumbnailer, _ data: Data, _ type: MediaType, _ request: ThumbnailRequest,
        name: String = "document"
    ) async throws -> Data {
        let folder = try TemporaryFolder()
        let file = try folder.write(name, data)
        return try await thumbnailer.thumbnail(
            of: PreviewDocument(file: file, mediaType: type), request, limits: PreviewLimits())
    }

    /// The dimensions in the head of a PNG file.
    private func size(_ data: Data) -> [Int] {
        [16, 20].map { start in data.dropFirst(start).prefix(4).reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test(.enabled(if: TinyPDF.canBeRead, "needs pdftoppm of poppler-utils"))
    func `a page of a PDF document is drawn within its size`() async throws {
        let document = TinyPDF.document(pages: ["Cells", "Genes"])
        let previewer = PDFTextPreviewer(tools: ProcessToolRunner())
        let first = try await picture(previewer, document, .pdf, ThumbnailRequest(size: 100))
        #expect(PNGFile.isWhole(first) && size(first).max() == 100, "\(size(first))")
        let second = try await picture(previewer, document, .pdf, ThumbnailRequest(size: 100, page: 2))
        #expect(PNGFile.isWhole(second) && second != first)
        let error = await #expect(throws: PreviewError.self) {
            try await picture(previewer, document, .pdf, ThumbnailRequest(page: 3))
        }
        #expect(error?.code == .malformed)
        #expect(error?.reason == "it has 2 pages, so there is no page 3")
    }

    @Test(
        .enabled(if: hasVips, "needs vipsthumbnail of libvips-tools"),
        arguments: ["a.png", "a[n=2],page=3.png"])
    func `a picture is made smaller, never larger, whatever its name`(name: String) async throws {
        let previewer = ImagePreviewer(tools: ProcessToolRunner())
        let type = try #require(MediaType("image/png"))
        let small = try await picture(
            previewer, TinyPictures.png, type, ThumbnailRequest(size: 512), name: name)
        #expect(PNGFile.isWhole(small) && size(small) == [6, 4])
        let error = await #expect(throws: PreviewError.self) {
            try await picture(previewer, Data("no picture".utf8), type, ThumbnailRequest(), name: name)
        }
        #expect(error?.code == .malformed)
    }

    @Test func `a picture with too many pixels is not decoded`() async throws {
        let tools = ScriptedToolRunner([:])
        let error = await #expect(throws: PreviewError.self) {
            try await picture(
                ImagePreviewer(tools: tools), TinyPictures.hugePNG, try #require(MediaType("image/png")),
                ThumbnailRequest())
        }
        #expect(
            error?.reason == "not drawn: more pixels than preview.image.max-pixels allows, 100000000")
        #expect(tools.invocations.isEmpty)
    }

    @Test func `a picture that is larger is given its size without a condition, which libvips takes too far`()
        async throws
    {
        let tools = ScriptedToolRunner(["vipsthumbnail": .output(ToolOutput(output: TinyPictures.png))])
        _ = try await picture(
            ImagePreviewer(tools: tools), TinyExif.jpeg2000, try #require(MediaType("image/jp2")),
            ThumbnailRequest(size: 100))
        #expect(tools.invocations.first?.arguments.contains("100x100") == true)
    }

    @Test func `programs run in a room of their own, and half a picture is none`() async throws {
        let type = try #require(MediaType("image/png"))
        let tools = ScriptedToolRunner([
            "vipsthumbnail": .output(ToolOutput(output: TinyPictures.png.dropLast(1)))
        ])
        let previewer = ImagePreviewer(tools: tools)
        await #expect(throws: PreviewError.self) {
            try await picture(previewer, TinyPictures.png, type, ThumbnailRequest(size: 1_000_000))
        }
        let invocation = try #require(tools.invocations.first)
        #expect(invocation.reads?.count == 1 && invocation.processes == 1)
        #expect(invocation.arguments.contains("6000x6000>"))
        let without = ImagePreviewer(tools: ScriptedToolRunner([:]))
        let error = await #expect(throws: PreviewError.self) {
            try await picture(without, TinyPictures.png, type, ThumbnailRequest())
        }
        #expect(error?.remedy == "Install libvips-tools: apt-get install libvips-tools")
    }

    @Test func `sizes and pages are taken to the nearest that make sense`() {
        #expect(ThumbnailRequest(size: 0, page: -3) == ThumbnailRequest(size: 16, page: 1))
    }
}
