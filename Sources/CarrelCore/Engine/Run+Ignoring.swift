import CarrelBasics
import CarrelModel
import CarrelStages

/// Leaves alone what somebody ignores while a run goes on.
extension Run {
    /// How often a run looks what is ignored, which another process may have changed.
    private static let look = Duration.seconds(1)

    /// Ends the jobs of an assignment whose items are ignored by now, again and again until the task is cancelled.
    func watchIgnored(of assignment: Assignment) async {
        var known = assignment.memory.ignored
        // By the system's clock, even if the run has a manual one: this is about what other processes do.
        while (try? await Task.sleep(for: Self.look)) != nil {
            guard let rules = try? await assignment.ignoreRules(), rules != known else { continue }
            known = rules
            leaveAlone(rules, of: assignment)
        }
    }

    /// Ends all jobs whose items are ignored by now.
    func heedIgnored() async {
        for assignment in assignments.all {
            if let rules = try? await assignment.ignoreRules() { leaveAlone(rules, of: assignment) }
        }
    }

    private func leaveAlone(_ rules: IgnoreRules, of assignment: Assignment) {
        let items = Set(assignment.entries(coveredBy: rules).map(assignment.plan.key(of:)))
        if !items.isEmpty { cancel(JobSelection(.these(items)), isIgnored: true) }
    }
}
