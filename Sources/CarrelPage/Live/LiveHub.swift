import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelServer
import CarrelStages

/// Tells every page that is open what changes, whoever changed it.
///
/// Changes are gathered for a tenth of a second, so that a fast run costs a page at most ten events a second. What
/// other processes do to the library is found in its change feed.
actor LiveHub {
    /// How many pages can be open at once.
    static let maxListeners = 1000
    // What a page may leave unread: one that reads nothing for long is cut off, and comes back with what it knows.
    private static let bufferLimit = 1 << 20
    private static let gathering = Duration.milliseconds(100)
    private static let looking = Duration.milliseconds(500)
    private static let heartbeat = Duration.seconds(15)
    // More rows than a page shows need no frames of their own: the page reads its list again.
    private static let mostItems = 500

    private struct Listener {
        var stream: ReplyStream
        var language: Language
    }

    private let library: PageLibrary
    private var listeners: [Int: Listener] = [:]
    private var last = 0
    private var statuses: [ItemKey: (status: ItemStatus, news: News?)] = [:]
    private var activity = Activity()
    private var lastActivity: [Language: ActivityFrame] = [:]
    private var number: Int64?
    private var wantsLibrary = false
    private var relists = false
    private let clock = ContinuousClock()

    init(_ library: PageLibrary) { self.library = library }

    // MARK: Listening

    /// Adds a page that listens.
    ///
    /// - Parameters:
    ///   - language: what it speaks.
    ///   - since: the number of the last change that it knows of; `nil` for a page that was just made.
    /// - Returns: what it is sent; `nil` if too many listen already.
    func listen(_ language: Language, since: Int64?) async -> ReplyStream? {
        guard listeners.count < Self.maxListeners else { return nil }
        // What changes from here on is told.
        if number == nil { number = try? await library.desk().changes(since: .max).number }
        let stream = ReplyStream(limit: Self.bufferLimit)
        last += 1
        let id = last
        listeners[id] = Listener(stream: stream, language: language)
        stream.onClose { [weak self] in Task { await self?.leave(id) } }
        // The browser asks again soon after the connection is lost.
        stream.send(Array("retry: 1000\n\n".utf8))
        if let since, let frames = try? await missed(since, language) {
            for frame in frames { stream.send(frame) }
        }
        stream.send(LiveFrame.event("activity", number: nil, activity.frame(at: clock.now, language)))
        return stream
    }

    /// How many listen.
    var listenerCount: Int { listeners.count }

    private func leave(_ id: Int) { listeners[id] = nil }

    /// Tells every page a sentence.
    func say(_ text: String, isError: Bool) {
        send { _ in
            LiveFrame.event("message", number: nil, MessageFrame(text: text.singleLine, isError: isError))
        }
    }

    /// Ends every stream.
    func close() {
        for listener in listeners.values { listener.stream.end() }
        listeners = [:]
    }

    private func send(_ frame: (Language) -> [UInt8]) {
        for (language, group) in Dictionary(grouping: listeners.values, by: \.language) {
            let bytes = frame(language)
            guard !bytes.isEmpty else { continue }
            for listener in group { listener.stream.send(bytes) }
        }
    }

    // MARK: Working

    /// Tells what changes until the task is cancelled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.hear() }
            group.addTask { await self.repeating(every: Self.gathering) { await self.flush() } }
            group.addTask { await self.repeating(every: Self.looking) { await self.look() } }
            group.addTask { await self.repeating(every: Self.heartbeat) { await self.beat() } }
        }
    }

    private nonisolated func repeating(every period: Duration, _ body: () async -> Void) async {
        while (try? await Task.sleep(for: period)) != nil { await body() }
    }

    private func beat() {
        for listener in listeners.values { listener.stream.send(LiveFrame.comment) }
    }

    /// Hears what the desk does; a desk that took the place of another one is heard next.
    private func hear() async {
        while !Task.isCancelled {
            guard let desk = try? await library.desk() else {
                try? await Task.sleep(for: Self.looking)
                continue
            }
            let events = desk.events()
            for await event in events { take(event) }
            try? await Task.sleep(for: Self.gathering)
        }
    }

    private func take(_ event: PipelineEvent) {
        activity.receive(event, at: clock.now)
        switch event {
        case .started(let item), .refetching(let item, _):
            statuses[item.key] = (.downloading(fraction: nil), nil)
        case .progress(let item, let bytes, let total):
            let fraction = total.map { $0 > 0 ? min(1, Double(bytes) / Double($0)) : 1 }
            statuses[item.key] = (.downloading(fraction: fraction), nil)
        case .stored(let item, _, let news): statuses[item.key] = (.stored, news)
        case .unchanged(let item): statuses[item.key] = (.stored, nil)
        case .failed(let item, let reason): statuses[item.key] = (.failed(reason: reason), nil)
        case .quarantined(let item, let reason): statuses[item.key] = (.setAside(reason: reason), nil)
        case .parked(let item, _): statuses[item.key] = (.available, nil)
        case .catalogRead, .unread: (wantsLibrary, relists) = (true, true)
        case .gap, .finished: (wantsLibrary, relists) = (true, true)
        case .catalogUnchanged, .problem, .moved, .planned: break
        }
    }

    /// Sends what was gathered.
    private func flush() {
        if !statuses.isEmpty {
            let gathered = statuses
            statuses = [:]
            let number = number
            send { language in
                let items = gathered.prefix(Self.mostItems).map { key, value in
                    StatusFrame.Item(RowKey.of(key), StatusMarkup(value.status, news: value.news, language))
                }
                return LiveFrame.event("status", number: number, StatusFrame(items: items))
            }
            if gathered.count > Self.mostItems { (wantsLibrary, relists) = (true, true) }
        }
        let now = clock.now
        for language in Set(listeners.values.map(\.language)) {
            let frame = activity.frame(at: now, language)
            guard frame != lastActivity[language] else { continue }
            lastActivity[language] = frame
            let bytes = LiveFrame.event("activity", number: nil, frame)
            for listener in listeners.values where listener.language == language {
                listener.stream.send(bytes)
            }
        }
    }

    /// Looks for what was recorded, by this process or another one.
    ///
    /// Pages ask for their parts as soon as they are told, and get what was read for this. A library that takes long to read
    /// is read less often.
    private func look() async {
        guard !listeners.isEmpty, let number, await library.isRested else { return }
        do {
            let changes = try await library.desk().changes(since: number)
            if changes.number != number {
                let snapshot = try await library.latest()
                self.number = changes.number
                wantsLibrary = true
                try await tell(changes, snapshot)
            }
        } catch {
            return
        }
        guard wantsLibrary else { return }
        let frame = LibraryFrame(relists: relists)
        (wantsLibrary, relists) = (false, false)
        let last = self.number
        send { _ in LiveFrame.event("library", number: last, frame) }
    }

    private func tell(_ changes: LedgerChanges, _ snapshot: PageSnapshot) async throws {
        if !changes.catalogs.isEmpty { relists = true }
        guard changes.items.count <= Self.mostItems else {
            relists = true
            return
        }
        let underWay = try await library.desk().itemsUnderWay()
        let rows = rows(changes.items, snapshot)
        // What a page is told of an item that is gone, only the list itself can show.
        if rows.count < Set(changes.items).count { relists = true }
        send { language in
            let items = rows.map {
                StatusFrame.Item(
                    RowKey.of($0.documentKey), StatusMarkup($0, live: underWay[$0.documentKey], language))
            }
            return items.isEmpty
                ? [] : LiveFrame.event("status", number: changes.number, StatusFrame(items: items))
        }
    }

    private func rows(_ keys: [ItemKey], _ snapshot: PageSnapshot) -> [LibraryView.Row] {
        let collections = Dictionary(grouping: Set(keys)) {
            CollectionKey(catalog: $0.catalog, collection: $0.collection)
        }
        return collections.flatMap { collection, keys in
            let wanted = Set(keys)
            return snapshot.rows(of: collection).filter { wanted.contains($0.documentKey) }
        }
    }

    /// What a page missed that knows the library as it was at a change.
    private func missed(_ since: Int64, _ language: Language) async throws -> [[UInt8]] {
        let changes = try await library.desk().changes(since: since)
        guard changes.number != since || !changes.items.isEmpty else { return [] }
        // Reading the list again is what a page does anyway that was away; rows alone would not show what left it.
        return [LiveFrame.event("library", number: changes.number, LibraryFrame(relists: true))]
    }
}
