import CarrelBasics
import CarrelModel
import CarrelStages

/// Where the words of pages stand, with poppler's pdftotext.
extension PDFTextPreviewer: PageReader {
    // Of a page full of words, it writes about 50 KB.
    private static let outputLimit = 48 << 20

    /// Reads the words of some pages.
    public func words(
        ofPages pages: ClosedRange<Int>, of document: PreviewDocument, limits: PreviewLimits
    ) async throws(PreviewError) -> [PageWords] {
        let file = document.file
        try RegularFile.require(file)
        let range = ["-f", String(pages.lowerBound), "-l", String(pages.upperBound)]
        // pdftotext places the words on the turned page, and says how wide and high it is before it is turned.
        async let turned = run("pdfinfo", range, [], limits, 1 << 20, file)
        let options = ["-bbox-layout", "-cropbox", "-enc", "UTF-8"] + range
        let output = try await run("pdftotext", options, ["-"], limits, Self.outputLimit, file).get()
        let turns = PDFWords.turnedPages((try? await turned.get())?.output)
        return PDFWords.pages(output.output, first: pages.lowerBound, turned: turns)
    }
}
