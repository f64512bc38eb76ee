import CarrelBasics
import CarrelStages
import Foundation

/// Says why a document cannot be read.
enum LegacyFailure {
    /// A file that is not in a container of Office.
    static func foreign(_ file: URL, _ data: Data) -> PreviewError {
        // Workbooks had none before Excel 5: they begin with the record that says so.
        let isOldWorkbook = [0x00, 0x02, 0x04].contains(data.dropFirst().first) && data.first == 0x09
        return .needsOtherProgram(
            file,
            isOldWorkbook
                ? "the file is a workbook of Excel 4 or older, which Carrel does not read"
                : "the file is not a document of Office 97 to 2003")
    }

    /// A program that ended with a failure.
    static func damaged(_ file: URL, _ kind: LegacyKind, _ output: ToolOutput) -> PreviewError {
        output.status < 128
            ? .damaged(file, "the document is damaged: \(kind.tool) cannot read it")
            : .needsOtherProgram(file, "\(kind.tool) crashed on it")
    }
}
