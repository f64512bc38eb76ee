import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import LegacyOfficePreviewing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct LegacyOfficePreviewerTests {
    private let word = MediaType.forFileExtension("doc") ?? .octetStream

    /// A container that holds a stream of a name, which says nothing.
    private func container(_ name: String) -> Data { TinyCompound.file([(name, Data(count: 16))]) }

    private func tools(_ tool: String, _ output: String, status: Int32 = 0, errors: String = "")
        -> ScriptedToolRunner
    {
        ScriptedToolRunner([
            tool: .output(ToolOutput(output: Data(output.utf8), status: status, errorText: errors))
        ])
    }

    @Test func `documents are read by catdoc, without what computes their fields`() async throws {
        let runner = tools(
            "catdoc", "Tides\n\nSee  HYPERLINK \"http://a.example/\" the table .\n PAGE  \\* MERGEFORMAT 3\n")
        let preview = try await preview(
            container("WordDocument"), as: word, with: LegacyOfficePreviewer(tools: runner))
        #expect(preview.text == "Tides\n\nSee the table .\n\n3" && preview.pageMarks.isEmpty)
        let invocation = try #require(runner.invocations.first)
        #expect(
            invocation.arguments.prefix(5) == ["-s", "cp1252", "-d", "utf-8", "-w"]
                && invocation.reads?.count == 1)
    }

    @Test func `presentations are read slide by slide`() async throws {
        let runner = tools("catppt", "Tides\nMoon\n\u{0C}Springs\n\u{0C}")
        let preview = try await preview(
            container("PowerPoint Document"), as: word, with: LegacyOfficePreviewer(tools: runner))
        #expect(preview.text == "## Slide 1\n\nTides\n\nMoon\n\n## Slide 2\n\nSprings")
        #expect(preview.pages == 2 && preview.pageMarks.map(\.page) == [1, 2])
    }

    @Test func `without catdoc the error says what to install`() async {
        let error = await previewError(
            container("WordDocument"), as: word, with: LegacyOfficePreviewer(tools: ScriptedToolRunner([:])))
        #expect(error?.code == .toolMissing && error?.remedy == "Install catdoc: apt-get install catdoc")
    }

    @Test func `locked, damaged and other files are called what they are`() async {
        let locked = tools("catdoc", "", status: 69, errors: "File is encrypted")
        #expect(
            await previewError(
                container("WordDocument"), as: word, with: LegacyOfficePreviewer(tools: locked))?.code
                == .encrypted)
        let damaged = tools("catdoc", "", status: 1)
        let error = await previewError(
            container("WordDocument"), as: word, with: LegacyOfficePreviewer(tools: damaged))
        #expect(
            error?.code == .malformed && error?.reason == "the document is damaged: catdoc cannot read it")
        let other = await previewError(
            Data("words".utf8), as: word, with: LegacyOfficePreviewer(tools: damaged))
        #expect(other?.reason == "the file is not a document of Office 97 to 2003")
    }

    @Test func `documents of Word 97 are read without a program`() async throws {
        let text =
            Array("Tides turn".utf8) + [0x13] + Array(" HYPERLINK x ".utf8) + [0x14] + Array("there".utf8)
            + [0x15, 0x0D, 0x93] + Array("So".utf8) + [0x94, 0x05, 0x0D]
        let comment = [0x05] + Array("Do they?".utf8) + [0x0D]
        let document = TinyCompound.word(text + comment, comments: comment.count)
        let preview = try await preview(
            document, as: word, with: LegacyOfficePreviewer(tools: ScriptedToolRunner([:])))
        #expect(preview.text == "Tides turnthere\n\n“So”\n\n> Comment: Do they?")
        #expect(preview.form == .markdown && !preview.isTruncated)
    }

    @Test(arguments: [0x083C, 0x0800] as [UInt16])
    func `text of Word 97 that is hidden or was deleted is left out`(code: UInt16) async throws {
        let text = Array("Tides never\rturn\r".utf8)
        let preview = try await preview(
            TinyCompound.word(text, format: (6..<13, code)), as: word,
            with: LegacyOfficePreviewer(tools: ScriptedToolRunner([:])))
        #expect(preview.text == "Tides\n\nurn")
    }

    @Test(arguments: [
        (" EQ \\o(a,x)", "x"), ("  EQ \\s(b,\\o\\al(c,y)) ", ""), (" EQ \\o\\ac(c,y) ", "y"),
        (" EQ (a,x)", ""), (" PAGE \\o(a,x)", ""), (" EQ \\o(a,(x)", ""),
    ])
    func `a sign that a field of Word 97 sets above another one is shown`(field: String, shown: String)
        async throws
    {
        let text = Array("a ".utf8) + [0x13] + Array(field.utf8) + [0x15] + Array(" z\r".utf8)
        let preview = try await preview(
            TinyCompound.word(text), as: word, with: LegacyOfficePreviewer(tools: ScriptedToolRunner([:])))
        #expect(preview.text == (shown.isEmpty ? "a z" : "a \(shown) z"))
    }

    @Test func `a document says who wrote it and when, in its own letters`() async throws {
        func text(_ bytes: [UInt8]) -> Data { TinyCompound.bytes(UInt32(bytes.count)) + Data(bytes) }
        let title: [UInt8] = [0xCF, 0xF0, 0xE8, 0xEB, 0xE8, 0xE2, 0x2C, 0x20, 0x41, 0x3A, 0x20, 0x78, 0]
        let author = Array("Jörg\0".utf16)
        let summary = TinyCompound.properties([
            (1, 2, TinyCompound.bytes(UInt16(1251))), (2, 30, text(title)),
            (
                4, 31,
                author.reduce(TinyCompound.bytes(UInt32(author.count))) { $0 + TinyCompound.bytes($1) }
            ),
            (12, 64, TinyCompound.bytes(UInt64(133_590_384_030_000_000))), (13, 64, Data(count: 8)),
            (14, 3, TinyCompound.bytes(UInt32(7))), (15, 3, TinyCompound.bytes(UInt32(0))),
            (18, 30, TinyCompound.bytes(UInt32.max)),
        ])
        let more = TinyCompound.properties([(15, 30, text(Array("Press".utf8)))])
        var streams = TinyCompound.wordStreams(Array("Tides\r".utf8))
        streams.append((name: "\u{5}SummaryInformation", data: summary))
        streams.append((name: "\u{5}DocumentSummaryInformation", data: more))
        let preview = try await preview(
            TinyCompound.file(streams), as: word, with: LegacyOfficePreviewer(tools: ScriptedToolRunner([:])))
        #expect(preview.title == "Прилив, A: x" && preview.pages == 7)
        #expect(
            preview.metadata == ["author": "Jörg", "created": "2024-05-01T12:00:03Z", "company": "Press"])
    }

    @Test func `a document within another one is not taken for it`() async throws {
        let document = TinyCompound.file(
            TinyCompound.wordStreams(Array("Outer\r".utf8)),
            embedding: TinyCompound.wordStreams(Array("Inner\r".utf8)))
        let text = try await preview(
            document, as: word, with: LegacyOfficePreviewer(tools: ScriptedToolRunner([:])))
        #expect(text.text == "Outer")
        let workbook = TinyCompound.file(
            [("Workbook", TinyWorkbook.stream([("A", TinyWorkbook.label(0, 0, "Cell"))]))],
            embedding: TinyCompound.wordStreams(Array("Inner\r".utf8)))
        let sheet = try await preview(
            workbook, as: word, with: LegacyOfficePreviewer(tools: ScriptedToolRunner([:])))
        #expect(sheet.text.contains("Cell") && !sheet.text.contains("Inner"))
    }

    @Test func `a table of sectors that leads to itself is read once`() async throws {
        var loop = TinyWorkbook.file([("A", TinyWorkbook.label(0, 0, "Cell"))])
        // The first sector of further parts of the table is the third, whose last number is its own.
        loop.replaceSubrange(0x44..<0x48, with: TinyCompound.bytes(UInt32(2)))
        loop.replaceSubrange(512 * 4 - 4..<512 * 4, with: TinyCompound.bytes(UInt32(2)))
        let preview = try await preview(
            loop, as: word, with: LegacyOfficePreviewer(tools: ScriptedToolRunner([:])))
        #expect(preview.text.contains("Cell"))
    }

    @Test func `slides of PowerPoint 97 are read without a program`() async throws {
        let slides = TinyCompound.slides(title: "Tides", box: "The moon\rpulls")
        let preview = try await preview(
            slides, as: word, with: LegacyOfficePreviewer(tools: ScriptedToolRunner([:])))
        #expect(preview.text == "## Tides\n\n- The moon\n- pulls" && preview.pages == 1)
    }

    @Test func `a text that many boxes name is shown once, and no record reaches beyond the one around it`()
        async throws
    {
        var slides = TinyCompound.slides(title: "Tides", titleBoxes: 500, box: "The moon")
        let mark = TinyCompound.bytes(UInt16(0)) + TinyCompound.bytes(UInt16(0x0FA0))
        let place = try #require(slides.firstRange(of: mark)).upperBound
        slides.replaceSubrange(place..<(place + 4), with: TinyCompound.bytes(UInt32(60_000)))
        let preview = try await preview(
            slides, as: word, with: LegacyOfficePreviewer(tools: ScriptedToolRunner([:])))
        #expect(preview.text == "## Tides\n\n- The moon" && preview.pages == 1)
    }

    @Test func `a presentation that takes longer than it may gives an error`() async {
        let error = await previewError(
            TinyCompound.slides(title: "Tides", box: "The moon"), as: word,
            with: LegacyOfficePreviewer(tools: ScriptedToolRunner([:])),
            limits: PreviewLimits(timeout: .zero))
        #expect(error?.code == .timedOut)
    }

    @Test func `a document of Word 97 that is locked says so`() async {
        let locked = TinyCompound.word(Array("x".utf8), isLocked: true)
        let error = await previewError(
            locked, as: word, with: LegacyOfficePreviewer(tools: ScriptedToolRunner([:])))
        #expect(error?.code == .encrypted)
    }
}
