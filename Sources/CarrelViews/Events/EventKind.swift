import CarrelCore
import CarrelModel

/// Every event that a command can print, in the usual order of a run: docs/JSON.md.
public enum EventKind: String, Sendable, CaseIterable {
    case begin, catalogRead, catalogUnchanged, catalogFailed, error, problem, unread, moved, planned,
        unavailable
    case orphaned, started, progress, stored, updated, unchanged, failed, quarantined, parked, refetching,
        gap, summary, serving

    /// What it means, in one line without a full stop.
    public var summary: String {
        switch self {
        case .begin: "the first event of every run"
        case .catalogRead: "the catalogue was read and parsed"
        case .catalogUnchanged: "the catalogue has not changed since it was last read"
        case .catalogFailed: "one of several catalogues could not be read; the others go on"
        case .error: "an error ended the run"
        case .problem: "an entry of the catalogue could not be used"
        case .unread: "the catalogue that lists a collection's items could not be read again"
        case .moved: "a document that somebody renamed was found again by its content"
        case .planned: "what will be done with an item"
        case .unavailable: "an item is listed without a URL"
        case .orphaned: "an item is no longer listed; its document stays, and one run reports it"
        case .started: "a transfer began"
        case .progress: "bytes came; ten times a second at most, and at each tenth of the document"
        case .stored: "a document is durably stored"
        case .updated: "a new version of a stored document is durably stored"
        case .unchanged: "a stored document is current, or the server has only what was discarded"
        case .failed: "a document could not be fetched"
        case .quarantined: "the server sent something else than was promised; it is set aside"
        case .parked: "a transfer is left for a later run; what came is kept"
        case .refetching: "an earlier result does not count; another follows"
        case .gap:
            "a listener of a `Desk` or of `/api/events` missed what changed since; commands never print it"
        case .summary: "the run ended"
        case .serving: "a server can be reached; carrel serve and carrel delay-proxy say so, and nothing else"
        }
    }
}

extension EventKind {
    /// What an event of a run is called.
    init(_ event: PipelineEvent) {
        self =
            switch event {
            case .catalogRead: .catalogRead
            case .catalogUnchanged: .catalogUnchanged
            case .problem: .problem
            case .unread: .unread
            case .planned(let entry, _):
                switch entry.action {
                case .unavailable: .unavailable
                case .orphaned: .orphaned
                default: .planned
                }
            case .moved: .moved
            case .started: .started
            case .progress: .progress
            case .stored(_, _, let news): news == .updated ? .updated : .stored
            case .unchanged: .unchanged
            case .failed: .failed
            case .quarantined: .quarantined
            case .parked: .parked
            case .refetching: .refetching
            case .gap: .gap
            case .finished: .summary
            }
    }
}
