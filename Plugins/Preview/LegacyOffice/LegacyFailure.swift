import CarrelBasics
import CarrelStages
import Foundation

/// Says what the failures of catdoc's programs mean.
enum LegacyFailure {
    /// A document locked by a password.
    static func locked(_ file: URL) -> PreviewError {
        PreviewError(
            .encrypted, file: file, reason: "the document is locked by a password",
            remedy: "Open it with an application that asks for the password")
    }

    /// A program that ended with a failure.
    static func damaged(_ file: URL, _ kind: LegacyKind, _ output: ToolOutput) -> PreviewError {
        guard output.status < 128 else {
            return PreviewError(
                .malformed, file: file, reason: "\(kind.tool) crashed on it",
                remedy: "Look at it with carrel open")
        }
        return PreviewError(
            .malformed, file: file, reason: "the document is damaged: \(kind.tool) cannot read it",
            remedy: "Download it again")
    }
}
