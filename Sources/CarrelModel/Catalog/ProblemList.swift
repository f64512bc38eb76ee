import CarrelBasics

/// Gathers the problems of a catalogue: the first ones each, the others as a number.
///
/// A catalogue of a million broken entries gives a report that can still be read.
public struct ProblemList: Sendable {
    /// The most problems that are kept each.
    public static let limit = 100

    private var kept: [CatalogProblem] = []
    private var further = 0

    /// Makes an empty list.
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

    /// The problems, with one at the end that counts those that were not kept.
    public var problems: [CatalogProblem] {
        guard further > 0, let last = kept.last else { return kept }
        let note = CatalogProblem(place: "after \(last.place)", reason: "\(further) further problems")
        return kept + [note]
    }
}
