import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages

/// Does what a person asks for: one way for every front end.
package struct LibraryActions: Sendable {
    /// What became of it.
    package enum Outcome: Sendable, Equatable {
        /// It is done, or on its way.
        case done
        /// A catalogue was added; look at its first collection next, if it has one.
        case added(KnownCatalog, first: CollectionKey?)
        /// These items were marked as looked at; `markNew` takes it back.
        case marked([ItemKey])
        /// A catalogue was removed, unless some of its documents are set aside.
        case removed(name: String, Desk.Removal)
        /// Nothing of the item is set aside.
        case nothingSetAside
        /// What is set aside of the item is not the file that was named, or is several and none was; nothing was done.
        case otherSetAside(named: String?, files: [String])
        /// The item goes on: a sync fetches it, or somebody else, and not whoever cancels it.
        case stillFetched
        /// Another rule covers the item, which stays ignored.
        case stillIgnored(ItemFinder.CoveringRule)
        /// The program ends, or too much goes on.
        case stopped
    }

    /// What went wrong after the answer.
    package enum Trouble: Sendable {
        /// The whole action.
        case action(LibraryAction, any Error)
        /// One catalogue of several.
        case catalog(String, any Error)
    }

    /// How far a sync is.
    package enum SyncStep: Sendable {
        /// All catalogues are to be synced, and there is none; no other step follows.
        case needless
        case begun
        /// It ended, with what came unless the whole of it failed.
        case ended(RunSummary?)
    }

    /// Is told of syncs; each that begins ends.
    package var onSync: @Sendable (SyncStep) -> Void = { _ in }

    private let host: any LibraryHost
    private let library: CurrentLibrary
    private let work: BackgroundWork
    private let report: @Sendable (Trouble) async -> Void

    /// Prepares actions.
    ///
    /// - Parameters:
    ///   - host: adds catalogues.
    ///   - library: what the actions are about.
    ///   - work: where what takes a while goes on.
    ///   - report: is told what went wrong with what takes a while; cancelling is nothing wrong.
    package init(
        _ host: any LibraryHost, _ library: CurrentLibrary, _ work: BackgroundWork,
        report: @escaping @Sendable (Trouble) async -> Void
    ) {
        (self.host, self.library, self.work, self.report) = (host, library, work, report)
    }

    /// Does something.
    ///
    /// - Parameters:
    ///   - action: what.
    ///   - reader: whose requests these are.
    /// - Returns: what became of it.
    /// - Throws: `StoreError`, `PipelineError`, or what adding a catalogue throws.
    package func perform(_ action: LibraryAction, for reader: Reader) async throws -> Outcome {
        let outcome = try await outcome(action, reader)
        await library.expire()
        return outcome
    }

    private func outcome(_ action: LibraryAction, _ reader: Reader) async throws -> Outcome {
        let desk = try await library.desk()
        switch action {
        case .get(let entry):
            let key = try await row(entry)?.fetchKey ?? entry
            return await begin(action) { _ = try await desk.request([key], for: reader) }
        case .cancel(let entry):
            // It may have got another catalogue's document since. To cancel needs no library.
            let row = try? await row(entry)
            let keys = [entry, row?.key, row?.documentKey].compactMap(\.self)
            let underWay = await desk.itemsUnderWay()
            // By another process, unless this one has it under way.
            let isElsewhere = row?.isBeingFetched == true && !keys.contains { underWay[$0] != nil }
            if await desk.cancel(keys, for: reader) || isElsewhere { return .stillFetched }
        case .sync(let location): return try await sync(location, desk)
        case .note(let entry):
            guard let row = try await row(entry), row.document != nil else { break }
            await desk.noteView(of: row)
        case .mark(let entry, let isRead):
            try await desk.mark([try await row(entry)?.documentKey ?? entry], asRead: isRead)
        case .markAll(let location, let isRead):
            let news = try await library.current().view.news.filter {
                location == nil || $0.catalog.location == location
            }
            let keys = news.flatMap { $0.rows.map(\.documentKey) }
            try await desk.mark(keys, asRead: isRead)
            if isRead { return .marked(keys) }
        case .markCollection(let key):
            let keys = try await library.current().rows(of: key).filter(\.isNews).map(\.documentKey)
            try await desk.mark(keys, asRead: true)
            return .marked(keys)
        case .markNew(let keys): try await desk.mark(keys, asRead: false)
        case .ignore(let entry, let isIgnored):
            // Not the item of another catalogue whose document it shares.
            let row = try await row(entry)
            try await desk.setIgnored(isIgnored, [row?.key ?? entry], patterns: [])
            guard !isIgnored, let row else { break }
            let finder = ItemFinder(try await library.current().view, selection: nil)
            if let rule = finder.rule(covering: row) { return .stillIgnored(rule) }
        case .accept(let entry, let file): return try await settle(entry, file, isAccepted: true, desk)
        case .discard(let entry, let file): return try await settle(entry, file, isAccepted: false, desk)
        case .choose(let key, let isChosen):
            guard try await library.current().collection(key) != nil else { break }
            try await desk.setChosen(isChosen, [key])
        case .open(let key):
            guard let row = try await library.current().collection(key) else { break }
            _ = try await desk.open(row, refreshes: true)
        case .add(let address, let name): return try await add(address, name)
        case .remove(let location, let withFiles):
            let name = try await library.current().name(of: location)
            let removal = try await desk.remove(location, withFiles: withFiles)
            if removal.setAside == 0 { await host.distrust(catalogNamed: name) }
            return .removed(name: name, removal)
        }
        return .done
    }

    private func sync(_ location: String?, _ desk: Desk) async throws -> Outcome {
        let before = try await desk.catalogsToSync()
        let (library, report, onSync) = (library, report, onSync)
        guard location != nil || !before.isEmpty else {
            onSync(.needless)
            return .done
        }
        return await begin(.sync(location)) {
            onSync(.begun)
            var summary: RunSummary?
            defer {
                onSync(.ended(summary))
                Task { await library.expire() }
            }
            summary = try await desk.stayingOpen {
                // Whoever had the library may have removed a catalogue, or changed how one is read.
                try await desk.waitUntilWritable()
                _ = try await library.desk()
                let now = try await desk.catalogsToSync()
                let removed = Set(before).subtracting(now)
                let locations = (location.map { [$0] } ?? now).filter { !removed.contains($0) }
                let summaries = try await desk.sync(locations) { location, error in
                    Task { await report(.catalog(location, error)) }
                }
                // What could not be read is told by itself.
                return summaries.isEmpty && !locations.isEmpty
                    ? nil : summaries.values.reduce(RunSummary(), +)
            }
        }
    }

    /// Begins something that takes a while.
    private func begin(
        _ action: LibraryAction, _ body: @escaping @Sendable () async throws -> Void
    ) async -> Outcome {
        let report = report
        let isBegun = await work.begin {
            do {
                try await body()
            } catch is CancellationError {
                return
            } catch PipelineError.cancelled {
                return
            } catch let error as StoreError where error.code == .cancelled {
                return
            } catch {
                await report(.action(action, error))
            }
        }
        return isBegun ? .done : .stopped
    }

    /// The row of an entry: what it stands for is decided by that, the same for every front end.
    private func row(_ entry: ItemKey) async throws -> LibraryView.Row? {
        try await library.current().row(of: entry)
    }

    /// Accepts or discards the very file that somebody looked at: another one may have come since, or before.
    private func settle(
        _ entry: ItemKey, _ file: String?, isAccepted: Bool, _ desk: Desk
    ) async throws -> Outcome {
        let row = try await row(entry)
        // What the item itself got, also where it has another catalogue's document by now.
        let key = row?.key ?? entry
        let entries = try await desk.quarantine(in: try await library.current().view).filter { found in
            // Of an item that is not listed any more only what is shown of its identity may be known.
            found.key == key
                || (row == nil && CollectionKey(of: found.key) == CollectionKey(of: key)
                    && ShownText.of(found.key.item) == key.item)
        }
        guard !entries.isEmpty else { return .nothingSetAside }
        let meant = entries.filter { file == nil || $0.document.token == file }
        guard let found = meant.first, meant.count == 1 else {
            return .otherSetAside(named: file, files: entries.map(\.document.token))
        }
        if isAccepted {
            _ = try await desk.accept(found)
        } else {
            try await desk.discard([found.document])
        }
        return .done
    }

    private func add(_ address: String, _ name: String?) async throws -> Outcome {
        let known = try await host.add(address, name: name)
        let snapshot = try await library.renewed()
        return .added(known, first: snapshot.collections.first { $0.key.catalog == known.location }?.key)
    }
}
