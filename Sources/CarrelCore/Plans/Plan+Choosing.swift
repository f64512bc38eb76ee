import CarrelBasics
import CarrelModel

/// Plans made from plans: pure functions.
extension Plan {
    /// The entries of items whose last try failed, what was set aside included.
    public func retryingFailed(_ memory: LibraryMemory) -> Plan {
        Plan(
            catalog: catalog,
            entries: entries.filter {
                $0.action.transfers && memory[$0.collection, $0.item.id].lastFailure != nil
            })
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
