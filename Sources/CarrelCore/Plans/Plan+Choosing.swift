import CarrelBasics
import CarrelModel

/// Plans made from plans: pure functions.
extension Plan {
    /// What tells items of one title apart, by their collections and identities.
    public var distinctions: [String: [String: String]] {
        Dictionary(grouping: entries, by: \.collection).compactMapValues { entries in
            let found = ItemCollection(id: "", title: "", items: entries.map(\.item)).distinctions
            return found.isEmpty ? nil : found
        }
    }

    /// The entries of items whose last try failed, what was set aside included.
    public func retryingFailed(_ memory: LibraryMemory) -> Plan {
        Plan(
            catalog: catalog,
            entries: entries.filter {
                $0.action.transfers && memory[$0.collection, $0.item.id].lastFailure != nil
            })
    }

    /// The plan as a reader wants it: what is ignored is left alone, and of what was thrown away it is only asked
    /// whether the server has something else by now.
    public func heeding(_ memory: LibraryMemory) -> Plan {
        var plan = self
        for index in plan.entries.indices where plan.entries[index].action != .orphaned {
            let entry = plan.entries[index]
            if memory.ignores(entry.item, in: entry.collection) {
                plan.entries[index] = PlanEntry(
                    .ignored, reason: "ignored", collection: entry.collection, item: entry.item)
            } else if entry.action == .download, let url = entry.item.url,
                memory[entry.collection, entry.item.id].discarded?.origin.isOf(url) == true
            {
                plan.entries[index].action = .revalidate
                plan.entries[index].reason = "what came was discarded; ask whether it changed"
            }
        }
        return plan.leavingShared(memory)
    }

    /// The plan with what is stored for another catalogue left to that one.
    func leavingShared(_ memory: LibraryMemory) -> Plan {
        var plan = self
        for index in plan.entries.indices where plan.entries[index].action.transfers {
            let entry = plan.entries[index]
            guard let owner = memory[entry.collection, entry.item.id].owner else { continue }
            plan.entries[index].action = .keep
            plan.entries[index].reason = "stored for \(owner.collection), of another catalogue"
        }
        return plan
    }

    /// The plan with what another catalogue, synced side by side, is about to fetch left to that one.
    ///
    /// The next run shares what came, and fetches what did not. What the catalogue promises of an item is for its own
    /// fetch to keep, and a URL that takes a key leads each catalogue elsewhere.
    func leavingClaimed(_ urls: RunNames) -> Plan {
        var plan = self
        let owner = ItemKey(catalog: plan.catalog, collection: "", item: "")
        for index in plan.entries.indices where plan.entries[index].action == .download {
            let item = plan.entries[index].item
            guard let url = item.url, item.digest == nil, item.size == nil, !url.contains("{key}"),
                !urls.claim(url, for: owner)
            else { continue }
            plan.entries[index].action = .keep
            plan.entries[index].reason = "another catalogue fetches it"
        }
        return plan
    }

    /// The plan without the documents that somebody knows to be no longer listed.
    public func withoutKnownOrphans(_ memory: LibraryMemory) -> Plan {
        var plan = self
        plan.entries.removeAll { entry in
            entry.action == .orphaned
                && (memory[entry.collection, entry.item.id].isToldUnlisted
                    || memory.ignores(entry.item, in: entry.collection))
        }
        return plan
    }

    /// The plan within a byte budget: what is known to go beyond it is left for a later run.
    ///
    /// Sizes are summed in order; an entry of unknown size counts nothing, and the run stops when what really came
    /// uses the budget up.
    ///
    /// - Parameters:
    ///   - budget: the most bytes of the run; `nil` for no limit.
    ///   - spent: how many of them are others' already.
    /// - Returns: the plan that fits.
    public func within(_ budget: Int64?, spent: Int64 = 0) -> Plan {
        guard let budget else { return self }
        var plan = self
        var sum = spent
        for index in plan.entries.indices where plan.entries[index].action.transfers {
            let (next, isOver) = sum.addingReportingOverflow(plan.entries[index].bytes ?? 0)
            guard isOver || next > budget else {
                sum = next
                continue
            }
            plan.entries[index].action = .deferred
            plan.entries[index].reason = "over the byte budget of \(ByteCount(budget)) (download.max-total)"
        }
        return plan
    }
}
