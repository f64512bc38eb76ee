/// The name of a file, with those of its folders, compared as file systems compare it: by its bytes.
///
/// Swift compares texts by what they mean: `é` as one character and as two is equal, although these are names of two
/// files. So names that were found on a disk go into sets and tables as this, and not as `String`.
public struct FileName: Sendable, Hashable, ExpressibleByStringLiteral {
    /// The name.
    public let text: String

    public init(_ text: String) { self.text = text }

    public init(stringLiteral value: String) { text = value }

    /// Whether two names have the same bytes.
    public static func == (left: FileName, right: FileName) -> Bool {
        // Equal bytes are an equal text, which is found out faster.
        left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Hashes the text: names of the same bytes have the same one.
    public func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
