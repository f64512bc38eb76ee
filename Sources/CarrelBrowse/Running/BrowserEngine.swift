import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelModel
import CarrelStages
import CarrelTerminal
import Foundation

/// Does what the browser asks for, beside its keys, and tells it what came of it.
///
/// Of lists and documents only what was asked for last is made; what is no longer wanted is cancelled.
package actor BrowserEngine {
    private let host: any BrowserHost
    private let library: CurrentLibrary
    private let watch: LibraryWatch
    private let work = BackgroundWork()
    private let actions: LibraryActions
    private let maker: DetailMaker
    private let check = LibraryCheck()
    private let busy: BusyWatch
    private let tell: @Sendable (BrowserEvent) -> Void
    private let reader = Reader()
    private var listing: Task<Void, Never>?
    private var looking: Task<Void, Never>?
    private var reading: Task<Void, Never>?
    private var wantsReading = false
    // What the browser was told last.
    private var told: LibrarySnapshot?

    // Who runs through a list looks at nothing on the way.
    private static let patience = Duration.milliseconds(60)
    private static let timeZone = TimeZone.current

    /// Prepares an engine.
    ///
    /// - Parameters:
    ///   - host: the program around it.
    ///   - options: what the terminal can do.
    ///   - tell: takes what happens, from any task; must return quickly.
    package init(
        _ host: any BrowserHost, _ options: BrowserOptions, tell: @escaping @Sendable (BrowserEvent) -> Void
    ) {
        let library = CurrentLibrary(host)
        (self.host, self.library, self.tell) = (host, library, tell)
        watch = LibraryWatch(library)
        maker = DetailMaker(options: options)
        let busy = BusyWatch(library, tell: tell)
        self.busy = busy
        var actions = LibraryActions(host, library, work) { trouble in
            switch trouble {
            case .action(_, let error): await Self.say(error, busy, tell)
            case .catalog(let location, let error):
                await Self.say(error, of: location, busy, tell)
            }
        }
        actions.onSync = { tell(.sync($0)) }
        self.actions = actions
    }

    /// Reads the library and tells what changes in it, until the task is cancelled; then ends what goes on.
    package func run() async {
        await watch.begin()
        reload()
        let tell = tell
        await watch.run(while: { true }) { change, _ in tell(.change(change)) }
        for task in [listing, looking, reading] { task?.cancel() }
        await busy.end()
        await work.stop()
    }

    /// Begins something; returns at once.
    package func perform(_ effect: BrowserEffect) {
        switch effect {
        case .reload: reload()
        case .list(let place, let filter, let anchor, let serial): list(place, filter, anchor, serial)
        case .detail(let key, let room, let side, let serial): look(key, room, side, serial)
        case .noDetail: looking?.cancel()
        case .perform(let action): act(action)
        case .look(let address): look(at: address)
        case .verify(let repairs): verify(repairs)
        case .note(let key): begin { await $0.noteView(of: key) }
        case .open(let key): open(key)
        case .week: readWeek()
        case .redraw, .suspend, .quit: break
        }
    }

    // MARK: Reading

    private func reload() {
        guard reading == nil else {
            wantsReading = true
            return
        }
        wantsReading = false
        reading = Task {
            await self.read()
            self.reading = nil
            if self.wantsReading { self.reload() }
        }
    }

    private func read() async {
        do {
            let desk = try await library.desk()
            let snapshot = try await library.current()
            let setAside = try await desk.quarantinedDocuments().count
            let selected = try await desk.selection()
            let outline = await Self.aside { Outline(snapshot, setAside: setAside) }
            let underWay = await desk.itemsUnderWay()
            told = snapshot
            tell(.library(snapshot, underWay: underWay, outline, selected: selected))
        } catch {
            tell(.unreadable(ErrorSentence(error).text))
        }
    }

    /// Does work that takes a while beside this actor, which goes on meanwhile.
    @concurrent private static func aside<Value: Sendable>(_ body: @Sendable () -> Value) async -> Value {
        body()
    }

    private func list(
        _ place: ListedPlace, _ filter: ListFilter, _ anchor: ItemList.Anchor?, _ serial: Int
    ) {
        listing?.cancel()
        listing = Task {
            do {
                let desk = try await self.library.desk()
                // A list that another one took the place of is none that somebody looks at.
                try Task.checkCancellation()
                // What is looked at is noted; where that cannot be, it is looked at all the same.
                if case .collection(let key) = place { try? await desk.select(key, for: self.reader) }
                let snapshot = try await self.library.current()
                try Task.checkCancellation()
                let (list, index) = try await Self.made(
                    ListMaker(snapshot: snapshot, desk: desk, staying: anchor?.entry), place, filter, anchor)
                try Task.checkCancellation()
                self.tell(.list(list, index: index, serial: serial))
            } catch is CancellationError {
                return
            } catch {
                self.tell(.listFailed(ErrorSentence(error).text, serial: serial))
            }
        }
    }

    @concurrent private static func made(
        _ maker: ListMaker, _ place: ListedPlace, _ filter: ListFilter, _ anchor: ItemList.Anchor?
    ) async throws -> (ItemList, Int?) {
        let list = try await maker.list(place, filter)
        return (list, anchor.flatMap(list.index(of:)))
    }

    private func look(_ key: ItemKey, _ room: PreviewRoom, _ side: Inspection.Side, _ serial: Int) {
        looking?.cancel()
        looking = Task {
            guard (try? await Task.sleep(for: Self.patience)) != nil else { return }
            let state = await self.detail(key, room, side)
            guard !Task.isCancelled else { return }
            self.tell(.detail(state, serial: serial))
        }
    }

    private func detail(
        _ key: ItemKey, _ room: PreviewRoom, _ side: Inspection.Side
    ) async -> Inspection.State {
        do {
            let (desk, snapshot) = (try await library.desk(), try await library.current(with: key))
            // Somebody may have changed its file, which no change of the records tells.
            if let told, told !== snapshot, told.number == snapshot.number { reload() }
            guard let row = snapshot.row(of: key) else { return .none }
            switch side {
            case .tries:
                let history = try await desk.history(of: row, in: snapshot.view, limit: 50)
                return .shown(maker.tries(history, room, Self.timeZone))
            case .versions:
                return .shown(try await maker.versions(of: row.documentKey, room, Self.timeZone, desk))
            // The browser knows them itself.
            case .details: return .none
            case .document:
                guard let document = row.document, row.isStored else { return .none }
                return .shown(
                    try await maker.content(of: document, row.documentKey, row.item.title, room, desk))
            }
        } catch {
            return .failed(ErrorSentence(error).text)
        }
    }

    private func readWeek() {
        begin { desk in
            let view = try await self.library.current().view.timetables(named: desk.namedLocations)
            let timetable = try await desk.timetable(view)
            self.tell(.week(WeekGrid(timetable, now: Date(), in: Self.timeZone)))
        }
    }

    // MARK: Doing

    /// Begins something with the desk, and tells if it goes wrong.
    private func begin(_ body: @escaping @Sendable (Desk) async throws -> Void) {
        let (library, work, busy, tell) = (library, work, busy, tell)
        Task {
            let isBegun = await work.begin {
                do {
                    try await body(try await library.desk())
                } catch is CancellationError {
                    return
                } catch {
                    await Self.say(error, busy, tell)
                }
            }
            if !isBegun { Self.refuse(.stopped, tell) }
        }
    }

    private static func refuse(
        _ outcome: LibraryActions.Outcome, _ tell: @Sendable (BrowserEvent) -> Void
    ) {
        if let refusal = outcome.refusal { tell(.message(refusal, isError: true)) }
    }

    private func act(_ action: LibraryAction) {
        begin { _ in
            let outcome = try await self.actions.perform(action, for: self.reader)
            switch outcome {
            case .done:
                if case .markNew(let keys) = action { self.tell(.undone(keys)) }
                // Nothing else is told if it has not changed.
                if case .open = action { self.tell(.opened) }
            case .removed(let name, let removal): self.tell(.removed(name: name, removal))
            case .marked(let keys): self.tell(.marked(keys))
            case .added(let catalog, let first):
                self.tell(.message("Added “\(catalog.name)”.", isError: false))
                self.tell(.added(first))
            case .nothingSetAside, .otherSetAside, .stillFetched, .stillIgnored, .stopped:
                Self.refuse(outcome, self.tell)
            }
            if case .choose = action { await self.perform(.week) }
            // What is set aside for no item is in no list of changes.
            if case .discard = action { await self.reload() }
        }
    }

    private func look(at address: String) {
        let (host, tell) = (host, tell)
        begin { _ in tell(.looked(try await host.look(address, name: nil), address: address)) }
    }

    private func verify(_ repairs: Bool) {
        let (check, tell) = (check, tell)
        begin { desk in
            // Whoever takes the place runs, and so frees it.
            guard check.begin(repairs: repairs) else { return }
            tell(.message("Reading every document …", isError: false))
            try? await check.run(desk)
            if let progress = check.progress { tell(.verified(progress)) }
            if repairs, check.progress?.failure == nil { await self.perform(.perform(.sync(nil))) }
        }
    }

    private func open(_ key: ItemKey) {
        let (host, library) = (host, library)
        begin { desk in
            guard let row = try await library.current(with: key).row(of: key), row.isStored,
                let document = row.document
            else { return }
            try await host.open(document, desk)
            await desk.noteView(of: row)
        }
    }

    /// Tells what went wrong; that the library is gone or in use, until it is back or free again.
    private static func say(
        _ error: any Error, of location: String? = nil, _ busy: BusyWatch,
        _ tell: @Sendable (BrowserEvent) -> Void
    ) async {
        let sentence = ErrorSentence(error, of: location)
        if let absence = sentence.absence { return tell(.change(.unreadable(absence))) }
        guard sentence.isBusy else {
            return tell(location == nil ? .message(sentence.text, isError: true) : .unread(sentence.text))
        }
        tell(.busy(sentence.text))
        await busy.begin()
    }
}

/// What the browser needs of the program around it.
package protocol BrowserHost: LibraryHost {
    /// Hands a stored document to the viewer of the desktop.
    ///
    /// - Throws: an error with a sentence for the person.
    func open(_ document: StoredDocument, _ desk: Desk) async throws
}
