import CarrelBasics
import CarrelStages
import Foundation

/// The pages that one program reads, of a document that several read at once.
///
/// pdftotext has one thread and takes half a millisecond a page; its start is a few milliseconds.
enum PDFShares {
    // Of fewer pages, the further starts would take longer than is won.
    private static let fewestPages = 20
    private static let mostShares = 4
    // Where less text is wanted, the first pages have it all.
    private static let leastText = 1 << 20
    private static let largestFile = 16 << 20

    /// Divides the pages of a document.
    ///
    /// - Parameters:
    ///   - wanted: the pages to read; the document may have fewer.
    ///   - file: the document.
    ///   - limits: how much text is wanted, and how many programs may run at once.
    /// - Returns: the pages of each, in order; all together if there is no telling how many there are.
    static func of(_ wanted: ClosedRange<Int>, in file: URL, _ limits: PreviewLimits) -> [ClosedRange<Int>] {
        guard limits.maxText >= leastText, limits.programs > 1, let count = pageCount(of: file) else {
            return [wanted]
        }
        let pages = min(wanted.upperBound, count) - wanted.lowerBound + 1
        let shares = min(mostShares, limits.programs, pages / fewestPages)
        guard shares > 1 else { return [wanted] }
        return (0..<shares).map { share in
            let first = wanted.lowerBound + pages * share / shares
            // The last one has whatever there is beyond what was counted.
            let last =
                share == shares - 1 ? wanted.upperBound : wanted.lowerBound + pages * (share + 1) / shares - 1
            return first...last
        }
    }

    /// How many pages a document seems to have: how often it says that something is a page, if that is not packed.
    ///
    /// It may be wrong, as earlier versions of a page stay in a file.
    private static func pageCount(of file: URL) -> Int? {
        guard let data = try? Data(contentsOf: file, options: .mappedIfSafe), data.count <= largestFile else {
            return nil
        }
        let (slash, mark) = (UInt8(ascii: "/"), "/Page".utf8)
        let count = data.withUnsafeBytes { bytes in
            bytes.indices.count { place in
                guard bytes[place] == slash, bytes[place...].starts(with: mark) else { return false }
                // `/Pages`, `/PageLabels` and the like are others.
                let next = bytes[place...].dropFirst(mark.count).first ?? 0
                return !next.isLetterOrDigit && bytes[max(0, place - 8)..<place].contains(UInt8(ascii: "T"))
            }
        }
        return count > 0 ? count : nil
    }
}
