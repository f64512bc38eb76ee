import CarrelBasics
import CarrelModel
import CarrelStages

/// The name of a row on a page: the same for one item everywhere, and of letters and digits alone.
enum RowKey {
    /// The name of an item's row.
    ///
    /// Rows that are alike by chance or by somebody's choice would only show each other's status until the next reading.
    static func of(_ key: ItemKey) -> String {
        "r" + StableHash(texts: [key.catalog, key.collection, key.item]).digits
    }
}
