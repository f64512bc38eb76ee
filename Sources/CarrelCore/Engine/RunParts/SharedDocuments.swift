import CarrelBasics
import CarrelModel
import CarrelStages

extension [ItemKey: SharedDocument] {
    /// The items that take over documents, with the items that they come from; of several that share one the first gets it.
    ///
    /// A document goes to another catalogue if the item that it was stored for is no longer listed, or if that item is ignored,
    /// or its catalogue left alone or does not ask for it, and the other one asks for it.
    ///
    /// - Parameters:
    ///   - asked: the items whose catalogue asks for the document if it is its own.
    ///   - left: the catalogues that do not ask for their documents in this run.
    ///   - unasked: the items for whose documents their catalogues do not ask.
    func takenOver(
        asking asked: Set<ItemKey>, left: Set<String>, unasked: Set<ItemKey> = []
    ) -> [(from: ItemKey, to: ItemKey)] {
        filter { key, shared in
            let isUnasked = left.contains(shared.owner.catalog) || unasked.contains(key)
            let isLeft = shared.isOwnerIgnored || shared.isMutual && isUnasked
            return !shared.isOwnerListed || isLeft && asked.contains(key)
        }
        .sorted { $0.key.item < $1.key.item }
        .uniqued { $0.value.owner }
        .map { (from: $0.value.owner, to: $0.key) }
    }
}
