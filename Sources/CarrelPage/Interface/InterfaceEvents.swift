import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelInterface
import CarrelModel
import CarrelServer
import CarrelStages
import CarrelViews

/// Sends programs what happens in the library: a server-sent event for each line of `carrel sync --json`.
///
/// A program that reads slowly misses progress first, then what it finds in the lists after a `gap`; it never holds anybody
/// up.
actor InterfaceEvents {
    /// How many programs can listen at once.
    static let mostListeners = 256
    private static let bufferLimit = 1 << 18
    private static let heartbeat = Duration.seconds(15)

    private let library: CurrentLibrary
    private var streams: [Int: ReplyStream] = [:]
    private var last = 0

    init(_ library: CurrentLibrary) { self.library = library }

    /// Adds a program, which is sent `begin` and then everything that happens from now on.
    ///
    /// - Returns: what it is sent, until the program hangs up, or somebody signs out, or the desk is closed; `nil` if too many listen already.
    /// - Throws: what opening the library throws.
    func listen() async throws -> ReplyStream? {
        let desk = try await library.desk()
        guard streams.count < Self.mostListeners else { return nil }
        let (events, stream) = (desk.events(), ReplyStream(limit: Self.bufferLimit))
        last += 1
        let id = last
        streams[id] = stream
        stream.send(Self.frame(.begin))
        let sending = Task { await Self.send(events, of: desk, to: stream) }
        stream.onClose { [weak self] in
            sending.cancel()
            Task { await self?.leave(id) }
        }
        return stream
    }

    /// Ends every stream.
    func close() {
        for stream in streams.values { stream.end() }
    }

    /// Tells every program what went wrong with something that was asked for, whoever asked.
    func tell(_ trouble: LibraryActions.Trouble) async {
        var row: EventRow
        switch trouble {
        case .action(let action, let error):
            row = EventRow(error: InterfaceError(error).description, status: Self.status(of: error))
            switch action {
            case .get(let key):
                row.setRequest("get", key)
                row.set(await label(key.catalog))
            case .sync(let location):
                row.setRequest("sync")
                if let location { row.set(await label(location)) }
            default: break
            }
        case .catalog(let location, let error):
            row = EventRow(failed: await label(location), reason: InterfaceError(error).description)
        }
        for stream in streams.values { stream.send(Self.frame(row)) }
    }

    private func label(_ location: String) async -> CatalogLabel {
        CatalogLabel(location: location, name: try? await library.desk().catalogName(at: location))
    }

    /// How a command would exit: 5 if the library cannot be used, otherwise 1.
    private static func status(of error: any Error) -> Int {
        switch error {
        case PipelineError.library(let error): error.code == .beingFetched ? 1 : 5
        case let error as StoreError: error.code == .beingFetched ? 1 : 5
        default: 1
        }
    }

    private func leave(_ id: Int) { streams[id] = nil }

    private static func send(_ events: EventListener, of desk: Desk, to stream: ReplyStream) async {
        await withTaskGroup(of: Void.self) { group in
            // Only a write tells that nobody reads.
            group.addTask {
                await LibraryWatch.repeating(every: heartbeat) { stream.send(LiveFrame.comment) }
            }
            group.addTask { await forward(events, of: desk, to: stream) }
            await group.next()
            group.cancelAll()
        }
        stream.end()
    }

    private static func forward(_ events: EventListener, of desk: Desk, to stream: ReplyStream) async {
        var labels: [String: CatalogLabel] = [:]
        for await event in events {
            var row = EventRow(event, root: desk.documents.root)
            if let location = event.catalog {
                // A catalogue may get a name, or another one, between two runs.
                if event.beginsCatalog || labels[location] == nil {
                    let name = try? await desk.catalogName(at: location)
                    labels[location] = CatalogLabel(location: location, name: name)
                }
                row.set(labels[location])
            }
            await stream.room()
            guard stream.send(frame(row)) else { return }
        }
    }

    private static func frame(_ row: EventRow) -> [UInt8] {
        guard let line = JSONForm.line(row) else { return [] }
        return Array("event: \(row.event)\ndata: \(line)\n\n".utf8)
    }
}

extension PipelineEvent {
    /// Whether it is the first one of a run with its catalogue.
    fileprivate var beginsCatalog: Bool {
        switch self {
        case .catalogRead, .catalogUnchanged: true
        default: false
        }
    }
}
