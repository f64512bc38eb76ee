import CarrelModel
import CarrelStages

/// Documents of other catalogues that items of a catalogue share.
extension LibraryMemory {
    /// Has items show the documents that they share.
    mutating func add(_ shared: [ItemKey: SharedDocument]) {
        for (key, shared) in shared {
            items[key, default: ItemMemory()].document = shared.document
            items[key]?.owner = shared.owner
            items[key]?.news = shared.news
        }
    }

    /// Forgets missing documents of other catalogues, so that this catalogue may fetch them itself.
    mutating func dropMissingOfOthers() {
        for (key, item) in items where item.owner != nil && item.isMissing {
            items[key]?.owner = nil
            items[key]?.document = nil
            items[key]?.news = nil
            items[key]?.isMissing = false
        }
    }
}

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
