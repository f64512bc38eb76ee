import CarrelBasics
import CarrelModel
import CarrelStages

/// What somebody ignores of an assignment after it was planned.
extension Assignment {
    /// What of its catalogue is ignored, of the items of this catalogue and the patterns that are ignored.
    func ignoreRules(_ items: [ItemKey], _ patterns: [String]) -> IgnoreRules {
        IgnoreRules(
            items: Set(items), patterns: patterns.map { Glob($0) },
            catalogName: memory.ignored.catalogName ?? parts.catalogNames[plan.catalog])
    }

    /// The entries to transfer that rules cover.
    func entries(coveredBy rules: IgnoreRules) -> [PlanEntry] {
        guard !rules.isEmpty else { return [] }
        return plan.entries.filter {
            $0.action.transfers && rules.cover($0.item, in: $0.collection, of: plan.catalog)
        }
    }

    /// Entries without those that are ignored by now, which are counted as such.
    func leavingIgnored(_ entries: [PlanEntry]) async throws(StoreError) -> [PlanEntry] {
        guard !entries.isEmpty else { return [] }
        let (items, patterns) = try await parts.library.ignored()
        let rules = ignoreRules(items.filter { $0.catalog == plan.catalog }, patterns)
        return entries.filter { entry in
            guard rules.cover(entry.item, in: entry.collection, of: plan.catalog) else { return true }
            counts.ignore(ItemEvent(entry, of: plan.catalog))
            return false
        }
    }
}
