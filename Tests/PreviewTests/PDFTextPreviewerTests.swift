import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import PDFPreviewing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct PDFTextPreviewerTests {
    private let sample = Data("%PDF-1.4".utf8)
    private let facts = ScriptedToolRunner.Answer.output(
        ToolOutput(
            output: Data(
                """
                Title:           Microsoft Word - 04-Handout.doc
                Author:          Jerry Cain
                CreationDate:    2008-08-21T16:34:41-07
                Pages:           8
                Page size:       612 x 792 pts (letter)

                """.utf8)))

    private func text(_ text: String) -> ScriptedToolRunner.Answer {
        .output(ToolOutput(output: Data(text.utf8)))
    }

    @Test
    func `title, pages, facts and text come from the two programs`() async throws {
        let tools = ScriptedToolRunner([
            "pdfinfo": facts, "pdftotext": text("One\n\n\u{0C}\n Two\u{7}\n\u{0C}"),
        ])
        let preview = try await preview(sample, as: .pdf, with: PDFTextPreviewer(tools: tools))
        #expect(preview.title == "04-Handout")
        #expect(preview.pages == 8)
        #expect(preview.text == "One\n\nTwo")
        #expect(preview.summary == "One Two")
        #expect(
            preview.metadata == [
                "author": "Jerry Cain", "created": "2008-08-21T16:34:41-07",
                "pageSize": "216 × 279 mm (letter)",
            ])
        #expect(preview.pageMarks == [.init(page: 1, offset: 0), .init(page: 2, offset: 5)])
        #expect(preview.notes.isEmpty)
        #expect(!preview.isTruncated)
    }

    @Test
    func `programs get an argument each, an absolute path and their limits`() async throws {
        let tools = ScriptedToolRunner(["pdfinfo": facts, "pdftotext": text("x")])
        let settings = Settings(["timeout": Duration.seconds(8), "max-pages": 5])
        var context = PluginContext()
        context.tools = tools
        let previewer = try PDFTextPreviewer.plugin.make(settings, context)
        let result = try await preview(sample, as: .pdf, with: previewer, limits: PreviewLimits(maxText: 100))
        #expect(result.isTruncated)
        for (pages, isTruncated) in [(2...6, false), (2...7, true), (4...80, false), (9...9, false)] {
            let limits = PreviewLimits(pages: pages)
            let part = try await preview(sample, as: .pdf, with: previewer, limits: limits)
            #expect(part.isTruncated == isTruncated)
        }
        let info = try #require(tools.invocations.first { $0.tool == "pdfinfo" })
        let text = try #require(tools.invocations.first { $0.tool == "pdftotext" })
        let path = try #require(info.arguments.last)
        #expect(path.hasPrefix("/"))
        #expect(info.arguments == ["-isodates", "-enc", "UTF-8", path])
        #expect(
            text.arguments == [
                "-layout", "-enc", "UTF-8", "-eol", "unix", "-f", "1", "-l", "5", path, "-",
            ])
        #expect(text.outputLimit < 10_000)
        for invocation in [info, text] {
            #expect(invocation.timeout == .seconds(8) && invocation.processes == 1)
            #expect(invocation.reads?.map(\.path) == [path])
        }
    }

    /// A document of many pages.
    private func long(_ count: Int) -> Data {
        TinyPDF.document(pages: (1...count).map { "This is page \($0)" })
    }

    /// Room for all of its text.
    private func limits(_ programs: Int, pages: ClosedRange<Int>? = nil) -> PreviewLimits {
        var limits = PreviewLimits(maxText: 8 << 20, pages: pages)
        limits.programs = programs
        return limits
    }

    @Test(.enabled(if: TinyPDF.canBeRead, "needs pdftotext of poppler-utils"), arguments: [nil, 3...90])
    func `a long document is the same whether one program reads it or several`(pages: ClosedRange<Int>?)
        async throws
    {
        let file = long(100)
        let previewer = PDFTextPreviewer(tools: ProcessToolRunner())
        var results: [Preview] = []
        for programs in [1, 2, 4, 16] {
            results.append(
                try await preview(file, as: .pdf, with: previewer, limits: limits(programs, pages: pages)))
        }
        #expect(results.allSatisfy { $0 == results[0] })
        #expect(results[0].text.contains("This is page 77") == true)
        #expect(results[0].pageMarks.count == (pages?.count ?? 100))
    }

    @Test func `a long document is divided among the programs that may run, and a short one is not`()
        async throws
    {
        for (count, programs, shares) in [(100, 2, 2), (100, 16, 4), (45, 4, 2), (30, 4, 1), (100, 1, 1)] {
            let file = long(count)
            let tools = ScriptedToolRunner(["pdfinfo": facts, "pdftotext": text("x\u{0C}")])
            _ = try await preview(
                file, as: .pdf, with: PDFTextPreviewer(tools: tools), limits: limits(programs))
            let ranges = tools.invocations.filter { $0.tool == "pdftotext" }
                .map { ($0.arguments[6], $0.arguments[8]) }
                .sorted { (Int($0.0) ?? 0) < (Int($1.0) ?? 0) }
            #expect(ranges.count == shares, "\(count) pages, \(programs) programs: \(ranges)")
            #expect(ranges.first?.0 == "1" && ranges.last?.1 == "1000")
            for (one, next) in zip(ranges, ranges.dropFirst()) {
                #expect(Int(one.1).map { $0 + 1 } == Int(next.0))
            }
        }
    }

    @Test func `what fails for one of several programs is tried by one, and told as that`() async throws {
        let file = long(100)
        let tools = ScriptedToolRunner([
            "pdfinfo": facts, "pdftotext": .failure(.timedOut(tool: "pdftotext", after: .seconds(1))),
        ])
        let error = await #expect(throws: PreviewError.self) {
            try await preview(file, as: .pdf, with: PDFTextPreviewer(tools: tools), limits: limits(2))
        }
        #expect(error?.code == .timedOut)
        let texts = tools.invocations.filter { $0.tool == "pdftotext" }
        #expect(texts.last?.arguments.prefix(9).suffix(4) == ["-f", "1", "-l", "1000"])
    }

    @Test
    func `only the pages that are asked for are read`() async throws {
        let tools = ScriptedToolRunner(["pdfinfo": facts, "pdftotext": text("third\u{0C}fourth\u{0C}")])
        let preview = try await preview(
            sample, as: .pdf, with: PDFTextPreviewer(tools: tools), limits: PreviewLimits(pages: 3...4))
        #expect(preview.pageMarks.map(\.page) == [3, 4] && !preview.isTruncated)
        let arguments = tools.invocations.first { $0.tool == "pdftotext" }?.arguments ?? []
        #expect(
            arguments[arguments.index(arguments.startIndex, offsetBy: 5)...].prefix(4) == [
                "-f", "3", "-l", "4",
            ])
    }

    @Test
    func `lines keep their layout, without the margin and without control characters`() async throws {
        let page =
            "\n\n      Name\u{1}Surname     Age\n      Ada\u{3}Lovelace      36\n\n\n\n        note   \n\u{0C}"
        let tools = ScriptedToolRunner(["pdfinfo": facts, "pdftotext": text(page)])
        let preview = try await preview(sample, as: .pdf, with: PDFTextPreviewer(tools: tools))
        #expect(preview.text == "Name Surname     Age\nAda Lovelace      36\n\n  note")
    }

    @Test(arguments: [
        ("", "", "Its pages hold no text: they may be scans. Look at them with another program"),
        (
            "cover\u{0C}\u{0C}", "",
            "Pages without text: 2 of 3. They may be scans: look at them with another program"
        ),
        (
            "x", "Syntax Error: Missing language pack for 'Adobe-Japan1' mapping\n",
            "Some of its text cannot be read without poppler-data: apt-get install poppler-data"
        ),
        (
            "x", "Syntax Error (10): Unknown filter 'JBIG3Decode'\n",
            "Parts of it are coded in a way that pdftotext cannot read"
        ),
    ])
    func `what the text lacks is said plainly`(words: String, complaint: String, note: String) async throws {
        let answer = ToolOutput(output: Data("\(words)\u{0C}".utf8), errorText: complaint)
        let tools = ScriptedToolRunner(["pdfinfo": facts, "pdftotext": .output(answer)])
        let preview = try await preview(sample, as: .pdf, with: PDFTextPreviewer(tools: tools))
        #expect(preview.notes == [note])
    }

    @Test func `the empty back of a letter is not called a scan`() async throws {
        let tools = ScriptedToolRunner(["pdfinfo": facts, "pdftotext": text("letter\u{0C}\u{0C}")])
        let preview = try await preview(sample, as: .pdf, with: PDFTextPreviewer(tools: tools))
        #expect(preview.text == "letter" && preview.notes.isEmpty)
    }

    @Test
    func `files that are attached are named, as they are not shown`() async throws {
        let tools = ScriptedToolRunner([
            "pdfinfo": facts, "pdftotext": text("words\u{0C}"),
            "pdfdetach": text("2 embedded files\n1: tides.csv\n2: Übung 1.pdf\n"),
        ])
        let file = sample + Data("9 0 obj << /Type /EmbeddedFile >>".utf8)
        let preview = try await preview(file, as: .pdf, with: PDFTextPreviewer(tools: tools))
        #expect(preview.notes == ["Attached to it, and not shown: tides.csv, Übung 1.pdf"])
        #expect(preview.metadata["attachments"] == "2")
    }

    @Test
    func `a document whose facts cannot be read gives its text`() async throws {
        let tools = ScriptedToolRunner([
            "pdfinfo": .output(ToolOutput(output: Data(), status: 1)), "pdftotext": text("words\u{0C}"),
        ])
        let preview = try await preview(sample, as: .pdf, with: PDFTextPreviewer(tools: tools))
        #expect(preview.text == "words" && preview.pages == nil)
    }

    @Test(arguments: [
        ("Microsoft Word - Document5", nil), ("Microsoft PowerPoint - memory.ppt", "memory"),
        ("Untitled", nil), ("PowerPoint Presentation", nil), ("PowerPoint-Präsentation", nil),
        ("Cells: an introduction", "Cells: an introduction"), ("untitled-1", nil),
    ])
    func `a title made up by a program is none`(title: String, expected: String?) async throws {
        let tools = ScriptedToolRunner(["pdfinfo": text("Title:   \(title)\n"), "pdftotext": text("x")])
        #expect(try await preview(sample, as: .pdf, with: PDFTextPreviewer(tools: tools)).title == expected)
    }

    @Test
    func `a text beyond the limit is cut there, although the program is killed`() async throws {
        let tools = ScriptedToolRunner([
            "pdfinfo": facts, "pdftotext": text(String(repeating: "é", count: 50_000)),
        ])
        let limits = PreviewLimits(maxText: 1001)
        let preview = try await preview(
            sample, as: .pdf, with: PDFTextPreviewer(tools: tools), limits: limits)
        #expect(preview.text.utf8.count == 1000)
        #expect(preview.isTruncated)
    }

    @Test(arguments: [
        (
            ToolOutput(output: Data(), status: 1, errorText: "Command Line Error: Incorrect password\n"),
            PreviewError.Code.encrypted, "the document is locked by a password"
        ),
        (
            ToolOutput(output: Data(), status: 1, errorText: "Syntax Error: Couldn't read xref table\n"),
            .malformed, "the PDF document is damaged: its end is missing"
        ),
        (
            ToolOutput(
                output: Data(), status: 99,
                errorText:
                    "Wrong page range given: the first page (1) can not be after the last page (0).\n"),
            .malformed, "the PDF document is damaged: its end is missing"
        ),
        (ToolOutput(output: Data(), status: 139, errorText: ""), .malformed, "pdftotext crashed on it"),
        (
            ToolOutput(
                output: Data(), status: 1,
                errorText: "Error: Unsupported version/revision (9/9) of Standard security"),
            .encrypted, "the document is encrypted in a way that pdftotext cannot undo"
        ),
        (
            ToolOutput(
                output: Data(), status: 3,
                errorText: "Permission Error: Copying of text from this document is not allowed.\n"),
            .encrypted, "its author does not allow its text to be copied"
        ),
    ])
    func `a program's failure is an error of its kind, with what to do`(
        output: ToolOutput, code: PreviewError.Code, reason: String
    ) async {
        let tools = ScriptedToolRunner(["pdfinfo": facts, "pdftotext": .output(output)])
        let error = await previewError(sample, as: .pdf, with: PDFTextPreviewer(tools: tools))
        #expect(error?.code == code && error?.reason == reason)
        #expect(error?.remedy != nil)
    }

    @Test
    func `without poppler the error says what to install`() async {
        let error = await previewError(
            sample, as: .pdf, with: PDFTextPreviewer(tools: ScriptedToolRunner([:])))
        #expect(error?.code == .toolMissing)
        #expect(error?.reason == "the program pdftotext is not installed")
        #expect(error?.remedy == "Install poppler-utils: apt-get install poppler-utils")
    }

    @Test
    func `a program that takes too long is an error that names the limit`() async {
        let failure = ToolError.timedOut(tool: "pdftotext", after: .seconds(15))
        let tools = ScriptedToolRunner(["pdfinfo": facts, "pdftotext": .failure(failure)])
        let error = await previewError(sample, as: .pdf, with: PDFTextPreviewer(tools: tools))
        #expect(error?.code == .timedOut)
        #expect(error?.reason == "pdftotext took longer than 15s")
    }

    @Test
    func `cancelling ends a running program at once`() async throws {
        let tools = ScriptedToolRunner(["pdfinfo": facts, "pdftotext": .stall])
        let task = Task { await previewError(sample, as: .pdf, with: PDFTextPreviewer(tools: tools)) }
        while tools.invocations.count < 2 { await Task.yield() }
        task.cancel()
        #expect(await task.value?.code == .cancelled)
    }
}

