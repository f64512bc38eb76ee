import CarrelBasics

/// Collects the problems of a catalogue: the first ones singly, the others as a number.
///
/// So a catalogue with a million broken entries still gives a readable report.
public struct ProblemList: Sendable {
    /// The most problems that are kept singly.
    public static let limit = 100

    private var kept: [CatalogProblem] = []
    private var further = 0

    public init() {}

    /// Adds a problem.
    ///
    /// - Parameters:
    ///   - place: a line and column, or a JSON path.
    ///   - reason: what was found there and what was expected.
    ///   - gap: until when items may be missing because of it; a problem with one is always kept.
    public mutating func add(
        _ place: @autoclosure () -> String, _ reason: @autoclosure () -> String,
        gap: CatalogProblem.Gap? = nil
    ) {
        if kept.count < Self.limit || (gap != nil && !kept.contains { $0.gap == gap }) {
            kept.append(CatalogProblem(place: place(), reason: reason().singleLine, gap: gap))
        } else {
            further += 1
        }
    }

    /// Adds a problem as it is, if there is one.
    public mutating func add(_ problem: CatalogProblem?) {
        if let problem { add(problem.place, problem.reason, gap: problem.gap) }
    }

    /// The problems, with a last one that counts those that were not kept.
    public var problems: [CatalogProblem] {
        guard further > 0, let last = kept.last else { return kept }
        let note = CatalogProblem(place: "after \(last.place)", reason: "\(further) further problems")
        return kept + [note]
    }
}
