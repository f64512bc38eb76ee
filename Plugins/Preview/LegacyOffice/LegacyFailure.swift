import CarrelBasics
import CarrelStages
import Foundation

/// Says what the failures of catdoc's programs mean.
enum LegacyFailure {
    /// A program that did not run to its end.
    static func error(_ error: ToolError, file: URL) -> PreviewError {
        switch error {
        case .notFound(let tool):
            PreviewError(
                .toolMissing, file: file, reason: "the program \(tool) is not installed",
                remedy: "Install catdoc: apt-get install catdoc")
        case .notStarted(let tool, let reason):
            PreviewError(
                .toolMissing, file: file, reason: "the program \(tool) could not be started: \(reason)",
                remedy: "Check the installation of catdoc")
        case .timedOut(let tool, let time):
            PreviewError(
                .timedOut, file: file, reason: "\(tool) took longer than \(time.durationText)",
                remedy: "Raise preview.timeout")
        case .tooManyProcesses(let tool, _):
            PreviewError(
                .malformed, file: file, reason: "\(tool) started other programs and was stopped",
                remedy: "Look at it with carrel open")
        case .outOfMemory(let tool, let limit):
            PreviewError(
                .outOfMemory, file: file,
                reason: "\(tool) needed more than \(ByteCount(Int64(limit))) of memory",
                remedy: "Look at it with carrel open")
        case .cancelled: PreviewError(.cancelled, file: file, reason: "cancelled")
        }
    }

    /// A document locked by a password.
    static func locked(_ file: URL) -> PreviewError {
        PreviewError(
            .encrypted, file: file, reason: "the document is locked by a password",
            remedy: "Open it with an application that asks for the password")
    }

    /// A program that ended with a failure.
    static func damaged(_ file: URL, _ kind: LegacyKind, _ output: ToolOutput) -> PreviewError {
        let end = output.status >= 128 ? "\(kind.tool) crashed on it" : "\(kind.tool) cannot read it"
        return PreviewError(
            .malformed, file: file, reason: "the document is damaged: \(end)", remedy: "Download it again")
    }
}
