import CarrelBasics
import CarrelModel

/// The URLs that catalogues are about to fetch at the same time.
///
/// The first plan is looked through only once there is another one beside it.
package final class ClaimedURLs: Sendable {
    /// A plan, and the budget of all that are carried out together; `nil` once that has ended.
    private struct Claimant {
        let catalog: String
        var budget: ObjectIdentifier?
    }

    private struct Claim {
        /// The first claimant that fetches it.
        let first: Int
        /// The one that others leave it to; `nil` while those that fetch it may well fail.
        var owner: Int?
    }

    /// A plan that is not looked through.
    private struct Wishes {
        let claimant: Int
        let plan: Plan
        /// The URLs that failed the last time; `nil` if the plan claims nothing, and leaves nothing to others.
        let failed: Set<String>?
    }

    private struct State {
        var claimants: [Claimant] = []
        /// The first plan, until there is another one.
        var first: Wishes?
        var claims: [String: Claim] = [:]
    }

    private let state = Locked(State())
    /// Those that several catalogues fetch.
    private let shared = Locked(Set<String>())

    package init() {}

    /// The plan without downloads of URLs that another catalogue is about to fetch.
    ///
    /// The next run shares the documents that came, and fetches the others. Items with a promised digest or size are
    /// not left out, because they must be checked, nor what has begun to come, nor URLs with a key, because they may lead
    /// each catalogue to another document. Those with a promise, and what failed the last time, claim nothing: another
    /// catalogue has its turn, which may know more of the server. What comes for several is stored for the first
    /// (`CommitWork.storedForOthers`).
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - memory: what is remembered of its items.
    ///   - budget: the budget of the plans that are carried out together, which stands for them.
    /// - Returns: the plan to carry out.
    func claim(_ plan: Plan, _ memory: LibraryMemory, sharing budget: AnyObject) -> Plan {
        var failed: Set<String> = []
        for entry in memory.hasFailures ? plan.entries : [] where entry.fetchesNew {
            guard let url = entry.item.url, memory[entry.collection, entry.item.id].lastFailure != nil else {
                continue
            }
            failed.insert(url)
        }
        return take(plan, failed, sharing: budget)
    }

    /// Notes what a plan fetches, as it stands.
    func note(_ plan: Plan, sharing budget: AnyObject) { _ = take(plan, nil, sharing: budget) }

    private func take(_ plan: Plan, _ failed: Set<String>?, sharing budget: AnyObject) -> Plan {
        guard plan.entries.contains(where: { $0.fetchesNew }) else { return plan }
        return state.withLock { state in
            state.claimants.append(Claimant(catalog: plan.catalog, budget: ObjectIdentifier(budget)))
            let wishes = Wishes(claimant: state.claimants.count - 1, plan: plan, failed: failed)
            if state.claimants.count == 1 {
                state.first = wishes
                return plan
            }
            if let first = state.first.take() { _ = fulfil(first, &state) }
            return fulfil(wishes, &state)
        }
    }

    /// Looks a plan through; returns it without what another catalogue fetches.
    private func fulfil(_ wishes: Wishes, _ state: inout State) -> Plan {
        var plan = wishes.plan
        var repeated: Set<String> = []
        for index in plan.entries.indices where plan.entries[index].fetchesNew {
            let entry = plan.entries[index]
            guard let url = entry.item.url, !url.contains(KeyPlaceholder.text) else { continue }
            var claim = state.claims[url] ?? Claim(first: wishes.claimant)
            if let owner = claim.owner, state.claimants[owner].budget == nil { claim.owner = nil }
            if let failed = wishes.failed, entry.item.digest == nil, entry.item.size == nil {
                if let owner = claim.owner, state.claimants[owner].catalog != plan.catalog,
                    entry.action != .resume
                {
                    plan.entries[index].action = .keep
                    plan.entries[index].reason = "another catalogue fetches it"
                    continue
                }
                if claim.owner == nil, !failed.contains(url) { claim.owner = wishes.claimant }
            }
            if state.claimants[claim.first].catalog != plan.catalog { repeated.insert(url) }
            state.claims[url] = claim
        }
        if !repeated.isEmpty { shared.withLock { $0.formUnion(repeated) } }
        return plan
    }

    /// Whether several catalogues fetch a URL.
    func isShared(_ url: String) -> Bool { shared.withLock { $0.contains(url) } }

    /// Leaves to other catalogues what plans claimed that share a budget, once they were carried out.
    ///
    /// That they fetched these URLs is still known: whoever read the records before may be about to fetch them.
    func end(_ budget: AnyObject) {
        let budget = ObjectIdentifier(budget)
        state.withLock { state in
            for index in state.claimants.indices where state.claimants[index].budget == budget {
                state.claimants[index].budget = nil
            }
        }
    }

    /// Forgets all URLs.
    func clear() {
        state.withLock { $0 = State() }
        shared.withLock { $0 = [] }
    }
}

extension PlanEntry {
    /// Whether it fetches a document that is not stored.
    fileprivate var fetchesNew: Bool { action == .download || action == .resume }
}
