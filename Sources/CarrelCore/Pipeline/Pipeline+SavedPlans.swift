import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Saved plans, which may be older than what the library knows of their catalogues.
extension Pipeline {
    /// A saved plan as far as it still holds, and what is remembered of its catalogue.
    ///
    /// If the catalogue was recorded since it was planned, items are as it lists them now, and those that it lists no longer
    /// are left out, unless it lists only some of its items each time. So are those that are ignored by now. Documents that the
    /// plan asks for are taken over.
    func asOfNow(
        _ saved: Plan, _ events: EventRelay
    ) async throws(PipelineError) -> (plan: Plan, memory: LibraryMemory) {
        let plan = try await followingRecorded(saved)
        let memory = try await memoryFindingMoved(of: plan.catalog, listing: nil, events) { keys, memory in
            let places = plan.places(where: \.transfers).filter { place in
                !memory.ignores(plan.entries[place].item, in: plan.entries[place].collection)
            }
            return AskedItems(keys: keys.intersection(places.map { plan.key(at: $0) }))
        }
        return (plan.heeding(memory), memory)
    }

    private func followingRecorded(_ saved: Plan) async throws(PipelineError) -> Plan {
        guard let readAt = saved.readAt else { return saved }
        return try await asPipelineError { () async throws(StoreError) -> Plan in
            // Without a fingerprint, only plans listed it.
            guard let reading = try await library.reading(of: saved.catalog), !reading.fingerprint.isEmpty,
                reading.date.millisecondsSince1970 > readAt
            else { return saved }
            var plan = saved
            let places = Dictionary(grouping: saved.places { $0 != .orphaned }) {
                saved.entries[$0].collection
            }
            let head = try await recordedHead(of: saved.catalog)
            for (name, places) in places {
                let key = CollectionKey(catalog: saved.catalog, collection: name)
                let collection = try await library.collection(key) ?? ItemCollection(id: name, title: "")
                let listed = Dictionary(collection.items.map { ($0.id, $0) }) { first, _ in first }
                let leavesOut = head?.leavesOut(in: collection) == true
                for place in places {
                    let item = listed[saved.entries[place].item.id]
                    if item != nil || !leavesOut { plan.entries[place].follow(item) }
                }
            }
            return plan
        }
    }

    /// A catalogue as it was last recorded; its collections may lack their items.
    private func recordedHead(of location: String) async throws(StoreError) -> Catalog? {
        guard let listings = library.parts else { return try await library.catalog(at: location) }
        return try await listings.outline(of: location)?.catalog
    }
}

extension Plan {
    /// All plans of one catalogue as one, such as those of its parts, as old as the oldest one; `nil` for none.
    ///
    /// Each item is there once, as it comes first.
    static func united(_ plans: [Plan]) -> Plan? {
        guard var united = plans.first else { return nil }
        for plan in plans.dropFirst() {
            united.entries += plan.entries
            united.isPublic = united.isPublic || plan.isPublic
            united.readAt = united.readAt.flatMap { mine in plan.readAt.map { min(mine, $0) } }
        }
        united.entries = united.entries.uniqued(on: united.key(of:))
        return united
    }
}

extension PlanEntry {
    /// Takes over how its item is listed now, `nil` for no longer.
    fileprivate mutating func follow(_ listed: Item?) {
        guard let listed else {
            (action, reason, bytes) = (.orphaned, "no longer listed", nil)
            return
        }
        item = listed
        guard action.transfers else { return }
        if listed.url == nil {
            (action, reason, bytes) = (.unavailable, "listed without a URL", nil)
        } else if let original = listed.duplicateOf {
            (action, reason, bytes) = (.keep, "the same document as “\(original)”", nil)
        } else if action == .download {
            bytes = listed.size
        }
    }
}

extension Date {
    /// The milliseconds since 1970.
    var millisecondsSince1970: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }
}
