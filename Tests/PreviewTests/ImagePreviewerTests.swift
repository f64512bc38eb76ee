import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import ImagePreviewing
import Testing

private let png = MediaType("image/png") ?? .octetStream

@Suite(.timeLimit(.minutes(1)))
struct ImagePreviewerTests {
    private let red = Picture.Colour(red: 255, green: 0, blue: 0)
    private let limits = PreviewLimits(timeout: .seconds(7), picture: PictureSize(width: 80, height: 40))

    private func answer(_ text: String, status: Int32 = 0) -> ScriptedToolRunner.Answer {
        .output(ToolOutput(output: Data(text.utf8), status: status))
    }

    private func text(_ answer: ScriptedToolRunner.Answer?) async throws -> String {
        let tools = ScriptedToolRunner(answer.map { ["chafa": $0] } ?? [:])
        let preview = try await preview(
            TinyPictures.png, as: png, with: ImagePreviewer(tools: tools), limits: limits)
        #expect(preview.metadata["width"] == "6" && preview.picture == nil)
        return preview.text
    }

    @Test
    func `kind, dimensions and size are told without running anything`() async throws {
        let tools = ScriptedToolRunner([:])
        let preview = try await preview(TinyPictures.png, as: png, with: ImagePreviewer(tools: tools))
        #expect(preview.text == "PNG, 6 × 4 pixels\n87 B")
        #expect(preview.summary == "PNG, 6 × 4 pixels")
        #expect(preview.metadata == ["width": "6", "height": "4", "bytes": "87"])
        #expect(preview.withoutFactsInText.text.isEmpty)
        #expect(preview.mediaType == png && preview.picture == nil && !preview.isTruncated)
        #expect(tools.invocations.isEmpty)
    }

    @Test(arguments: [(TinyPictures.png, 12), (TinyPictures.jpeg, 2)])
    func `a picture whose end is missing is said to be incomplete`(data: Data, end: Int) async throws {
        let previewer = ImagePreviewer(tools: ScriptedToolRunner([:]))
        let cut = try await preview(data.dropLast(end), as: png, with: previewer)
        #expect(cut.metadata["width"] == "6")
        #expect(cut.notes == ["The picture is incomplete: its end is missing. Download it again"])
        // Some cameras put a film behind it.
        let long = try await preview(data + Data(count: 100_000), as: png, with: previewer)
        #expect(long.metadata["width"] == "6" && long.notes.isEmpty)
    }

    @Test(arguments: [[0xFF], [0xFF, 0xFF], [0xFF, 0xD8]] as [[UInt8]])
    func `a picture is not incomplete for what stands between its segments`(bytes: [UInt8]) async throws {
        let data = TinyPictures.jpeg.prefix(2) + Data(bytes) + TinyPictures.jpeg.dropFirst(2)
        let previewer = ImagePreviewer(tools: ScriptedToolRunner([:]))
        let shown = try await preview(data, as: png, with: previewer)
        #expect(shown.text.hasPrefix("JPEG") && shown.notes.isEmpty)
    }

    @Test func `of a picture that begins nowhere within reason nobody tells whether its end is missing`()
        async throws
    {
        let fill = Data(repeating: 0xFF, count: 20_000)
        let data = TinyPictures.jpeg.prefix(2) + fill + TinyPictures.jpeg.dropFirst(2).dropLast(2)
        let shown = try await preview(data, as: png, with: ImagePreviewer(tools: ScriptedToolRunner([:])))
        #expect(shown.notes.isEmpty)
    }

    @Test
    func `a picture that is asked for is drawn, not enlarged, within limits`() async throws {
        let tools = ScriptedToolRunner(["chafa": answer("\u{1B}[38;2;255;0;0m▀\u{1B}[0m\n")])
        let preview = try await preview(
            TinyPictures.png, as: png, with: ImagePreviewer(tools: tools), limits: limits)
        #expect(preview.picture == Picture(pixels: [[red], [nil]]))
        #expect(preview.text == "PNG, 6 × 4 pixels\n87 B")
        let invocation = try #require(tools.invocations.first)
        // A small picture has no use for much.
        #expect(invocation.memoryLimit == 128 << 20 + 16 * 24)
        #expect(invocation.arguments.contains("--size=6x3"))
        #expect(invocation.arguments.suffix(2).first == "--")
        #expect(invocation.arguments.last?.hasPrefix("/") == true)
        #expect(invocation.timeout == .seconds(7))
        #expect(invocation.outputLimit < 10_000)
    }

    @Test
    func `a form that the terminal takes is asked for, and only that is taken`() async throws {
        var limits = limits
        (limits.picture, limits.pictureForm) = (PictureSize(width: 640, height: 480), .sixel)
        let tools = ScriptedToolRunner(["chafa": answer("\u{1B}P0;1;0q\"1;1;8;6#0;2;0;0;100#0!8~-\u{1B}\\")])
        let shown = try await preview(
            TinyPictures.png, as: png, with: ImagePreviewer(tools: tools), limits: limits)
        #expect(shown.graphic?.form == .sixel && shown.picture == nil)
        let arguments = try #require(tools.invocations.first).arguments
        #expect(arguments.starts(with: ["--format=sixels", "--font-ratio=1/1"]))
        #expect(arguments.contains("--size=1x1"))
        let hostile = ScriptedToolRunner(["chafa": answer("\u{1B}]0;title\u{07}")])
        let refused = try await preview(
            TinyPictures.png, as: png, with: ImagePreviewer(tools: hostile), limits: limits)
        #expect(refused.graphic == nil && refused.text.contains("Not drawn: chafa cannot read it"))
    }

