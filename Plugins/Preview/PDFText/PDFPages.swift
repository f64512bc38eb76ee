import CarrelBasics
import Foundation

/// The pages that pdftotext wrote, each ended by a form feed.
enum PDFPages {
    /// The text of each page, its lines kept, without the empty margin that all of them have.
    static func pages(_ output: Data) -> [String] {
        var pages = String(decoding: output, as: UTF8.self)
            .split(separator: "\u{0C}", omittingEmptySubsequences: false).map { page(String($0)) }
        // Only a cut output has a page after the last form feed.
        if pages.last?.isEmpty == true { pages.removeLast() }
        return pages
    }

    private static func page(_ text: String) -> String {
        let lines = text.spaced.split(separator: "\n", omittingEmptySubsequences: false).map(\.withoutEnd)
        let margin = lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
        var kept: [Substring] = []
        for line in lines {
            if line.isEmpty, kept.last?.isEmpty ?? true { continue }
            kept.append(line.dropFirst(margin))
        }
        if kept.last?.isEmpty == true { kept.removeLast() }
        return kept.joined(separator: "\n")
    }
}

extension String {
    /// The text with a space for each control character: fonts without a table of characters have them for spaces.
    fileprivate var spaced: String {
        guard utf8.contains(where: { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F }) else { return self }
        return String(decoding: utf8.map { $0 < 0x20 && $0 != 0x0A || $0 == 0x7F ? 0x20 : $0 }, as: UTF8.self)
    }
}

extension Substring {
    fileprivate var withoutEnd: Substring {
        lastIndex { $0 != " " && $0 != "\r" }.map { self[...$0] } ?? ""
    }
}
