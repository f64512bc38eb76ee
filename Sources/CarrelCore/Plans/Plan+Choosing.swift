import CarrelBasics
import CarrelModel

/// Derives plans from plans: pure functions.
extension Plan {
    /// What tells items with the same title apart, by collection and item identity.
    public var distinctions: [String: [String: String]] {
        Dictionary(grouping: entries, by: \.collection).compactMapValues { entries in
            let found = ItemCollection(id: "", title: "", items: entries.map(\.item)).distinctions
            return found.isEmpty ? nil : found
        }
    }

    /// The entries whose last try failed or was set aside: those to transfer, and those with which nothing is wrong.
    public func retryingFailed(_ memory: LibraryMemory) -> Plan {
        Plan(
            catalog: catalog,
            entries: entries.filter {
                let known = memory[$0.collection, $0.item.id]
                return $0.action.transfers ? known.lastFailure != nil : $0.isSettled(known)
            })
    }

    /// The plan adjusted to the user's choices.
    ///
    /// Ignored items are skipped. For discarded documents, a conditional request asks whether the server has something
    /// else now, unless only a promise spoke against them that the catalogue has taken back. Documents that are stored for
    /// another catalogue, or that wait for their names, are kept.
    public func heeding(_ memory: LibraryMemory) -> Plan {
        let isHeeded = memory.ignored.isEmpty && !memory.items.values.contains(where: \.hasDiscarded)
        guard !isHeeded else { return leavingUnnamed(memory).leavingShared(memory) }
        var plan = self
        for index in plan.entries.indices where plan.entries[index].action != .orphaned {
            let entry = plan.entries[index]
            if memory.ignores(entry.item, in: entry.collection) {
                plan.entries[index] = PlanEntry(
                    .ignored, reason: "ignored", collection: entry.collection, item: entry.item)
            } else if entry.action == .download, let url = entry.item.url,
                let discarded = memory[entry.collection, entry.item.id].discarded, discarded.origin.isOf(url)
            {
                let isExpected = discarded.isExpected(size: entry.item.size, entry.item.digest)
                plan.entries[index].action = isExpected ? .download : .revalidate
                plan.entries[index].reason =
                    isExpected
                    ? "discarded before; the catalogue promised another one then"
                    : "discarded before; ask whether it has changed"
            }
        }
        return plan.leavingUnnamed(memory).leavingShared(memory)
    }

    /// The plan without transfers of items that its reading lacks in doubt (`Catalog.kept`).
    func leavingKept(_ kept: [String: Set<String>]) -> Plan {
        guard !kept.isEmpty else { return self }
        return keeping("perhaps no longer listed; the next reading tells") { entry in
            kept[entry.collection]?.contains(entry.item.id) == true
        }
    }

    /// The plan without transfers of documents that were fetched, and wait for their names.
    private func leavingUnnamed(_ memory: LibraryMemory) -> Plan {
        guard memory.items.values.contains(where: \.isStillUnnamed) else { return self }
        return keeping("fetched; it waits for its name") { entry in
            memory[entry.collection, entry.item.id].isStillUnnamed
        }
    }

    /// The plan without some of the transfers: these documents are kept.
    private func keeping(_ reason: String, where isKept: (PlanEntry) -> Bool) -> Plan {
        var plan = self
        for place in places(where: \.transfers) where isKept(entries[place]) {
            let entry = entries[place]
            plan.entries[place] = PlanEntry(
                .keep, reason: reason, collection: entry.collection, item: entry.item)
        }
        return plan
    }

    /// The plan without transfers of documents that are stored for another catalogue, or that are missing and that it fetches.
    func leavingShared(_ memory: LibraryMemory) -> Plan {
        guard memory.hasShared else { return self }
        var plan = self
        for index in plan.entries.indices where plan.entries[index].action.transfers {
            let entry = plan.entries[index]
            let known = memory[entry.collection, entry.item.id]
            guard let owner = known.owner else { continue }
            plan.entries[index].action = .keep
            plan.entries[index].reason =
                known.isMissing
                ? "missing; left to \(owner.collection), of another catalogue"
                : "stored for \(owner.collection), of another catalogue"
        }
        return plan
    }

    /// The plan without orphaned documents that were reported before or are ignored.
    public func withoutKnownOrphans(_ memory: LibraryMemory) -> Plan {
        let known = Set(
            places { $0 == .orphaned }.filter { place in
                let entry = entries[place]
                return memory[entry.collection, entry.item.id].isToldUnlisted
                    || memory.ignores(entry.item, in: entry.collection)
            })
        guard !known.isEmpty else { return self }
        var plan = self
        plan.entries = entries.indices.filter { !known.contains($0) }.map { entries[$0] }
        return plan
    }

    /// The plan within a byte budget: entries that would exceed it are postponed to a later run.
    ///
    /// Sizes are added in order. Entries of unknown size count as zero; the run stops when the received bytes use up
    /// the budget.
    ///
    /// - Parameters:
    ///   - budget: the most bytes of the run.
    ///   - spent: the part of the budget that other catalogues use already.
    /// - Returns: the adjusted plan.
    public func within(_ budget: Int64, spent: Int64) -> Plan {
        var plan = self
        var sum = spent
        for index in plan.entries.indices where plan.entries[index].action.transfers {
            let bytes = plan.entries[index].bytes ?? 0
            let (next, isOver) = sum.addingReportingOverflow(bytes)
            guard isOver || next > budget else {
                sum = next
                continue
            }
            plan.entries[index].action = .postponed
            // No later run has room for it, either.
            plan.entries[index].reason =
                bytes > budget
                ? "\(ByteCount(bytes)), more than a run may fetch. Raise download.max-total, now \(ByteCount(budget))"
                : "over the byte budget of \(ByteCount(budget)) (download.max-total)"
        }
        return plan
    }
}
