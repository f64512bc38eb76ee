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
    /// Somebody who looks at the library and asks for documents: a window, a page, a command.
    public struct Reader: Sendable, Hashable {
        let number: Int
    }

    /// What a desk works with.
    public struct Parts: Sendable {
        /// The profile's pipeline over a library that was opened to be looked at.
        public var pipeline: Pipeline
        /// The pipelines of the catalogues that the profile lists, by their locations.
        public var listed: [String: Pipeline]
        /// The sixth stage; `nil` where nothing is to be previewed.
        public var previews: PreviewStage?
        /// Opens the library to be written to, which takes its lock.
        public var openToWrite: @Sendable () async throws(StoreError) -> any Library

        /// Gathers the parts.
        public init(
            _ pipeline: Pipeline, listed: [String: Pipeline] = [:], previews: PreviewStage? = nil,
            openToWrite: @escaping @Sendable () async throws(StoreError) -> any Library
        ) {
            (self.pipeline, self.listed, self.previews) = (pipeline, listed, previews)
            self.openToWrite = openToWrite
        }
    }

    let hub = EventHub()
    let live: LiveStatuses
    let parts: Parts
    let runs = Runs()
    private var writing: Writing?
    private var selections: [Reader: CollectionKey] = [:]
    private var lastReader = 0

    /// The library while it is written to.
    private struct Writing {
        var opening: Task<any Library, any Error>
        var users = 1
    }

    /// Opens a desk.
    ///
    /// - Parameter parts: what it works with. Their observers hear nothing: the events go to the listeners.
    public init(_ parts: Parts) {
        self.parts = parts
        live = LiveStatuses(hub)
    }

    /// The library, to be looked at.
    public nonisolated var library: any Library { parts.pipeline.library }

    /// The store.
    public nonisolated var store: any Store { parts.pipeline.store }

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
    ///   - body: gets the pipeline over the library that may be written to.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; `StoreError` where the library cannot be written to.
    func writing<Value: Sendable>(
        _ location: String? = nil, _ body: @Sendable (Pipeline) async throws -> Value
    ) async throws -> Value {
        let library = try await startWriting()
        defer { stopWriting() }
        var pipeline = pipeline(for: location)
        pipeline.library = library
        let value = try await body(pipeline)
        await noteChanges()
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
            let library = try await parts.openToWrite()
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
        if writing?.users == 0 { writing = nil }
    }

    /// The pipeline of a catalogue, whose events go to the listeners.
    func pipeline(for location: String?) -> Pipeline {
        var pipeline = location.flatMap { parts.listed[$0] } ?? parts.pipeline
        pipeline.observer = live
        pipeline.runs = runs
        return pipeline
    }

    /// Has the listeners know how far the records are.
    func noteChanges() async {
        if let changes = try? await library.changes(since: .max) { hub.note(changes.number) }
    }

    // MARK: Selection

    /// Selects a collection for a reader, and remembers it for the next one.
    ///
    /// What the reader asked for in the collection before, queued or in flight, is cancelled; nobody else's.
    public func select(_ collection: CollectionKey, for reader: Reader) async throws(StoreError) {
        let before = selections.updateValue(collection, forKey: reader)
        if let before, before != collection { await cancel(before, for: reader) }
        try await library.select(collection)
    }

    /// Cancels what a reader asked for in a collection.
    public func cancel(_ collection: CollectionKey, for reader: Reader) async {
        await runs.cancel(for: reader) {
            $0.catalog == collection.catalog && $0.collection == collection.collection
        }
    }

    /// Cancels items that a reader asked for.
    public func cancel(_ items: [ItemKey], for reader: Reader) async {
        let keys = Set(items)
        await runs.cancel(for: reader) { keys.contains($0) }
    }
}
