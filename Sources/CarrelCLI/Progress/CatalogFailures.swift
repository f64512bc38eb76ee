import CarrelBasics
import CarrelCore
import CarrelViews

/// Reports which of several catalogues could not be read, and keeps the worst exit status.
final class CatalogFailures: Sendable {
    private let printsEvents: Bool
    private let hints: LibraryHints
    private let status = Locked(ExitStatus.success)
    private let waiting = Locked<[String: Duration]>([:])

    /// Begins without failures.
    ///
    /// - Parameters:
    ///   - workspace: what the command works with.
    ///   - eventsOfRun: whether the command prints events with `--json`.
    init(_ workspace: Workspace, eventsOfRun: Bool = true) {
        printsEvents = workspace.isJSON && eventsOfRun
        hints = workspace.hints
    }

    /// The worst status so far.
    var worst: ExitStatus { status.value }

    /// How long servers want to be left alone, by the locations of their catalogues.
    var waits: [String: Duration] { waiting.value }

    /// The worse of another status and the worst one so far.
    func worst(with other: ExitStatus) -> ExitStatus {
        // `news` is not a failure.
        other == .news && worst != .success || worst.rawValue > other.rawValue ? worst : other
    }

    /// Notes an error that concerns only one catalogue.
    ///
    /// - Throws: any other error.
    func add(_ catalog: CatalogLabel, _ error: any Error) throws {
        guard [.catalog, .configuration, .usage].contains(Failure(error).status) else { throw error }
        note(catalog, error)
    }

    /// Notes a catalogue that could not be read.
    func note(_ catalog: CatalogLabel, _ error: any Error) {
        let failure = Failure(error, hints)
        let reason = failure.reason
        let name = catalog.name.map { "\($0): " } ?? ""
        LineWriter.message("carrel: \(name)\(reason)".terminalSafe)
        if printsEvents { JSONLine.write(EventRow(failed: catalog, reason: reason)) }
        if let location = catalog.location, let wait = (error as? PipelineError)?.retryAfter {
            waiting.withLock { $0[location] = wait }
        }
        status.withLock { if failure.status.rawValue > $0.rawValue { $0 = failure.status } }
    }
}
