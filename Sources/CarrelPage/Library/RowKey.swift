import CarrelModel
import CarrelStages

/// The name of a row on a page: the same for one item everywhere, and of letters and digits alone.
enum RowKey {
    /// The name of an item's row.
    ///
    /// Rows that are alike by chance or by somebody's choice would only show each other's status until the next reading.
    static func of(_ key: ItemKey) -> String {
        var hash: UInt64 = 0xcbf2_9ce4_8422_2325
        for text in [key.catalog, key.collection, key.item] {
            for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01b3 }
            hash = (hash ^ 0xFF) &* 0x0000_0100_0000_01b3
        }
        return "r" + String(hash, radix: 36)
    }
}