@Suite(.timeLimit(.minutes(2)), .enabled(if: TinyPDF.canBeRead, "needs pdftotext of poppler-utils"))
struct PDFTextRealToolTests {
    private let previewer = PDFTextPreviewer(tools: ProcessToolRunner())

    @Test
    func `a document is read with its facts`() async throws {
        let data = TinyPDF.document(pages: ["Cells divide.", "Genes do not."])
        let preview = try await preview(data, as: .pdf, with: previewer)
        #expect(preview.title == "A tiny document")
        #expect(preview.text == "Cells divide.\n\nGenes do not.")
        #expect(preview.pages == 2)
        #expect(preview.metadata["author"] == "Ada")
        #expect(preview.metadata["created"]?.hasPrefix("2012-01-31") == true)
    }

    @Test
    func `its table of contents is shown, with levels and pages`() async throws {
        let data = TinyPDF.document(
            pages: ["Cells divide.", "Genes do not."],
            outline: [("Cells", 0, 0), ("Walls", 1, 0), ("Genes", 0, 1)])
        let preview = try await preview(data, as: .pdf, with: previewer)
        #expect(preview.metadata["outline"] == "Cells · 1\n  Walls · 1\nGenes · 2")
    }

    @Test(arguments: [
        ("", "the file is empty"),
        ("%PDF-1.4\n1 0 obj\n<<", "the PDF document is damaged: its end is missing"),
    ])
    func `what is wrong with a broken document is said`(content: String, reason: String) async {
        let error = await previewError(Data(content.utf8), as: .pdf, with: previewer)
        #expect(error?.code == .malformed && error?.reason == reason)
    }

