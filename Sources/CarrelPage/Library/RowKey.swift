import CarrelBasics

/// The name of a row on a page: the same for one item everywhere, and of letters and digits alone.
enum RowKey {
    /// The name of an item's row, made of what links call the item: a digest of its identity would give a secret in it away.
    ///
    /// Rows that are alike by chance or by somebody's choice would only show each other's status until the next reading.
    static func of(_ names: [String]) -> String { "r" + StableHash(texts: names).digits }
}
