import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation

/// A desk of fakes.
struct DeskHarness {
    /// Two collections.
    static let twoCollections = """
        = C1
        A | http://x.example/a
        B | http://x.example/b
        = C2
        C | http://x.example/c
        D | http://x.example/d
        E | http://x.example/e
        """

    let harness: PipelineHarness
    let desk: Desk
    /// How often the library was opened to be written to.
    let openings = Locked(0)

    /// - Parameters:
    ///   - catalog: what is listed.
    ///   - maxConcurrent: how many documents a sync fetches at once.
    ///   - deferred: the collection whose documents only come when somebody asks for them.
    ///   - previews: the sixth stage.
    ///   - index: the index.
    /// - Throws: what the fakes throw.
    init(
        _ catalog: String, maxConcurrent: Int = 1, deferring deferred: String? = nil,
        previews: PreviewStage? = nil, index: IndexParts? = nil
    ) throws {
        var harness = try PipelineHarness(catalog)
        harness.pipeline.downloads.queueLimits.maxConcurrent = maxConcurrent
        if let deferred {
            harness.pipeline.planner = DeferringPlanner(
                planner: harness.pipeline.planner, collection: deferred)
        }
        self.harness = harness
        let (library, openings) = (harness.library, openings)
        desk = Desk(
            Desk.Parts(harness.pipeline, previews: previews, index: index) { access throws(StoreError) in
                guard access == .exclusive else { return library }
                openings.withLock { $0 += 1 }
                return library
            })
    }

    /// Two collections whose documents can be fetched; those with a gate come in two pieces, the second when it opens.
    static func ofTwoCollections(
        holding gates: [String: Gate] = [:], maxConcurrent: Int = 1
    ) throws -> DeskHarness {
        let made = try DeskHarness(twoCollections, maxConcurrent: maxConcurrent)
        for name in ["a", "b", "c", "d", "e"] {
            let url = "http://x.example/\(name)"
            if let gate = gates[name] {
                made.hold(url, gate)
            } else {
                made.harness.fetcher.on(url, .text("text of \(name)"))
            }
        }
        return made
    }

    /// A collection of the catalogue.
    func collection(_ id: String) -> CollectionKey {
        CollectionKey(catalog: harness.source.location, collection: id)
    }

    /// Has a document come in two pieces, the second when the gate opens.
    func hold(_ url: String, _ gate: Gate) {
        harness.fetcher.on(url, .held(by: gate, "halfhalf", after: 4, fields: [("ETag", "\"1\"")]))
    }
}

/// Leaves the documents of one collection until somebody asks for them.
private struct DeferringPlanner: Planner {
    let planner: any Planner
    let collection: String

    func plan(_ catalog: Catalog, memory: LibraryMemory) -> Plan {
        var plan = planner.plan(catalog, memory: memory)
        for index in plan.entries.indices
        where plan.entries[index].collection == collection && plan.entries[index].action.transfers {
            plan.entries[index].action = .deferred
        }
        return plan
    }
}

/// The events that a listener hears, written down as they come.
final class HeardEvents: Sendable {
    let lines = Recorder<String>()
    private let task: Task<Void, Never>

    /// Begins to listen.
    init(_ listener: EventListener) {
        let lines = lines
        task = Task {
            for await event in listener {
                if let line = Self.line(event) { lines.append(line) }
            }
        }
    }

    deinit { task.cancel() }

    /// Waits until the listener has heard something so often.
    func hears(_ line: String, times: Int = 1) async throws {
        _ = try await lines.wait(atLeast: times) { $0 == line }
    }

    /// What it heard, progress aside.
    private static func line(_ event: PipelineEvent) -> String? {
        switch event {
        case .planned(let entry, _): "planned \(entry.item.title)"
        case .started(let item): "started \(item.title)"
        case .stored(let item, _, _): "stored \(item.title)"
        case .unchanged(let item): "unchanged \(item.title)"
        case .failed(let item, let reason): "failed \(item.title): \(reason)"
        case .parked(let item, _): "parked \(item.title)"
        case .gap: "gap"
        case .finished(let summary, _): "finished \(summary.listed)"
        default: nil
        }
    }
}

/// Takes every document for text.
struct TextDetector: MediaTypeDetector {
    func mediaType(of file: URL, name: String, declared: MediaType?) async throws(PreviewError) -> MediaType {
        declared ?? .plainText
    }
}

extension PreviewStage {
    /// Shows the first line of everything.
    static var ofFirstLines: PreviewStage {
        PreviewStage(detector: TextDetector(), limits: PreviewLimits()) {
            (_: MediaType) throws(ConfigurationError) in ("first-line", "1", FirstLinePreviewer())
        }
    }
}

/// Shows the first line.
struct FirstLinePreviewer: Previewer {
    func preview(_ document: PreviewDocument, limits: PreviewLimits) async throws(PreviewError) -> Preview {
        let text = (try? String(contentsOf: document.file, encoding: .utf8)) ?? ""
        return Preview(
            text: text.split(separator: "\n").first.map(String.init) ?? "", mediaType: document.mediaType)
    }
}
