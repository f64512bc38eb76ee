import CarrelBasics
import CarrelStages
import Foundation

/// One open library with its profile: everything that a front end shows and asks for.
///
/// The rules of the application are decided here, once for all front ends: of the documents that a person requested, at
/// most three are fetched at once; an item that is requested twice is fetched once; and selecting another collection
/// cancels what the reader requested in the previous one.
///
/// **Lock.** The desk itself holds the library's lock only while it writes, as during a run; where its parts came with a
/// library that is open for writing, whoever opened that holds it. What another process changes shows in
/// `changes(since:)`.
///
/// **Events.** All listeners get the same events in the same order, each at its own pace.
public actor Desk {
    /// What a desk works with.
    public struct Parts: Sendable {
        /// The profile's pipeline over the open library.
        public var pipeline: Pipeline
        /// The pipelines of other catalogues, by their locations.
        public var listed: [String: Pipeline]
        /// The sixth stage; `nil` without previews.
        public var previews: PreviewStage?
        /// The index of the library's documents; `nil` without one.
        public var index: IndexParts?
        /// How jobs are left to other machines, where the library's machines share them.
        public var posting = PostingOptions()
        /// Opens the library again, for writing, which takes its lock, or for looking at it.
        public var open: @Sendable (LibraryAccess) async throws(StoreError) -> any Library
        /// The same, without waiting for anybody who uses it; `nil` if `open` never does.
        public var openAtOnce: (@Sendable (LibraryAccess) async throws(StoreError) -> any Library)?

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
    private let equipment: Locked<Parts>
    let runs = Runs()
    private var writing: Writing?
    /// Puts right what a killed process left, while it does.
    private var recovering: Task<Void, Never>?
    /// The library for looking at it while the desk does not write; `nil` after writing, which may have created the
    /// library.
    private var reading: (any Library)?
    /// How often that had to be opened anew.
    private var generation = 0
    /// The index, once it was needed.
    var openedIndex: (any DocumentIndex)?
    /// How many calls store documents that are to be indexed.
    var indexers = 0
    /// What updates the index meanwhile.
    var following: Task<Void, Never>?
    /// The catalogues that are given their names just now.
    var namedNow: [KnownCatalog] = []
    var selections: [Reader: CollectionKey] = [:]
    /// What readers requested and did not get yet.
    var requests: [ReaderRequest] = []

    /// The library while it is open for writing.
    private struct Writing {
        var access: LibraryAccess
        var opening: Task<any Library, any Error>
        /// The library, once it is open.
        var library: (any Library)?
        var users = 1
        /// Whether nobody else may come in until its one user is done.
        var isClosedToOthers = false
        /// How old the copy of the records may be once it is closed; `nil` if nothing has changed them.
        var copyAge: Duration?
    }

    /// How many calls want the library to stay open for writing once it is.
    private var stays = 0

    private var shared: (any SharedQueue)?

    /// Opens a desk.
    ///
    /// - Parameters:
    ///   - parts: what it works with. The pipelines' own observers get no events.
    ///   - observer: gets every event before the listeners do, and must return quickly.
    public init(_ parts: Parts, observer: (any PipelineObserver)? = nil) {
        equipment = Locked(parts)
        reading = parts.pipeline.library
        let hub = hub
        live = LiveStatuses(EventRelay(observer.map { ObserverPair($0, hub) } ?? hub))
    }

    /// What it works with now.
    nonisolated var parts: Parts { equipment.value }

    /// Works with other parts over the same library from now on, for example because it knows another catalogue; what
    /// goes on goes on with those of before, and whoever listens goes on listening.
    public func take(_ parts: Parts) {
        equipment.withLock { $0 = parts }
        (reading, openedIndex) = (parts.pipeline.library, nil)
        generation += 1
    }

    /// The stored documents.
    public nonisolated var documents: any StoredDocuments { store }

    /// The store.
    nonisolated var store: any Store { parts.pipeline.store }

    /// The library, for looking at it.
    var library: any Library {
        get async throws(StoreError) {
            // Whoever only looks does not wait until another process is done writing.
            if let library = writing?.library { return library }
            if let reading { return reading }
            let before = generation
            let library = try await parts.open(.shared)
            // What was opened before somebody wrote, or took other parts, may be no library at all.
            if before == generation { reading = library }
            return library
        }
    }

    /// Adds a listener, which gets all events from now on.
    ///
    /// - Parameter capacity: the size of its buffer in events, above 1; a full buffer drops progress first, then
    ///   everything.
    /// - Returns: the events.
    public nonisolated func events(capacity: Int = 4096) -> EventListener { hub.listen(capacity: capacity) }

    /// Ends every listener.
    public nonisolated func close() { hub.close() }

    /// A new reader, different from all others.
    public func newReader() -> Reader { Reader() }

    // MARK: Writing

    /// The jobs that the library's machines share; `nil` if each run has its jobs to itself.
    var sharedQueue: (any SharedQueue)? {
        get async throws(StoreError) {
            if let shared { return shared }
            shared = try await parts.pipeline.queues.sharedQueue(of: try await library)
            return shared
        }
    }

    /// Does something while holding the library's lock; calls that overlap share it.
    ///
    /// - Parameters:
    ///   - location: the location of the catalogue; `nil` for that of the profile.
    ///   - access: how the library is held; `nil` for alone, or with others if its machines share its jobs.
    ///   - age: how old the copy of the records may be afterwards.
    ///   - body: gets the catalogue's pipeline over the library that is open for writing.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws; `StoreError` if the library cannot be written to.
    func writing<Value: Sendable>(
        _ location: String? = nil, with access: LibraryAccess? = nil,
        copiedWithin age: Duration = .seconds(24 * 3600),
        _ body: @Sendable (Pipeline) async throws -> Value
    ) async throws -> Value {
        // What is known now: until the library is open, the desk may take other parts.
        let parts = parts
        let library = try await startWriting(
            access ?? (parts.pipeline.queues.isShared ? .joined : .exclusive))
        defer { stopWriting() }
        var pipeline = pipeline(for: location, library, among: parts)
        if let queue = try await sharedQueue {
            pipeline.posting = Posting(queue: queue, options: parts.posting)
            pipeline.context.now = try await queue.clock(correcting: pipeline.context.now)
        }
        let value = try await body(pipeline)
        await noteChanges()
        let copyAge = min(writing?.copyAge ?? age, age)
        writing?.copyAge = copyAge
        if writing?.users == 1, stays == 0 { await keepCopy() }
        return value
    }

    /// Finishes what a killed process left, for somebody who is about to look: documents are recorded that have no name yet.
    ///
    /// Whoever writes just now is left to do that, and is not waited for: a run always has documents that will get their
    /// names in a moment. The library can be read even if it fails.
    public func recover() async {
        if let recovering { return await recovering.value }
        let parts = parts
        guard writing == nil, !parts.pipeline.queues.isShared,
            let pending = try? await library.pendingPublications(), !pending.isEmpty, writing == nil,
            recovering == nil
        else { return }
        // Not as a write of the desk: no copy of the records is kept. Whoever comes to write waits for it.
        let recovering = Task {
            guard let library = try? await (parts.openAtOnce ?? parts.open)(.exclusive) else { return }
            try? await pipeline(for: nil, library, among: parts).recover()
        }
        self.recovering = recovering
        await recovering.value
        self.recovering = nil
    }

    /// Does several things, between which the library stays open for writing once one of them has opened it.
    ///
    /// - Parameter body: what to do.
    /// - Returns: what the body returns.
    /// - Throws: what the body throws.
    public func stayingOpen<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async throws -> Value {
        stays += 1
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        stays -= 1
        if stays == 0, writing?.users == 0 {
            writing?.users = 1
            await keepCopy()
            stopWriting()
        }
        return try result.get()
    }

    /// Keeps a copy of the records that is young enough, if anything has changed them.
    private func keepCopy() async {
        guard let age = writing?.copyAge, let library = try? await writing?.opening.value else { return }
        writing?.copyAge = nil
        // The changes are durable, so a failed copy is not an error.
        try? await library.keepCopy(unlessYoungerThan: age)
    }

    /// Whether it holds the library's lock, or is about to.
    var holdsLock: Bool { writing?.access == .exclusive }

    /// Whether just one call writes.
    var isAloneInWriting: Bool { writing?.users == 1 }

    /// Keeps everybody else out until the one call that writes is done.
    ///
    /// - Throws: `StoreError` with `.busy` if others write already.
    func keepOthersOut() throws(StoreError) {
        guard isAloneInWriting else { throw Self.heldOtherwise }
        writing?.isClosedToOthers = true
    }

    private func startWriting(_ access: LibraryAccess) async throws -> any Library {
        if let known = writing {
            guard known.access == access || known.access == .exclusive, !known.isClosedToOthers else {
                throw Self.heldOtherwise
            }
            writing?.users += 1
            do {
                return try await known.opening.value
            } catch {
                stopWriting(isOpen: false)
                throw error
            }
        }
        let (parts, runs, recovering) = (parts, runs, recovering)
        let opening = Task {
            await recovering?.value
            let library = try await parts.open(access)
            var pipeline = parts.pipeline
            (pipeline.library, pipeline.runs) = (library, runs)
            // Whoever stores no documents leaves those of others alone.
            if access != .joined { try await pipeline.recover(besideOthers: access == .working) }
            return library
        }
        writing = Writing(access: access, opening: opening)
        do {
            let library = try await withTaskCancellationHandler {
                try await opening.value
            } onCancel: {
                Task { await self.stopOpening(opening) }
            }
            writing?.library = library
            return library
        } catch {
            stopWriting(isOpen: false)
            throw error
        }
    }

    /// Ends the wait for the library where whoever is interrupted was the only one who waited.
    private func stopOpening(_ opening: Task<any Library, any Error>) {
        guard writing?.opening == opening, writing?.users == 1, writing?.library == nil else { return }
        opening.cancel()
    }

    private static let heldOtherwise = StoreError(
        .busy, subject: "the library", reason: "something else goes on in it",
        remedy: "Try again when it has ended")

    private func stopWriting(isOpen: Bool = true) {
        writing?.users -= 1
        if writing?.users == 0 { writing?.isClosedToOthers = false }
        // What could not be opened is opened anew by whoever comes next.
        guard writing?.users == 0, stays == 0 || !isOpen else { return }
        (writing, reading) = (nil, nil)
        generation += 1
    }

    /// The pipeline of a catalogue over an open library; its events go to the listeners.
    nonisolated func pipeline(
        for location: String?, _ library: any Library, among parts: Parts? = nil
    ) -> Pipeline {
        let parts = parts ?? self.parts
        var pipeline = location.flatMap { parts.listed[$0] } ?? parts.pipeline
        pipeline.library = library
        pipeline.observer = live
        pipeline.runs = runs
        return pipeline
    }

    /// The pipeline of a catalogue, for looking at the library.
    func pipeline(for location: String? = nil) async throws(StoreError) -> Pipeline {
        pipeline(for: location, try await library)
    }

    /// Tells the hub the number of the last recorded change, for listeners that miss events.
    ///
    /// Not while anything else goes on: what that has recorded may not have been told yet.
    private func noteChanges() async {
        guard isAloneInWriting, let changes = try? await library.changes(since: .max), isAloneInWriting else {
            return
        }
        hub.note(changes.number)
    }
}
