import CarrelBasics
import CarrelModel
import CarrelStages

/// Leaves alone what somebody ignores while a run goes on.
extension Run {
    /// How often a run looks what is ignored, which another process may have changed.
    private static let look = Duration.seconds(1)

    /// Ends the jobs of plans whose items are ignored by now, again and again until the task is cancelled.
    ///
    /// The library is asked once for all of them. What others do to leased jobs comes with the lease.
    func watchIgnored() async {
        var known: [Int: IgnoreRules] = [:]
        // By the system's clock, even if the run has a manual one: this is about what other processes do.
        while (try? await Task.sleep(for: Self.look)) != nil {
            let planned = assignments.all.filter { $0.planned != nil }
            guard let rules = try? await ignoreRules(of: planned) else { continue }
            for assignment in planned {
                guard let now = rules[assignment.number],
                    now != known[assignment.number] ?? assignment.memory.ignored
                else { continue }
                leaveAlone(now, of: assignment)
            }
            known = rules
        }
    }

    /// Ends all jobs whose items are ignored by now.
    func heedIgnored() async {
        let assignments = assignments.all
        guard let rules = try? await ignoreRules(of: assignments) else { return }
        for assignment in assignments {
            if let rules = rules[assignment.number] { leaveAlone(rules, of: assignment) }
        }
    }

    /// What is ignored now of the catalogues of assignments, by the numbers of these.
    private func ignoreRules(of assignments: [Assignment]) async throws(StoreError) -> [Int: IgnoreRules] {
        guard let library = assignments.first?.parts.library else { return [:] }
        let (items, patterns) = try await library.ignored()
        let byCatalog = Dictionary(grouping: items, by: \.catalog)
        var rules: [Int: IgnoreRules] = [:]
        for assignment in assignments {
            rules[assignment.number] = assignment.ignoreRules(
                byCatalog[assignment.plan.catalog] ?? [], patterns)
        }
        return rules
    }

    private func leaveAlone(_ rules: IgnoreRules, of assignment: Assignment) {
        let items = Set(assignment.entries(coveredBy: rules).map(assignment.plan.key(of:)))
        if !items.isEmpty { cancel(JobSelection(.these(items)), isIgnored: true) }
    }
}
