import CarrelBasics
import CarrelModel

/// Doubts whether something is missing: what the next reading finds in the same way is as it is meant.
extension Catalog {
    /// Whether it had a doubt in the same way.
    func hasDoubted(_ problem: CatalogProblem) -> Bool { doubts.contains(problem.doubt) }

    /// Notes its doubts for the next reading, and drops those that the last one had in the same way.
    ///
    /// Each counts for itself: another one, or that of a page that ends elsewhere, counts although there were some before.
    /// Where all is listed that was listed before, a page that never ends its lists has only grown.
    ///
    /// - Parameter earlier: what was listed before; `nil` for a new catalogue.
    mutating func settleDoubts(since earlier: Catalog?) {
        defer {
            let before = min(earlier?.doubtfulReadings ?? 0, Self.keepingReadings)
            doubtfulReadings = hasGap(.doubtful) ? before + 1 : 0
        }
        let found = problems.filter { $0.gap == .doubtful }
        doubts = Set(found.flatMap { [$0.doubt, $0.doubtAtEnd] })
        guard let earlier, !earlier.doubts.isDisjoint(with: doubts) else { return }
        // Nobody knows what the last one left out, which matters unless this one leaves out something for good, too, or that
        // one left out what it lacked in doubt.
        let isComparable =
            leavesOutItems || !earlier.leavesOutItems || earlier.doubtfulReadings > Self.keepingReadings
        let hasAll = isComparable && missingCount(since: earlier) == 0
        problems.removeAll { problem in
            guard problem.gap == .doubtful else { return false }
            return earlier.doubts.contains(hasAll ? problem.doubt : problem.doubtAtEnd)
        }
    }
}

extension CatalogProblem {
    /// What tells a doubt from others.
    fileprivate var doubt: String { StableHash(texts: [place, reason]).digits }

    /// What tells it, and where its page ends, from others.
    fileprivate var doubtAtEnd: String {
        guard let end else { return doubt }
        return StableHash(texts: [place, reason, end]).digits
    }
}
