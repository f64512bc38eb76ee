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
    public mutating func add(_ place: @autoclosure () -> String, _ reason: @autoclosure () -> String) {
        if kept.count < Self.limit {
            kept.append(CatalogProblem(place: place(), reason: reason().singleLine))
        } else {
            further += 1
        }
    }

    /// The problems, with a last one that counts those that were not kept.
    public var problems: [CatalogProblem] {
        guard further > 0, let last = kept.last else { return kept }
        let note = CatalogProblem(place: "after \(last.place)", reason: "\(further) further problems")
        return kept + [note]
    }
}