    @Test
    func `without a drawing there are the dimensions, and why`() async throws {
        let known = "PNG, 6 × 4 pixels\n87 B\nNot drawn: "
        #expect(
            try await text(nil) == known + "the program chafa is not installed (apt-get install chafa)")
        #expect(
            try await text(.failure(.outOfMemory(tool: "chafa", limit: 1 << 30))) == known
                + "chafa needed more than 1.00 GiB of memory")
        let unread = known + "chafa cannot read it: it is damaged"
        #expect(try await text(answer("", status: 2)) == unread)
        #expect(try await text(answer("", status: 139)) == unread)
        #expect(try await text(answer("\u{1B}]0;owned\u{7}\n")) == unread)
        #expect(try await text(answer(String(repeating: " ", count: 100_000))) == unread)
        #expect(
            try await text(.failure(.timedOut(tool: "chafa", after: .seconds(7)))) == known
                + "it takes longer than 7s")
    }

    @Test
    func `a picture with too many pixels or bytes is not decoded`() async throws {
        let tools = ScriptedToolRunner([:])
        var context = PluginContext()
        context.tools = tools
        let huge = try await preview(
            TinyPictures.hugePNG, as: png, with: ImagePreviewer(tools: tools), limits: limits)
        #expect(huge.text.hasPrefix("PNG, 50000 × 50000 pixels\n"))
        #expect(huge.text.contains("Not drawn: more pixels than preview.image.max-pixels allows, 100000000"))
        let strict = try ImagePreviewer.plugin.make(Settings(["max-size": ByteCount(86)]), context)
        let long = try await preview(TinyPictures.png, as: png, with: strict, limits: limits)
        #expect(long.text.hasSuffix("Not drawn: larger than preview.image.max-size allows, 86 B"))
        #expect(tools.invocations.isEmpty)
    }

    @Test(arguments: ["just text", "%PDF-1.4\n", "GIF", ""])
    func `what is no picture is malformed, whatever it was said to be`(content: String) async {
        let previewer = ImagePreviewer(tools: ScriptedToolRunner([:]))
        let error = await previewError(Data(content.utf8), as: png, with: previewer, limits: limits)
        #expect(error?.code == .malformed)
        #expect(error?.remedy != nil)
    }

    @Test
    func `a picture is what its content is, whatever it was said to be`() async throws {
        let previewer = ImagePreviewer(tools: ScriptedToolRunner([:]))
        #expect(try await preview(TinyPictures.gif, as: png, with: previewer).text.hasPrefix("GIF, 6 × 4"))
    }

    @Test
    func `cancelling ends a running program at once`() async throws {
        let tools = ScriptedToolRunner(["chafa": .stall])
        let task = Task {
            await previewError(
                TinyPictures.png, as: png, with: ImagePreviewer(tools: tools), limits: limits)
        }
        while tools.invocations.isEmpty { await Task.yield() }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }
}

@Suite(.timeLimit(.minutes(2)), .enabled(if: TinyPictures.canBeDrawn, "needs chafa"))
struct ImageRealToolTests {
    private let previewer = ImagePreviewer(tools: ProcessToolRunner())
    private let limits = PreviewLimits(picture: PictureSize(width: 20, height: 20))

    @Test(arguments: [TinyPictures.png, TinyPictures.gif, TinyPictures.jpeg, TinyPictures.losslessWebP])
    func `a picture is drawn: red on the left, blue on the right`(data: Data) async throws {
        let drawn = try await preview(data, as: png, with: previewer, limits: limits)
        let picture = try #require(drawn.picture, "\(drawn.text)")
        #expect(picture.width == 6 && picture.height == 4)
        for row in picture.pixels {
            let (left, right) = (try #require(row.first ?? nil), try #require(row.last ?? nil))
            #expect(left.red > 200 && left.blue < 50)
            #expect(right.blue > 200 && right.red < 50)
        }
    }

    @Test
    func `every cover and photo of the samples is drawn`() async throws {
        let paths = try SampleData.paths("png", "jpg")
        #expect(paths.count == 17)
        for path in paths {
            let type = try #require(MediaType(path.hasSuffix("png") ? "image/png" : "image/jpeg"))
            let drawn = try await ImagePreviewer(tools: ProcessToolRunner()).preview(
                PreviewDocument(file: SampleData.file(path), mediaType: type), limits: limits)
            let colours = Set(try #require(drawn.picture, "\(path): \(drawn.text)").pixels.joined())
            #expect(colours.count > 5, "\(path)")
        }
    }

    @Test
    func `a picture that was cut is drawn, or has its dimensions and the reason`() async throws {
        for length in stride(from: 60, to: TinyPictures.png.count, by: 5) {
            let part = TinyPictures.png.prefix(length)
            let preview = try await preview(part, as: png, with: previewer, limits: limits)
            #expect(preview.text.hasPrefix("PNG, 6 × 4 pixels\n"))
            #expect((preview.picture == nil) == preview.text.contains("Not drawn: chafa cannot read it"))
        }
    }

    @Test
    func `a system without chafa shows the dimensions`() async throws {
        let folder = try TemporaryFolder()
        let tools = ProcessToolRunner(environment: ["PATH": folder.url.path])
        let preview = try await preview(
            TinyPictures.png, as: png, with: ImagePreviewer(tools: tools), limits: limits)
        #expect(
            preview.text.hasSuffix("Not drawn: the program chafa is not installed (apt-get install chafa)"))
    }
}
