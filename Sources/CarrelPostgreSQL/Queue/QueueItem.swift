import CarrelDigest
import CarrelModel
import Foundation

/// What stands for an item in the queue's tables: the first half of a digest of its parts.
package enum QueueItem {
    /// The 32 characters of an item.
    package static func key(_ key: ItemKey) -> String {
        let digest = SHA256()
        for part in [key.catalog, key.collection, key.item] {
            var text = "\(part.utf8.count):\(part)"
            text.withUTF8 { digest.update(UnsafeRawBufferPointer($0)) }
        }
        return String(digest.finish().prefix(32))
    }
}
