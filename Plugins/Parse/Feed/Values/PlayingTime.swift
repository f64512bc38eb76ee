import CarrelBasics

/// How long something plays.
enum PlayingTime {
    /// The time as `28:49` or `1:02:03`, from seconds or from a clock's form; `nil` for anything else.
    static func text(_ text: String?) -> String? {
        let parts = (text ?? "").trimmed.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count) else { return nil }
        var seconds: Int64 = 0
        for part in parts {
            // Some write fractions of a second.
            let digits = part.prefix { $0 != "." }
            guard !digits.isEmpty, digits.utf8.count <= 9, let number = Int64(digits), number >= 0 else {
                return nil
            }
            seconds = seconds * 60 + number
        }
        return seconds > 0 ? Duration.seconds(seconds).clockText : nil
    }
}
