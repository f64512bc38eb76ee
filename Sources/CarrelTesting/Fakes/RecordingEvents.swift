import CarrelCore
import CarrelModel

/// Records the events of a run, to be looked at or waited for.
public final class RecordingEvents: PipelineObserver {
    private let recorder = Recorder<PipelineEvent>()

    /// Makes an empty recording.
    public init() {}

    /// Takes an event.
    public func receive(_ event: PipelineEvent) { recorder.append(event) }

    /// The events so far, in order.
    public var events: [PipelineEvent] { recorder.elements }

    /// The events as short lines, such as `stored: Week 1`; progress left out.
    public var lines: [String] { events.compactMap(Self.line) }

    /// Waits until an event of a kind has come.
    public func first<Match: Sendable>(_ match: @escaping @Sendable (PipelineEvent) -> Match?) async throws
        -> Match
    {
        let events = try await recorder.wait(atLeast: 1) { match($0) != nil }
        guard let found = events.lazy.compactMap(match).first else { throw CancellationError() }
        return found
    }

    private static func line(_ event: PipelineEvent) -> String? {
        switch event {
        case .catalogRead(_, let parser, _): "read as \(parser)"
        case .catalogUnchanged: "catalogue unchanged"
        case .problem(let problem, _): "problem: \(problem.place)"
        case .unread(_, let title, _): "not read again: \(title)"
        case .planned(let entry, _): "\(entry.action.rawValue): \(entry.item.title)"
        case .started(let item): "started: \(item.title)"
        case .progress: nil
        case .stored(let item, _, let news):
            (news == .updated ? "updated: " : "stored: ") + item.title
        case .unchanged(let item): "unchanged: \(item.title)"
        case .failed(let item, let reason): "failed: \(item.title): \(reason)"
        case .quarantined(let item, let reason): "quarantined: \(item.title): \(reason)"
        case .parked(let item, let reason): "parked: \(item.title)" + (reason.map { ": \($0)" } ?? "")
        case .refetching(let item, _): "refetching: \(item.title)"
        case .moved(let item, _, let name): "moved: \(item.title) to \(name)"
        case .gap(let since): "gap since \(since)"
        case .finished: "finished"
        }
    }
}
