import CarrelBasics
import CarrelCore
import CarrelModel

/// Prints only the problems of a catalogue's entries, and how many links a setting leaves out.
struct NoticePrinter: PipelineObserver {
    /// Whether only problems are printed.
    var isQuiet = false

    func receive(_ event: PipelineEvent) {
        switch event {
        case .problem(let problem, _): LineWriter.error.line(problem.warning)
        case .catalogRead(_, _, let leftOut) where leftOut > 0 && !isQuiet:
            LineWriter.error.line(Self.words(ofLeftOut: leftOut))
        default: break
        }
    }

    /// What is said of links that a catalogue has and a setting leaves out.
    static func words(ofLeftOut count: Int) -> String {
        "\(Counted.text(count, "link")) left out by parse.types"
    }
}

extension CatalogProblem {
    /// The line that tells it.
    var warning: String { "warning: \(place): \(reason)".terminalSafe }
}
