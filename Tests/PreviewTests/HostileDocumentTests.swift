import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import Testing

@testable import ImagePreviewing
@testable import PDFPreviewing
@testable import PreviewPlugins

/// Documents that somebody made to take a reader's memory or time, read by the real programs.
@Suite(.serialized, .timeLimit(.minutes(3)))
struct HostileDocumentTests {
    /// The most memory that a program may have had, beside what its limit does not count: its own code, and what a process
    /// has between the moment at which it is made and that at which it becomes the program.
    private func expectMemory(below limit: Int, _ work: () async throws -> Void) async throws {
        let before = Self.peakOfChildren
        try await work()
        #expect(Self.peakOfChildren <= max(before, limit + 64 << 20))
    }

    private static var peakOfChildren: Int {
        var usage = rusage()
        #if canImport(Darwin)
        getrusage(RUSAGE_CHILDREN, &usage)
        return Int(usage.ru_maxrss)
        #else
        getrusage(RUSAGE_CHILDREN.rawValue, &usage)
        return Int(usage.ru_maxrss) << 10
        #endif
    }

    private let pdf = PDFTextPreviewer(tools: ProcessToolRunner())

    @Test(.enabled(if: TinyPDF.canBeRead, "needs pdftotext of poppler-utils"))
    func `an enormous page is read like any other`() async throws {
        #expect(try await preview(HostilePDF.enormousPage, as: .pdf, with: pdf).text == "some words")
    }

    @Test(
        .enabled(if: TinyPDF.canBeRead, "needs pdftotext of poppler-utils"),
        arguments: [HostilePDF.brackets, HostilePDF.title])
    func `a PDF that grows beyond all memory ends with a plain message`(data: Data) async throws {
        #expect(data.count < 2000)
        // The memory is to run out before the time, on a busy machine, too.
        let patient = PDFTextPreviewer(
            Settings(["timeout": Duration.seconds(120), "max-pages": 1000]), tools: ProcessToolRunner())
        try await expectMemory(below: 512 << 20) {
            let error = await previewError(
                data, as: .pdf, with: patient, limits: PreviewLimits(timeout: .seconds(120)))
            #expect(error?.code == .outOfMemory)
            #expect(error?.reason == "pdftotext needed more than 512 MiB of memory")
        }
    }

    @Test(
        .enabled(if: TinyPDF.canBeRead, "needs pdftotext of poppler-utils"),
        arguments: [HostilePDF.spaces, HostilePDF.nested])
    func `a PDF without end is given up in time`(data: Data) async throws {
        #expect(data.count < 5000)
        try await expectMemory(below: 512 << 20) {
            let error = await previewError(
                data, as: .pdf, with: pdf, limits: PreviewLimits(timeout: .seconds(2)))
            #expect(error?.code == .timedOut && error?.reason == "pdftotext took longer than 2s")
        }
    }

    private let limits = PreviewLimits(picture: PictureSize(width: 20, height: 20))
    private let png = MediaType.forFileExtension("png") ?? .octetStream

    @Test func `a picture of billions of pixels is not given to chafa`() async throws {
        let previewer = ImagePreviewer(tools: ProcessToolRunner())
        let shown = try await preview(
            HostilePicture.png(side: 60_000), as: png, with: previewer, limits: limits)
        #expect(shown.picture == nil && shown.text.hasPrefix("PNG, 60000 × 60000 pixels\n"))
        #expect(shown.text.hasSuffix("more pixels than preview.image.max-pixels allows, 100000000"))
    }

    @Test(.enabled(if: TinyPictures.canBeDrawn, "needs chafa"), arguments: [17_000, 60_000])
    func `a picture that takes more memory than chafa gets is not drawn, and says so`(side: Int) async throws
    {
        let folder = try TemporaryFolder()
        let file = try folder.write("picture.png", HostilePicture.png(side: side))
        try await expectMemory(below: 1 << 30) {
            // Beyond the limit of pixels, as if the header had passed for another one.
            let outcome = try await PictureDrawing(tools: ProcessToolRunner()).draw(
                file, size: PictureSize(width: side, height: side),
                limit: PictureSize(width: 20, height: 20), timeout: .seconds(60))
            guard case .undrawn(let reason) = outcome else {
                Issue.record("it was drawn")
                return
            }
            #expect(reason == "chafa cannot read it with 1.00 GiB of memory")
        }
    }

    @Test(.enabled(if: TinyPictures.canBeDrawn, "needs chafa"))
    func `content far beyond what the header says takes no more memory than the header allows`() async throws
    {
        let previewer = ImagePreviewer(tools: ProcessToolRunner())
        try await expectMemory(below: 128 << 20) {
            let shown = try await preview(
                HostilePicture.png(zeros: 1 << 29), as: png, with: previewer, limits: limits)
            #expect(shown.text.hasPrefix("PNG, 6 × 4 pixels\n"))
        }
    }
}
