import CarrelModel
import CarrelStages

extension [ItemKey: SharedDocument] {
    /// The items that take over documents, because those that these were stored for are no longer listed, with the items
    /// that they come from; of several that share one the first gets it.
    var takenOver: [(from: ItemKey, to: ItemKey)] {
        var owners = Set<ItemKey>()
        return filter { !$0.value.isOwnerListed }.sorted { $0.key.item < $1.key.item }
            .filter { owners.insert($0.value.owner).inserted }
            .map { (from: $0.value.owner, to: $0.key) }
    }
}
