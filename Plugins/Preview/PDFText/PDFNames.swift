import CarrelBasics
import Foundation

/// Names that a PDF document holds in the open: they tell whether a program has anything to look for in it.
enum PDFNames {
    // To search a larger file takes longer than the program does.
    private static let largestFile = 64 << 20

    /// Whether one of some names is in a document; `false` of a large one, and where it cannot be read.
    static func hold(oneOf names: String..., in file: URL) -> Bool {
        guard let data = try? Data(contentsOf: file, options: .mappedIfSafe), data.count <= largestFile else {
            return false
        }
        return names.contains { data.contains($0) }
    }
}
