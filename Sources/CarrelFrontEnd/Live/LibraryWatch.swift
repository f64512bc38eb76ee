import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages

/// Tells what changes in a library, whoever changes it.
///
/// What the desk does is gathered for a tenth of a second, so that a fast run costs at most ten tellings a second. What
/// other processes do is found in the change feed, twice a second, and at once where the library tells of its changes.
package actor LibraryWatch {
    /// What is told of a document.
    package struct Told: Sendable {
        /// Its state in the list of the catalogue that it is recorded for.
        package var state: ItemState
        /// What events have told of it since it was recorded, for whoever has a row of its own; `nil` if nothing.
        package var live: LiveStatus?
        /// What links call it.
        package var names: [String]

        package init(_ row: LibraryView.Row, _ live: LiveStatus?, names: [String] = []) {
            (state, self.live, self.names) = (ItemState(row.now(live)), live, names)
        }
    }

    /// Something that changed.
    package enum Change: Sendable {
        /// The states of documents as they are now, by the keys that they are recorded under.
        case states([ItemKey: Told])
        /// What the library counts has changed; `relists` if something came to a list or left it.
        case library(relists: Bool)
        /// The library cannot be read, for that reason; `nil` as soon as it can be read again.
        case unreadable((any Error)?)
        /// Documents are on their way, or no longer; told every time, so that rates and times stay right.
        case activity(Activity.State)
    }

    /// Takes a change, with the number of the last recorded change that was told.
    package typealias Listener = @Sendable (Change, Int64?) async -> Void

    private static let gathering = Duration.milliseconds(100)
    private static let looking = Duration.milliseconds(400)
    // Of more rows than a screen shows only the whole list is worth reading again.
    private static let mostItems = 500

    private let library: CurrentLibrary
    private var statuses: [ItemKey: LiveStatus] = [:]
    private var elsewhere: Set<ItemKey> = []
    private var activity = Activity()
    private var number: Int64?
    private var isUnreadable = false
    private var wantsLibrary = false
    private var relists = false
    private let clock = ContinuousClock()

    package init(_ library: CurrentLibrary) { self.library = library }

    /// Has everything told that changes from here on; does nothing the second time.
    package func begin() async {
        if number == nil { number = try? await library.desk().changes(since: .max).number }
    }

    /// What is going on now.
    package func state() -> Activity.State { activity.state(at: clock.now) }

    /// Tells what changes until the task is cancelled.
    ///
    /// - Parameters:
    ///   - isHeard: whether somebody listens; the library is not read for nobody.
    ///   - listener: what to tell, one thing after the other.
    package func run(while isHeard: @escaping @Sendable () async -> Bool, _ listener: @escaping Listener)
        async
    {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { await self.hear() }
            group.addTask {
                await Self.repeating(every: Self.gathering) { await self.flush(while: isHeard, listener) }
            }
            group.addTask {
                await Self.repeating(every: Self.gathering) {
                    await self.waitForChange()
                    if await isHeard() { await self.look(listener) }
                }
            }
        }
    }

    /// Does something again and again until the task is cancelled.
    package static func repeating(every period: Duration, _ body: () async -> Void) async {
        while (try? await Task.sleep(for: period)) != nil { await body() }
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
            // What that one had under way, nobody tells the end of.
            (activity, statuses) = (Activity(), [:])
            (wantsLibrary, relists) = (true, true)
            try? await Task.sleep(for: Self.gathering)
        }
    }

    private func take(_ event: PipelineEvent) {
        activity.receive(event, at: clock.now)
        if let key = event.item?.key, let status = LiveStatus(event) { note(status, of: key) }
        switch event {
        case .planned(let entry, let location) where entry.action.transfers:
            note(
                waiting: ItemKey(catalog: location, collection: entry.collection, item: entry.item.id))
        case .catalogRead, .unread, .gap, .finished: (wantsLibrary, relists) = (true, true)
        default: break
        }
    }

    private func note(_ status: LiveStatus, of key: ItemKey) {
        // Who joined a transfer hears that its document is current, which takes no news back.
        if status == .unchanged, case .stored? = statuses[key] { return }
        statuses[key] = status
    }

    /// Notes an item that waits for its turn; of very many, whoever reads the library again sees it.
    private func note(waiting key: ItemKey) {
        guard statuses.count < Self.mostItems else {
            wantsLibrary = true
            return
        }
        if statuses[key]?.isUnderWay != true { statuses[key] = .underWay(fraction: nil) }
    }

    /// Notes what waits for other machines: no event tells that it does, only how it ends.
    private func note(elsewhere keys: Set<ItemKey>) {
        for key in keys.subtracting(elsewhere) where statuses[key] == nil {
            statuses[key] = .underWay(fraction: nil)
        }
        elsewhere = keys
    }

    /// Tells what was gathered.
    private func flush(while isHeard: @Sendable () async -> Bool, _ listener: Listener) async {
        let gathered = statuses
        statuses = [:]
        if !gathered.isEmpty, await isHeard() {
            let keys = Array(gathered.keys.prefix(Self.mostItems))
            let shown = try? await library.shown()
            let states = shown.map { self.states(of: keys, gathered, $0) } ?? [:]
            // What cannot be told, the list itself shows.
            if states.count < gathered.count { (wantsLibrary, relists) = (true, true) }
            if !states.isEmpty { await listener(.states(states), number) }
        }
        await listener(.activity(state()), nil)
    }

    /// Waits until it is time to look, or something was recorded.
    private func waitForChange() async {
        guard let number, let desk = try? await library.desk() else {
            try? await Task.sleep(for: Self.looking)
            return
        }
        await desk.waitForChange(since: number, atMost: Self.looking)
    }

    /// Looks for what was recorded, by this process or another one.
    ///
    /// Who is told asks for what it shows, and gets what was read for this. A library that takes long to read is read less
    /// often.
    private func look(_ listener: Listener) async {
        guard await library.isRested else { return }
        do {
            let desk = try await library.desk()
            note(elsewhere: await desk.itemsElsewhere)
            let changes = try await desk.changes(since: number ?? .max)
            if isUnreadable {
                isUnreadable = false
                // What was asked for meanwhile got nothing.
                (wantsLibrary, relists) = (true, true)
                await listener(.unreadable(nil), nil)
            }
            if number == nil { number = changes.number }
            if changes.number != number {
                let snapshot = try await library.latest(upTo: changes.number)
                self.number = changes.number
                wantsLibrary = true
                try await tell(changes, snapshot, listener)
            }
        } catch {
            guard !Task.isCancelled, !isUnreadable else { return }
            isUnreadable = true
            await listener(.unreadable(error), nil)
            return
        }
        guard wantsLibrary else { return }
        let change = Change.library(relists: relists)
        (wantsLibrary, relists) = (false, false)
        await listener(change, self.number)
    }

    private func tell(
        _ changes: LedgerChanges, _ snapshot: LibrarySnapshot, _ listener: Listener
    ) async throws {
        if !changes.catalogs.isEmpty { relists = true }
        guard changes.items.count <= Self.mostItems else {
            relists = true
            return
        }
        let states = try await states(of: changes.items, library.desk().itemsUnderWay(), snapshot)
        // What somebody was told of an item that is gone, only the list itself can show.
        if states.count < Set(changes.items).count { relists = true }
        if !states.isEmpty { await listener(.states(states), changes.number) }
    }

    /// What was recorded since a change, in the order to tell it: for somebody who knows the library as it was then.
    ///
    /// - Parameter since: the number of that change.
    /// - Returns: what to tell, with the number of the last recorded change; nothing if nothing was recorded.
    /// - Throws: what reading the library throws.
    package func missed(since: Int64) async throws -> (changes: [Change], number: Int64) {
        let changes = try await library.desk().changes(since: since)
        guard changes.number != since || !changes.items.isEmpty else { return ([], since) }
        // The list is read again: rows alone would not show what left it.
        let list = Change.library(relists: true)
        // Where the states cannot be had just now, whoever reads the list again still does.
        guard 1...Self.mostItems ~= changes.items.count,
            let snapshot = try? await library.latest(upTo: changes.number),
            let underWay = try? await library.desk().itemsUnderWay()
        else { return ([list], changes.number) }
        return ([.states(states(of: changes.items, underWay, snapshot)), list], changes.number)
    }

    /// The states of items that a snapshot knows, with what events have told of them.
    private func states(
        of keys: [ItemKey], _ live: [ItemKey: LiveStatus], _ snapshot: LibrarySnapshot
    ) -> [ItemKey: Told] {
        let collections = Dictionary(grouping: Set(keys)) { CollectionKey(of: $0) }
        var states: [ItemKey: Told] = [:]
        for (collection, keys) in collections {
            for row in snapshot.rows(ofDocuments: Set(keys), in: collection) {
                let key = row.documentKey
                states[key] = Told(row, live[key], names: snapshot.linkNames(of: key))
                // That is so in its own list; another catalogue that lists the document shows it otherwise.
                if row.isOrphaned || row.isIgnored { (wantsLibrary, relists) = (true, true) }
            }
        }
        return states
    }
}