    @Test
    func `what is no PDF document is malformed`() async {
        let error = await previewError(Data("just text".utf8), as: .pdf, with: previewer)
        #expect(error?.code == .malformed)
        #expect(error?.remedy == "Download it again")
    }

    @Test
    func `all documents of the samples are read`() async throws {
        let paths = try SampleData.paths("pdf")
        #expect(paths.count == 5)
        for path in paths {
            let document = PreviewDocument(file: SampleData.file(path), mediaType: .pdf)
            let preview = try await previewer.preview(document, limits: PreviewLimits(maxText: 20_000))
            #expect((preview.pages ?? 0) > 0, "\(path)")
            #expect(preview.text.contains(preview.title ?? "a title"), "\(path)")
            #expect(preview.text == preview.text.terminalSafe, "\(path)")
        }
    }

    @Test(.enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
    func `all real course documents are read`() async throws {
        let folder = RealData.file("coursepage/cs107")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".pdf")
        }
        #expect(names.count == 53)
        for name in names.sorted() {
            let document = PreviewDocument(file: folder.appending(path: name), mediaType: .pdf)
            let preview = try await previewer.preview(document, limits: PreviewLimits(maxText: 20_000))
            #expect((preview.pages ?? 0) > 0, "\(name)")
            #expect(!preview.text.isEmpty, "\(name)")
            #expect(preview.text == preview.text.terminalSafe, "\(name)")
        }
    }
}
