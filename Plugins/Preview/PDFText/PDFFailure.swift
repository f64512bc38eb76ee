import CarrelBasics
import CarrelStages
import Foundation

/// Says what poppler's failures mean.
///
/// What poppler says itself is for programmers, and calls intact documents damaged: none of it is passed on.
enum PDFFailure {
    /// A program that did not run to its end.
    static func error(_ error: ToolError, file: URL) -> PreviewError {
        guard case .timedOut(let tool, let time) = error else {
            return PreviewError(error, file: file, package: "poppler-utils")
        }
        return PreviewError(
            .timedOut, file: file, reason: "\(tool) took longer than \(time.durationText)",
            remedy: "Raise preview.timeout, or lower preview.max-pages")
    }

    /// A program that ended with a failure.
    static func error(_ output: ToolOutput, of tool: String, file: URL) -> PreviewError {
        let said = output.errorText
        if said.contains("Copying of text from this document") {
            return PreviewError(
                .encrypted, file: file, reason: "its author does not allow its text to be copied",
                remedy: "Read it with another program")
        }
        if said.contains("Incorrect password") {
            return PreviewError(
                .encrypted, file: file, reason: "the document is locked by a password",
                remedy: "Open it with a viewer that asks for the password")
        }
        if said.contains("security handler") || said.contains("Unsupported version/revision") {
            return PreviewError(
                .encrypted, file: file, reason: "the document is encrypted in a way that \(tool) cannot undo",
                remedy: "Open it with the program that its owner names")
        }
        if said.contains("Couldn't open file") {
            return PreviewError(
                .unreadable, file: file, reason: "the file cannot be read",
                remedy: "Check that you may read it")
        }
        // Of a document without a page nobody asked for a wrong one.
        if let match = said.firstMatch(of: /Wrong page range given: .*\((\d+)\).*\((\d+)\)/), match.2 != "0" {
            return PreviewError(
                .malformed, file: file,
                reason: "it has \(match.2) page\(match.2 == "1" ? "" : "s"), so there is no page \(match.1)",
                remedy: "Name a page that there is")
        }
        if output.isCrash { return .needsOtherProgram(file, "\(tool) crashed on it") }
        return unreadable(tool, file)
    }

    // Readers look for the marks that far from the beginning and from the end.
    private static let reach = 2048

    /// A document that no page could be found in: what its beginning and its end say about why.
    private static func unreadable(_ tool: String, _ file: URL) -> PreviewError {
        let beginning = try? RegularFile.beginning(of: file, limit: reach).data
        let end = try? RegularFile.end(of: file, count: reach)
        if end?.size == 0 { return .empty(file) }
        let isForeign = beginning?.contains("%PDF-") == false
        let isCut = end?.data.contains("%%EOF") == false
        if isForeign { return .damaged(file, "it is not a PDF document") }
        if isCut { return .damaged(file, "the PDF document is damaged: its end is missing") }
        return .needsOtherProgram(file, "\(tool) finds no pages in the PDF document")
    }
}
