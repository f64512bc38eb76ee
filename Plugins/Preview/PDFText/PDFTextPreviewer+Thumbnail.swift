import CarrelBasics
import CarrelStages
import Foundation

/// A picture of a page, with poppler's pdftoppm.
extension PDFTextPreviewer: Thumbnailer {
    /// Draws one page.
    public func thumbnail(
        of document: PreviewDocument, _ request: ThumbnailRequest, limits: PreviewLimits
    ) async throws(PreviewError) -> Data {
        let file = document.file
        try RegularFile.require(file)
        let page = String(request.page)
        let options = [
            "-png", "-singlefile", "-cropbox", "-f", page, "-l", page, "-scale-to", String(request.size),
        ]
        let output = try await run("pdftoppm", options, [], limits, PNGFile.maxSize, file).get()
        guard PNGFile.isWhole(output.output) else {
            throw PreviewError(
                .malformed, file: file, reason: "there is no page \(page) that can be drawn",
                remedy: "Ask for another page")
        }
        return output.output
    }
}
