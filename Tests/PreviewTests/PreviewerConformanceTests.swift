import ArchivePreviewing
import BookPreviewing
import CarrelBasics
import CarrelHTTP
import CarrelStages
import CarrelTesting
import CommandPreviewing
import Foundation
import HTMLSummaryPreviewing
import ImagePreviewing
import LegacyOfficePreviewing
import MediaPreviewing
import OfficePreviewing
import PDFPreviewing
import PreviewPlugins
import RTFPreviewing
import Testing

@Suite(.timeLimit(.minutes(2)))
struct PreviewerConformanceTests {
    @Test(arguments: PreviewerConformance.checks)
    func `plain-text keeps the previewers' promises`(check: ConformanceCheck<PreviewerSubject>) async throws {
        try await check.run(
            PlainTextPreviewer(), .plainText, Data("Cells and génes 👩🏽‍🔬\n\u{1B}[31mred\u{7}\n".utf8),
            word: "génes")
    }

    @Test(arguments: PreviewerConformance.checks)
    func `html-summary keeps the previewers' promises`(check: ConformanceCheck<PreviewerSubject>) async throws
    {
        let page = """
            <html><head><title>Cells&#7;</title><meta name=author content="Ada &#27;[31m"></head><body>
            <h1>Génes 👩🏽‍🔬</h1><ul><li>one<li>two</ul><table><tr><td>a<td>b</table><p>&#x202E;text</body></html>
            """
        try await check.run(HTMLSummaryPreviewer(), .html, Data(page.utf8), word: "Génes")
    }

    @Test(
        .enabled(if: TinyPDF.canBeRead, "needs pdftotext of poppler-utils"),
        arguments: PreviewerConformance.checks)
    func `pdf-text keeps the previewers' promises`(check: ConformanceCheck<PreviewerSubject>) async throws {
        try await check.run(
            PDFTextPreviewer(tools: ProcessToolRunner()), .pdf,
            TinyPDF.document(pages: ["Cells", "Genes and proteins"]), word: "Genes", trials: 30)
    }

    @Test(
        .enabled(if: TinyPictures.canBeDrawn, "needs chafa"),
        arguments: PreviewerConformance.checks)
    func `image keeps the previewers' promises`(check: ConformanceCheck<PreviewerSubject>) async throws {
        try await check.run(
            ImagePreviewer(tools: ProcessToolRunner()), MediaType("image/png"), TinyPictures.png,
            word: "6 × 4 pixels", trials: 30)
    }

    @Test(
        .enabled(if: TinyZip.canBeRead, "needs bsdtar of libarchive-tools"),
        arguments: PreviewerConformance.checks)
    func `office keeps the previewers' promises`(check: ConformanceCheck<PreviewerSubject>) async throws {
        let sample = TinyOffice.word(
            TinyOffice.paragraph("Cells", "<w:outlineLvl w:val=\"0\"/>")
                + TinyOffice.paragraph("Génes &#x202E; and proteins"), others: TinyOffice.facts)
        try await check.run(
            OfficePreviewer(tools: ProcessToolRunner()),
            MediaType("application/vnd.openxmlformats-officedocument.wordprocessingml.document"), sample,
            word: "Génes", trials: 30)
    }

    @Test(
        .enabled(if: TinyZip.canBeRead, "needs bsdtar of libarchive-tools"),
        arguments: PreviewerConformance.checks)
    func `book keeps the previewers' promises`(check: ConformanceCheck<PreviewerSubject>) async throws {
        let sample = TinyBooks.epub([("one", "<h1>Cells&#7;</h1><p>Génes &#x202E; and proteins</p>")])
        try await check.run(
            BookPreviewer(tools: ProcessToolRunner()), MediaType.forFileExtension("epub"), sample,
            word: "Génes", trials: 30)
    }

