import Foundation

/// Writes numbers as people read them.
enum NumberText {
    /// A number with as many digits as it needs, at most fifteen.
    static func short(_ number: Double) -> String {
        guard number.isFinite else { return "" }
        if number == number.rounded(), abs(number) < 1e15 { return String(Int64(number)) }
        return String(format: "%.15g", number)
    }

    /// A number with a number of decimals, the thousands apart where wanted.
    static func fixed(_ number: Double, decimals: Int, groups: Bool) -> String {
        let text = String(format: "%.\(max(0, min(30, decimals)))f", number)
        guard groups, let end = text.firstIndex(of: ".").map({ $0 }) ?? Optional(text.endIndex) else {
            return text
        }
        let isNegative = text.hasPrefix("-")
        let whole = text[..<end].drop { $0 == "-" }
        var parts: [Substring] = []
        var rest = whole
        while rest.count > 3 {
            parts.insert(rest.suffix(3), at: 0)
            rest = rest.dropLast(3)
        }
        parts.insert(rest, at: 0)
        return (isNegative ? "-" : "") + parts.joined(separator: ",") + text[end...]
    }
}
