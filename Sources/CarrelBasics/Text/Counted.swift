/// A number of things in words.
package enum Counted {
    /// The number with the noun, such as `1 item` or `2 items`.
    package static func text(_ number: Int, _ noun: String) -> String {
        "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
}
