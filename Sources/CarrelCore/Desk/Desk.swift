import CarrelStages
import Foundation

/// One open library with its profile: what a person sees and asks for.
///
/// Every front end asks a desk and renders what it says; what belongs to the application is decided here, once: at most
/// three documents at once of those that a person asked for, an item that is asked for twice is fetched once, and who
/// selects another collection asks no longer for what was asked for in the one before.
///
/// **Lock.** The library's lock is held from the first job of a run to its last receipt, and by nobody while the desk is
/// idle. What another process changes shows in `changes(since:)`.
///
/// **Events.** Any number of listeners hears the same events in the same order, each in its own time.
public actor Desk {
    /// What a desk works with.
    public struct Parts: Sendable {
        /// The profile's pipeline over the open library.
        public var pipeline: Pipeline
        /// The pipelines of other catalogues, by their locations.
        public var listed: [String: Pipeline]
        /// The sixth stage; `nil` if nothing is to be previewed.
        public var previews: PreviewStage?
        /// The index of the library's documents.
        public var index: IndexParts?
        /// Opens the library again: to be written to, which takes its lock, or to be looked at.
        public var open: @Sendable (LibraryAccess) async throws(StoreError) -> any Library

        public init(
            _ pipeline: Pipeline, listed: [String: Pipeline] = [:], previews: PreviewStage? = nil,
            index: IndexParts? = nil,
            open: @escaping @Sendable (LibraryAccess) async throws(StoreError) -> any Library
        ) {
            (self.pipeline, self.listed, self.previews) = (pipeline, listed, previews)
            (self.index, self.open) = (index, open)
        }
    }

    let hub = EventHub()
    let live: LiveStatuses
    let parts: Parts
    let runs = Runs()
    private var writing: Writing?
    /// The library to be looked at while nobody writes; `nil` once it was written to, for it may have begun then.
    private var reading: (any Library)?
    /// The index, once somebody needed it.
    var openedIndex: (any DocumentIndex)?
    var selections: [Reader: CollectionKey] = [:]
    private var lastReader = 0

    /// The library while it is written to.
    private struct Writing {
        var opening: Task<any Library, any Error>
        var users = 1
    }

    /// Opens a desk.
    ///
    /// - Parameters:
    ///   - parts: what it works with. Their observers hear nothing.
    ///   - observer: hears every event before the listeners do, and must return quickly.
    public init(_ parts: Parts, observer: (any PipelineObserver)? = nil) {
        self.parts = parts
        reading = parts.pipeline.library
        let hub = hub
        live = LiveStatuses(EventRelay(observer.map { ObserverPair($0, hub) } ?? hub))
    }

    /// The store.
    public nonisolated var store: any Store { parts.pipeline.store }

    /// The library, to be looked at.
    public var library: any Library {
        get async throws(StoreError) {
            if let library = try? await writing?.opening.value { return library }
            if let reading { return reading }
            let library = try await parts.open(.shared)
            reading = library
            return library
        }
    }

    /// Adds a listener, which hears what happens from now on.
    ///
    /// - Parameter capacity: how many events wait for it, above 1; a full buffer loses progress first, then everything.
    /// - Returns: the events.
    public nonisolated func events(capacity: Int = 4096) -> EventListener { hub.listen(capacity: capacity) }

    /// Ends every listener.
    public nonisolated func close() { hub.close() }

    /// A reader of its own.
    public func newReader() -> Reader {
        lastReader += 1
        return Reader(number: lastReader)
    }

    // MARK: Writing

    /// Does something with the library's lock, which whoever comes meanwhile shares.
    ///
    /// - Parameters:
    ///   - location: the catalogue that it is about; `nil` for that of the profile.
    ///   - age: how old the copy of what is remembered may be afterwards.
    ///   - body: gets the pipeline over the library that may be written to.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; `StoreError` where the library cannot be written to.
    func writing<Value: Sendable>(
        _ location: String? = nil, copiedWithin age: Duration = .seconds(24 * 3600),
        _ body: @Sendable (Pipeline) async throws -> Value
    ) async throws -> Value {
        let library = try await startWriting()
        defer { stopWriting() }
        let value = try await body(pipeline(for: location, library))
        await noteChanges()
        // What is safe already is safe without a copy, too.
        if writing?.users == 1 { try? await library.keepCopy(unlessYoungerThan: age) }
        return value
    }

    private func startWriting() async throws -> any Library {
        if let known = writing {
            writing?.users += 1
            do {
                return try await known.opening.value
            } catch {
                stopWriting()
                throw error
            }
        }
        let (parts, runs) = (parts, runs)
        let opening = Task {
            let library = try await parts.open(.exclusive)
            var pipeline = parts.pipeline
            (pipeline.library, pipeline.runs) = (library, runs)
            try await pipeline.recover()
            return library
        }
        writing = Writing(opening: opening)
        do {
            return try await opening.value
        } catch {
            stopWriting()
            throw error
        }
    }

    private func stopWriting() {
        writing?.users -= 1
        if writing?.users == 0 { (writing, reading) = (nil, nil) }
    }

    /// The pipeline of a catalogue over an open library, whose events go to the listeners.
    nonisolated func pipeline(for location: String?, _ library: any Library) -> Pipeline {
        var pipeline = location.flatMap { parts.listed[$0] } ?? parts.pipeline
        pipeline.library = library
        pipeline.observer = live
        pipeline.runs = runs
        return pipeline
    }

    /// The pipeline of a catalogue, to look at what there is.
    func pipeline(for location: String? = nil) async throws(StoreError) -> Pipeline {
        pipeline(for: location, try await library)
    }

    /// Has the listeners know how far the records are.
    private func noteChanges() async {
        if let changes = try? await library.changes(since: .max) { hub.note(changes.number) }
    }
}
