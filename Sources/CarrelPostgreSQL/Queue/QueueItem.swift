import CarrelDigest
import CarrelModel
import Foundation

/// What stands for an item in the queue's tables: the first half of a digest of its parts.
package enum QueueItem {
    /// The 32 characters of an item.
    package static func key(_ key: ItemKey) -> String {
        let parts = [key.catalog, key.collection, key.item].map { "\($0.utf8.count):\($0)" }
        return String(SHA256.digits(of: parts.joined().utf8).prefix(32))
    }
}
