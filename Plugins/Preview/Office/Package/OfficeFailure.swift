import CarrelBasics
import CarrelMarkup
import CarrelStages
import Foundation

/// Says what is wrong with office documents.
enum OfficeFailure {
    static let kind = "an office document"

    /// The mark at the beginning of an OLE container.
    static let containerMark: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

    /// An OLE container: a new document locked by a password is in one, and old documents are.
    ///
    /// The names of what is in it are near its beginning.
    static func container(_ file: URL, beginning: Data) -> PreviewError {
        let name = Data("EncryptedPackage".utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] })
        if beginning.range(of: name) != nil { return .locked(file) }
        return PreviewError(
            .malformed, file: file, reason: "the file is a document of Office 97 to 2003",
            remedy: "Name the previewer legacy-office for its media type in the [preview] table")
    }

    /// A ZIP archive that holds something else.
    static func otherArchive(_ file: URL, names: [String]) -> PreviewError {
        let some = names.prefix(3).map { $0.singleLine.prefix(40) }.joined(separator: ", ")
        return .needsOtherProgram(
            file,
            "the file is a ZIP archive, but no office document"
                + (some.isEmpty ? "" : "; it holds \(some)" + (names.count > 3 ? ", …" : "")))
    }

    /// A document whose content is not there, or not what it should be.
    static func noContent(_ file: URL) -> PreviewError {
        .damaged(file, "the document is damaged: its content is missing")
    }

    /// A workbook in a form that nobody but Excel reads.
    static func binary(_ file: URL) -> PreviewError {
        .needsOtherProgram(
            file, "the workbook is in Excel's binary form (XLSB), which Carrel does not read")
    }

    static func markup(_ error: MarkupError, _ file: URL) -> PreviewError {
        PreviewError(.malformed, file: file, reason: "the document's content is " + error.clause)
    }
}

extension MarkupError {
    /// The error as what is said of a content.
    fileprivate var clause: String {
        switch self {
        case .tooManyAttributes: "damaged: it \(reason)"
        case .outOfMemory: "too large: it \(reason)"
        default: reason
        }
    }
}
