import CarrelBasics
import CarrelCore
import CarrelModel

/// Prints what is wrong with a catalogue's entries and nothing else.
struct NoticePrinter: PipelineObserver {
    func receive(_ event: PipelineEvent) {
        guard case .problem(let problem, _) = event else { return }
        LineWriter.error.line(
            "warning: \(problem.place): \(problem.reason)".terminalSafe)
    }
}

/// Takes no notice.
struct SilentObserver: PipelineObserver {
    func receive(_ event: PipelineEvent) {}
}
