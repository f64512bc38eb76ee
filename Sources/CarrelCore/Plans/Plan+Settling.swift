import CarrelHTTP
import CarrelModel
import CarrelStages

/// Stored documents that a plan keeps although their last try failed, or although somebody restored them.
extension Plan {
    /// The places of kept documents with which nothing is wrong, although their last try failed.
    func settledPlaces(_ memory: LibraryMemory) -> [Int] {
        guard memory.hasFailures else { return [] }
        return places { $0 == .keep }.filter {
            entries[$0].isSettled(memory[entries[$0].collection, entries[$0].item.id])
        }
    }

    /// What is recorded of kept documents that somebody restored, and that their catalogue promises by now: they are the
    /// server's versions, and what was known of those that they were restored over says nothing of them.
    func regained(_ memory: LibraryMemory) -> [LibraryChange] {
        guard memory.hasRestored else { return [] }
        return places { $0 == .keep }.flatMap { place -> [LibraryChange] in
            let known = memory[entries[place].collection, entries[place].item.id]
            guard !known.isShared, let document = known.document, document.isRestored,
                let promised = entries[place].item.digest, promised.algorithm == .sha256,
                promised.hex == document.sha256
            else { return [] }
            var origin = document.origin
            (origin.validators, origin.listed) = (Validators(), nil)
            let key = key(at: place)
            return [.restored(key, over: nil), .confirmed(key, origin)]
        }
    }
}

extension LibraryMemory {
    /// Whether somebody restored a document; mostly nobody has, and then no item need be looked up.
    fileprivate var hasRestored: Bool {
        items.values.contains { $0.ofDocument { $0.isRestored } == true }
    }

    /// Whether the last try of an item failed; mostly none has, and then no item need be looked up.
    var hasFailures: Bool { items.values.contains { $0.lastFailure != nil } }
}

extension PlanEntry {
    /// Whether it keeps a stored document whose last try failed, and nobody has to decide about what came instead.
    ///
    /// What was set aside waits for somebody while the catalogue promises what it was held against, and where the catalogue
    /// promises nothing that the stored document has.
    ///
    /// - Parameter known: what is remembered of its item.
    /// - Returns: whether nothing is wrong with the item.
    func isSettled(_ known: ItemMemory) -> Bool {
        guard action == .keep, known.lastFailure != nil, known.isStored,
            known.ofDocument({ $0.contradicts(size: item.size, item.digest) }) == false
        else { return false }
        guard let reason = known.asideReason else { return true }
        guard BrokenPromise.isOfCatalog(reason) else { return item.promise != nil }
        return !BrokenPromise.stands(reason, size: item.size, item.digest)
    }
}
