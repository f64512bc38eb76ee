import CarrelBasics
import CarrelCore
import CarrelModel

/// Prints only the problems of a catalogue's entries.
struct NoticePrinter: PipelineObserver {
    func receive(_ event: PipelineEvent) {
        guard case .problem(let problem, _) = event else { return }
        LineWriter.error.line(problem.warning)
    }
}

extension CatalogProblem {
    /// The line that tells it.
    var warning: String { "warning: \(place): \(reason)".terminalSafe }
}
