import Foundation

/// Writes the smallest PDF documents that hold a line of text a page.
enum TinyPDF {
    /// A document; `outline` has the title, the level from 0 and the index of the page of each entry.
    static func document(
        pages: [String], outline: [(title: String, level: Int, page: Int)] = []
    ) -> Data {
        let kids = pages.indices.map { "\(5 + 2 * $0) 0 R" }.joined(separator: " ")
        var objects = [
            "<< /Type /Catalog /Pages 2 0 R \(outline.isEmpty ? "" : "/Outlines \(5 + 2 * pages.count) 0 R") >>",
            "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>",
            "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
            "<< /Title (A tiny document) /Author (Ada) /CreationDate (D:20120131120000Z) >>",
        ]
        for (index, text) in pages.enumerated() {
            let content = "BT /F1 12 Tf 72 720 Td (\(text)) Tj ET"
            objects.append(
                "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents \(6 + 2 * index) 0 R "
                    + "/Resources << /Font << /F1 3 0 R >> >> >>")
            objects.append("<< /Length \(content.utf8.count) >>\nstream\n\(content)\nendstream")
        }
        if !outline.isEmpty { objects += entries(outline, first: 5 + 2 * pages.count) }
        var text = "%PDF-1.4\n"
        var offsets: [Int] = []
        for (index, object) in objects.enumerated() {
            offsets.append(text.utf8.count)
            text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
        }
        let start = text.utf8.count
        text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
        for offset in offsets { text += String(format: "%010d 00000 n \n", offset) }
        text +=
            "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R /Info 4 0 R >>\nstartxref\n\(start)\n%%EOF\n"
        return Data(text.utf8)
    }

    /// The objects of an outline: itself, then its entries, each of which knows the ones around it.
    private static func entries(_ outline: [(title: String, level: Int, page: Int)], first: Int) -> [String] {
        func number(_ index: Int?) -> String? { index.map { "\(first + 1 + $0) 0 R" } }
        func link(_ name: String, _ index: Int?) -> String { number(index).map { "/\(name) \($0) " } ?? "" }
        func children(_ parent: Int?) -> [Int] {
            let level = parent.map { outline[$0].level + 1 } ?? 0
            let following = outline.indices.filter { $0 > parent ?? -1 }
            let own = following.prefix { parent == nil || outline[$0].level >= level }
            return own.filter { outline[$0].level == level }
        }
        let top = children(nil)
        var objects = [
            "<< /Type /Outlines \(link("First", top.first))\(link("Last", top.last))/Count \(outline.count) >>"
        ]
        for (index, entry) in outline.enumerated() {
            let parent = outline.indices.last { $0 < index && outline[$0].level < entry.level }
            let siblings = children(parent)
            let links =
                link("Next", siblings.first { $0 > index }) + link("Prev", siblings.last { $0 < index })
                + link("First", children(index).first) + link("Last", children(index).last)
            objects.append(
                "<< /Title (\(entry.title)) /Parent \(number(parent) ?? "\(first) 0 R") \(links)"
                    + "/Dest [\(5 + 2 * entry.page) 0 R /Fit] >>")
        }
        return objects
    }

    /// Whether poppler's programs are installed.
    static var canBeRead: Bool {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
        return ["pdftotext", "pdfinfo"].allSatisfy { tool in
            folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(tool)") }
        }
    }
}
