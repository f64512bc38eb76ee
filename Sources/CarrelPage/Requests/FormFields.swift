import CarrelBasics

/// The fields of a query or of a form, as `application/x-www-form-urlencoded` writes them.
struct FormFields: Sendable, Equatable {
    /// All fields, in order.
    private(set) var values: [(name: String, value: String)] = []

    // More than any page of ours sends.
    private static let maxCount = 2000

    /// Reads `a=1&b=2`; what is not UTF-8 is repaired.
    init(_ text: String) {
        for part in text.split(separator: "&", maxSplits: Self.maxCount).prefix(Self.maxCount) {
            let halves = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = halves.first else { continue }
            values.append((Self.decoded(name), halves.count > 1 ? Self.decoded(halves[1]) : ""))
        }
    }

    init(_ values: [(String, String)] = []) { self.values = values.map { (name: $0.0, value: $0.1) } }

    subscript(name: String) -> String? { values.first { $0.name == name }?.value }

    /// The fields as a query.
    var text: String {
        values.map { "\($0.name.percentEncoded())=\($0.value.percentEncoded())" }.joined(separator: "&")
    }

    /// The address of a path with the fields behind it, in ASCII.
    func link(to path: String) -> String { values.isEmpty ? path : "\(path)?\(text)" }

    static func == (left: FormFields, right: FormFields) -> Bool { left.text == right.text }

    private static func decoded(_ text: Substring) -> String {
        let text = text.replacing("+", with: " ")
        // A percent sign without two digits behind it is one that somebody typed.
        return String(decoding: text.percentDecodedBytes ?? Array(text.utf8), as: UTF8.self)
    }
}
