import CarrelBasics
import CarrelMarkup
import Foundation

/// The table of contents that a PDF document brings, as `pdftohtml -xml` writes it.
struct PDFOutline {
    // Longer ones give no overview.
    private static let maxEntries = 100

    /// A line for each entry, indented by its level, with its page; `nil` if there is none.
    let text: String?

    init(_ output: Data) {
        guard let start = output.range(of: Data("<outline>".utf8)) else {
            text = nil
            return
        }
        var lines: [String] = []
        var depth = 0
        var page: String?
        var title = ""
        _ = try? MarkupReader.readXML(output[start.lowerBound...] as Data) { event in
            switch event {
            case .start("outline", _): depth += 1
            case .end("outline"): depth -= 1
            case .start("item", let attributes): (page, title) = (attributes["page"], "")
            case .text(let part): title += part
            case .end("item"):
                let name = title.titleText
                if !name.isEmpty {
                    let indent = String(repeating: "  ", count: max(0, min(depth, 6) - 1))
                    lines.append(indent + name + (page.map { " · \($0)" } ?? ""))
                }
            default: break
            }
            return lines.count < Self.maxEntries && depth >= 0
        }
        text = lines.isEmpty ? nil : lines.joined(separator: "\n")
    }

    /// Whether a document may have one: what a reader needs for it is named in the open, or in a part that is packed.
    static func isPossible(in file: URL) -> Bool {
        PDFNames.hold(oneOf: "/Outlines", "/ObjStm", in: file)
    }
}
