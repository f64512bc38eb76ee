import CarrelBasics
import CarrelStages
import Foundation

/// Pages with text in columns, which pdftotext reads once more, column by column; all others keep the layout of their lines.
extension PDFTextPreviewer {
    // A program takes as long to start as it takes for that many pages.
    private static let nearPages = 20

    /// Puts the text of pages in columns into the order in which it is read.
    ///
    /// - Parameters:
    ///   - texts: the pages with the layout of their lines; without an answer in time they stay as they are.
    ///   - first: the number of the first page.
    ///   - file: the document.
    ///   - limits: how many programs may read it at once.
    ///   - room: the most bytes of all text.
    ///   - deadline: when to end.
    func readColumns(
        in texts: inout [String], first: Int, of file: URL, _ limits: PreviewLimits, _ room: Int,
        until deadline: ContinuousClock.Instant
    ) async {
        let wanted = texts.indices.filter { PDFColumns.areOn(texts[$0]) }
        let isWanted = Set(wanted)
        var limits = limits
        for range in Self.ranges(wanted) {
            limits.timeout = ContinuousClock.now.duration(to: deadline)
            guard limits.timeout > .zero, !Task.isCancelled else { return }
            let pages = (first + range.lowerBound)...(first + range.upperBound)
            let answer = await text(of: file, pages, isLaidOut: false, limits, room)
            guard let output = try? answer.get() else { return }
            // The last page of a cut output lacks its end.
            let read = PDFPages.pages(output.output).dropLast(output.isTruncated ? 1 : 0)
            for (index, text) in zip(range, read) where isWanted.contains(index) && !text.isEmpty {
                texts[index] = text
            }
        }
    }

    /// Pages as ranges, over gaps that are not worth another start.
    private static func ranges(_ pages: [Int]) -> [ClosedRange<Int>] {
        var ranges: [ClosedRange<Int>] = []
        for page in pages {
            if let last = ranges.last, page - last.upperBound <= nearPages {
                ranges[ranges.count - 1] = last.lowerBound...page
            } else {
                ranges.append(page...page)
            }
        }
        return ranges
    }
}
