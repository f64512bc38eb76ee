/// A number of things in words.
package enum Counted {
    /// The number with the noun, such as `1 item` or `2 items`.
    package static func text(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }

    /// The numbers with what each counts, without zeros, such as `2 stored`.
    package static func parts(_ counts: [(Int, String)]) -> [String] {
        counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    }
}
