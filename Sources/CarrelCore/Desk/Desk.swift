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
        /// The locations of catalogues that somebody named by their places: where a server leads to a catalogue that the
        /// library knows, that one is meant.
        public var places: Set<String> = []
        /// The locations of the catalogues that the library knows and that have pipelines of their own.
        public var known: Set<String> = []
        /// The sixth stage; `nil` without previews.
        public var previews: PreviewStage?
        /// The index of the library's documents; `nil` without one.
        public var index: IndexParts?
        /// Whether the library is there when the process has ended.
        public var remembers = true
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
    var writing: Writing?
    /// Puts right what a killed process left, while it does.
    var recovering: Task<Void, Never>?
    /// The library for looking at it while the desk does not write; `nil` after writing, which may have created the
    /// library.
    var reading: (any Library)?
    /// How often that had to be opened anew.
    var generation = 0
    /// The index, and who uses it.
    var index = IndexUse()
    /// The catalogues that are given their names just now.
    var namedNow: [KnownCatalog] = []
    /// Those of them that were read, by the addresses that answered.
    var answeredNow: [String: KnownCatalog] = [:]
    var selections: [Reader: CollectionKey] = [:]
    /// What readers requested and did not get yet.
    var requests: [ReaderRequest] = []

    /// Ends with an opening that was interrupted.
    var stopped: Task<Void, Never>?

    /// How many calls want the library to stay open for writing once it is.
    var stays = 0

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
        (reading, index.opened) = (parts.pipeline.library, nil)
        generation += 1
    }

    /// The stored documents.
    public nonisolated var documents: any StoredDocuments { store }

    /// Whether a later command finds what this one records.
    public nonisolated var remembers: Bool { parts.remembers }

    nonisolated var store: any Store { parts.pipeline.store }

    /// Whether the library that it has open is still there, and no other one is in its place.
    public var isInPlace: Bool { (writing?.library ?? reading)?.isInPlace ?? true }

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
    public nonisolated func events(capacity: Int = 4096) -> EventListener { hub.listen(capacity: capacity) }

    /// Ends every listener.
    public nonisolated func close() { hub.close() }

    /// The jobs that the library's machines share; `nil` if each run has its jobs to itself.
    var sharedQueue: (any SharedQueue)? {
        get async throws(StoreError) {
            if let shared { return shared }
            let opened = try await parts.pipeline.queues.sharedQueue(of: try await library)
            // Somebody else may have been faster.
            if shared == nil { shared = opened }
            return shared
        }
    }

    /// The pipeline of a catalogue over an open library; its events go to the listeners.
    nonisolated func pipeline(
        for location: String?, _ library: any Library, among parts: Parts? = nil
    ) -> Pipeline {
        let parts = parts ?? self.parts
        var pipeline = location.flatMap { parts.listed[$0] } ?? parts.pipeline
        if let place = location ?? pipeline.source?.location, parts.places.contains(place) {
            for known in parts.known {
                pipeline.others[known] = self.pipeline(for: known, library, among: parts)
            }
        }
        pipeline.library = library
        pipeline.observer = live
        pipeline.runs = runs
        return pipeline
    }

    /// The pipeline of a catalogue, for looking at the library.
    func pipeline(for location: String? = nil) async throws(StoreError) -> Pipeline {
        pipeline(for: location, try await library)
    }
}
