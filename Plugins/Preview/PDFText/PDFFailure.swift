import CarrelBasics
import CarrelStages
import Foundation

/// Says what poppler's failures mean.
enum PDFFailure {
    /// A program that did not run to its end.
    static func error(_ error: ToolError, file: URL) -> PreviewError {
        switch error {
        case .notFound(let tool):
            PreviewError(
                .toolMissing, file: file, reason: "the program \(tool) is not installed",
                remedy: "Install poppler-utils: apt-get install poppler-utils")
        case .notStarted(let tool, let reason):
            PreviewError(
                .toolMissing, file: file, reason: "the program \(tool) could not be started: \(reason)",
                remedy: "Check the installation of poppler-utils")
        case .timedOut(let tool, let time):
            PreviewError(
                .timedOut, file: file, reason: "\(tool) took longer than \(time.durationText)",
                remedy: "Raise preview.timeout, or lower preview.max-pages")
        case .outOfMemory(let tool, let limit):
            PreviewError(
                .outOfMemory, file: file,
                reason: "\(tool) needed more than \(ByteCount(Int64(limit))) of memory",
                remedy: "Look at it with carrel open")
        case .cancelled: PreviewError(.cancelled, file: file, reason: "cancelled")
        }
    }

    /// A program that ended with a failure.
    static func error(_ output: ToolOutput, of tool: String, file: URL) -> PreviewError {
        let messages = output.errorText
        if messages.contains("Incorrect password") || messages.contains("Unsupported security handler")
            || output.status == 3
        {
            return PreviewError(
                .encrypted, file: file, reason: "the document is locked by a password",
                remedy: "Open it with a viewer that asks for the password")
        }
        if messages.contains("Couldn't open file") {
            return PreviewError(
                .unreadable, file: file, reason: "the file cannot be read",
                remedy: "Check that you may read it")
        }
        let detail =
            messages.split(separator: "\n").last.map { ": " + String($0).singleLine.prefix(200) } ?? ""
        let end = output.status >= 128 ? "\(tool) crashed on it" : "\(tool) cannot read it"
        return PreviewError(
            .malformed, file: file, reason: "the PDF document is damaged, \(end)\(detail)",
            remedy: "Download it again")
    }
}
