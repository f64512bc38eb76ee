import CarrelBasics
import Foundation

/// The files that are attached to a PDF document, as `pdfdetach -list` writes them.
struct PDFAttachments {
    // More names say nothing more.
    private static let mostNames = 10

    /// Their names.
    let names: [String]

    init(_ output: Data) {
        names = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline).compactMap {
            line in
            line.wholeMatch(of: /\d+: (.+)/).map { String($0.output.1).titleText.nonEmpty ?? "unnamed" }
        }
    }

    /// That they are not shown.
    var note: String? {
        guard !names.isEmpty else { return nil }
        let rest = names.count - Self.mostNames
        return "Attached to it, and not shown: \(names.prefix(Self.mostNames).joined(separator: ", "))"
            + (rest > 0 ? " and \(rest) more" : "")
    }

    /// Whether a document may have some: their streams are never packed in others, and say what they are.
    static func arePossible(in file: URL) -> Bool {
        PDFNames.hold(oneOf: "/EmbeddedFile", in: file)
    }
}
