import CarrelStages
import Foundation

/// Looks for the end of a picture, of the kinds that mark it: one that is cut still has its dimensions.
enum PictureEnd {
    private static let marks = ["JPEG": Data([0xFF, 0xD9]), "PNG": Data("IEND".utf8)]
    // Some programs put more behind a picture, such as a film: then all of it is searched.
    private static let usualReach = 1 << 16
    private static let largestFile = 64 << 20
    // A picture has some tens before it begins; a color profile and a small picture may take hundreds.
    private static let mostSegments = 10_000

    /// Whether it is missing; `false` where nobody can tell.
    static func isMissing(of file: URL, kind: String) -> Bool {
        guard let mark = marks[kind], let window = FileWindow(file),
            let start = kind == "JPEG" ? firstScan(window) : 8,
            let (end, size) = try? RegularFile.end(of: file, count: usualReach)
        else { return false }
        guard start < size else { return true }
        let offset = size - end.count
        if end.dropFirst(max(0, start - offset)).range(of: mark) != nil { return false }
        guard start < offset else { return true }
        guard size <= largestFile, let whole = try? Data(contentsOf: file, options: .mappedIfSafe),
            start < whole.count
        else { return false }
        return whole[start...].range(of: mark) == nil
    }

    /// Where the segments end that come before the picture, such as a small one with an end of its own.
    ///
    /// It is the end of the file where that comes first, and `nil` if there is something else.
    private static func firstScan(_ file: FileWindow) -> Int? {
        var place = 2
        for _ in 0..<mostSegments {
            guard let head = file.bytes(at: place, count: 4), head[0] == 0xFF else { break }
            switch head[1] {
            case 0xDA: return place
            // One byte more before a mark fills up, and marks of a beginning have nothing behind them.
            case 0xFF: place += 1
            case 0x01, 0xD0...0xD8: place += 2
            default: place += 2 + max(2, head.number(at: 2, count: 2))
            }
        }
        return place > file.size - 4 ? file.size : nil
    }
}
