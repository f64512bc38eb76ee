import CarrelBasics
import CarrelStages
import Foundation

/// Why an archive was not read.
public enum ArchiveError: Error, Sendable, Hashable {
    /// The file is not a ZIP archive.
    case notAnArchive
    /// The archive is damaged or incomplete; what bsdtar says, on one line.
    case damaged(String)
    /// The archive is locked by a password.
    case encrypted
    /// It unpacks to more than a number of bytes, hundreds of times its own size.
    case bomb(limit: Int)
    /// The program that unpacks did not run to its end.
    case tool(ToolError)
    /// The file cannot be read.
    case unreadable(PreviewError)

    /// The error of a previewer that looks into an archive.
    ///
    /// - Parameters:
    ///   - file: the archive.
    ///   - kind: what the archive should be, such as `an EPUB book`.
    public func previewError(_ file: URL, kind: String) -> PreviewError {
        switch self {
        case .notAnArchive:
            .wrongKind(file, "the file is not \(kind): it is not a ZIP archive")
        case .damaged(let detail):
            .damaged(file, "the archive is damaged or incomplete" + (detail.isEmpty ? "" : ": \(detail)"))
        case .encrypted: .locked(file)
        case .bomb(let limit):
            PreviewError(
                .malformed, file: file,
                reason:
                    "the archive unpacks to more than \(ByteCount(Int64(limit))), far more than its own size",
                remedy: "Open it with another program if you trust its origin")
        case .tool(let error): PreviewError(error, file: file, package: "libarchive-tools")
        case .unreadable(let error): error
        }
    }
}