    @Test(arguments: PreviewerConformance.checks)
    func `rtf keeps the previewers' promises`(check: ConformanceCheck<PreviewerSubject>) async throws {
        let sample = Data(
            "{\\rtf1\\ansi{\\info{\\title \\'07Cells}} G\\'e9nes \\u8238 ?\\par and proteins}".utf8)
        try await check.run(RTFPreviewer(), MediaType.forFileExtension("rtf"), sample, word: "Génes")
    }

    @Test(arguments: PreviewerConformance.checks)
    func `legacy-office keeps the previewers' promises`(check: ConformanceCheck<PreviewerSubject>)
        async throws
    {
        let sample = TinyCompound.word(
            Array("Cells".utf8) + [0x0D, 0x47, 0xE9] + Array("nes and proteins".utf8) + [0x0D])
        // What is too damaged to be read goes to catdoc.
        let tools = ScriptedToolRunner(["catdoc": .output(ToolOutput(output: Data(), status: 1))])
        try await check.run(
            LegacyOfficePreviewer(tools: tools), MediaType.forFileExtension("doc"), sample, word: "Génes")
    }

    @Test(arguments: PreviewerConformance.checks)
    func `legacy-office keeps the previewers' promises with workbooks`(
        check: ConformanceCheck<PreviewerSubject>
    ) async throws {
        let cells =
            TinyWorkbook.label(0, 0, "Cells\u{7}") + TinyWorkbook.label(1, 0, "Génes \u{202E} and proteins")
        let sample = TinyWorkbook.file([("A", cells)], globals: TinyWorkbook.styles("dd.mm.yyyy"))
        try await check.run(
            LegacyOfficePreviewer(tools: ScriptedToolRunner([:])), MediaType.forFileExtension("xls"), sample,
            word: "Génes")
    }

    @Test(arguments: PreviewerConformance.checks)
    func `command keeps the previewers' promises`(check: ConformanceCheck<PreviewerSubject>) async throws {
        try await check.run(
            try CommandProgram.script("test -s \"$1\" && cat \"$1\""), MediaType("application/dicom"),
            Data("Cells and génes\n\u{1B}[31mred\u{7}\n".utf8), word: "génes", trials: 12)
    }

    @Test(arguments: PreviewerConformance.checks)
    func `command keeps the previewers' promises with answers in JSON`(
        check: ConformanceCheck<PreviewerSubject>
    ) async throws {
        let sample =
            #"{"title": "Cells", "text": "Cells and génes\u0007", "metadata": {"a": "b"}, "notes": ["c"]}"#
        try await check.run(
            try CommandProgram.previewer(["cat"], ["output": .string("json")]),
            MediaType("application/dicom"), Data(sample.utf8), word: "génes", trials: 12)
    }

    @Test(
        .enabled(if: SampleArchive.canBeRead, "needs bsdtar of libarchive-tools"),
        arguments: PreviewerConformance.checks)
    func `archive keeps the previewers' promises`(check: ConformanceCheck<PreviewerSubject>) async throws {
        try await check.run(
            ArchivePreviewer(tools: ProcessToolRunner()), MediaType("application/zip"),
            try SampleArchive.make("a.zip"), word: "génes", trials: 12)
    }

    @Test(
        .enabled(if: TinySound.canBeRead, "needs ffprobe of ffmpeg"), arguments: PreviewerConformance.checks)
    func `media keeps the previewers' promises`(check: ConformanceCheck<PreviewerSubject>) async throws {
        try await check.run(
            MediaPreviewer(tools: ProcessToolRunner()), MediaType("audio/wav"), TinySound.wav, word: "pcm_u8",
            trials: 12)
    }
}

extension ConformanceCheck<PreviewerSubject> {
    /// Runs the check over a previewer with a document of its kind.
    fileprivate func run(
        _ previewer: any Previewer, _ type: MediaType?, _ sample: Data, word: String, trials: Int = 200
    ) async throws {
        let type = try #require(type)
        try await run {
            PreviewerSubject(previewer, sample: sample, mediaType: type, word: word, trials: trials)
        }
    }
}
