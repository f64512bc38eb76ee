import Foundation

/// Writes numbers as people read them.
enum NumberText {
    /// A number with as many digits as it needs, at most fifteen.
    static func short(_ number: Double) -> String {
        guard number.isFinite else { return "" }
        if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
        return String(format: "%.15G", number)
    }
}
