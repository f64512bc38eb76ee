import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages

/// The library that a front end shows: read anew only when its records have changed, or somebody changed the files of its
/// documents.
package actor CurrentLibrary {
    /// A snapshot, the desk that it is of, and what to know for asking whether it is still good.
    private struct Known {
        let value: LibrarySnapshot
        let desk: Desk
        let at: ContinuousClock.Instant
        let took: Duration
        let expiries: Int
    }

    /// A reading under way.
    private struct Reading {
        let desk: Desk
        let task: Task<LibrarySnapshot, any Error>
    }

    /// How old a look at the files may be for whoever asks for a list: ten thousand take about 20 ms.
    package static let patience = Duration.seconds(3)
    /// How much longer than a look takes it is to the next one, at least.
    private static let rest = 20

    private let host: any LibraryHost
    private let patience: Duration
    private let read: @Sendable (Desk) async throws -> DeskSnapshot
    private var snapshot: Known?
    // At most one, which takes itself away before it ends.
    private var reading: Reading?
    // The files as they were looked at right before a snapshot was read for that.
    private var seen: (files: FileLook, by: LibrarySnapshot)?
    // Files that a look at all of them was made for, as they were then, since a snapshot was read.
    private var judged: (by: LibrarySnapshot, entries: [ItemKey: StoreEntry?])?
    private var lastLook: (at: ContinuousClock.Instant, took: Duration)?
    // At most one, which takes itself away before it ends.
    private var looking: Task<Void, Never>?
    // How often somebody did something.
    private var expiries = 0
    private let clock = ContinuousClock()

    /// Reads nothing yet.
    ///
    /// - Parameters:
    ///   - host: the program around it.
    ///   - patience: how old a look at the files may be.
    ///   - read: reads what a desk has.
    package init(
        _ host: any LibraryHost, patience: Duration = CurrentLibrary.patience,
        read: @escaping @Sendable (Desk) async throws -> DeskSnapshot = { try await $0.snapshot() }
    ) {
        (self.host, self.patience, self.read) = (host, patience, read)
    }

    /// The desk, as it is now.
    package func desk() async throws -> Desk { try await host.desk() }

    /// Where maps for a catalogue get their tiles from.
    package func mapTiles(for location: String) async -> MapTiles? { await host.mapTiles(for: location) }

    /// How a catalogue is read; `nil` if that is not the library's to say.
    package func settings(of location: String) async throws -> CatalogSettings? {
        try await host.settings(of: location)
    }

    /// What the library has.
    ///
    /// While documents come, the records change all the time, and reading a large library takes a while: what is given then
    /// is at most four times as old as reading took.
    package func current() async throws -> LibrarySnapshot {
        let desk = try await host.desk()
        // Two libraries may have as many changes as each other.
        let known = snapshot.flatMap { $0.desk === desk ? $0 : nil }
        if let known, known.expiries == expiries, clock.now - known.at < known.took * 4 { return known.value }
        let number = try await desk.changes(since: .max).number
        if let known, known.value.number == number { return await checked(known) }
        return try await latest(desk, upTo: number)
    }

    /// What the library has, with what is recorded of one item just now, and what is there of its file.
    package func current(with key: ItemKey) async throws -> LibrarySnapshot {
        let known = try await current()
        let changes = try await host.desk().changes(since: known.number)
        let isOther = changes.items.contains(known.row(of: key)?.documentKey ?? key)
        guard isOther || changes.catalogs.contains(key.catalog) else { return await checked(known, for: key) }
        return try await latest(upTo: changes.number)
    }

    // MARK: Files

    /// What was read, or what is there now if somebody changed files since; looks at them only now and then.
    private func checked(_ known: Known) async -> LibrarySnapshot {
        let last = max(known.at, lastLook?.at ?? known.at)
        let pause = max(patience, (lastLook?.took ?? .zero) * Self.rest)
        return clock.now - last < pause ? known.value : await lookAgain(known)
    }

    /// What was read, or what is there now if the file of one item is not as it shows it.
    private func checked(_ value: LibrarySnapshot, for key: ItemKey) async -> LibrarySnapshot {
        guard let known = snapshot, known.value === value, let row = value.row(of: key),
            let files = try? await known.desk.look(at: row.key, in: value.view)
        else { return value }
        let before = seen?.by === value ? seen?.files.touched[row.key] : nil
        let entry = files.touched[row.key]
        let isOther: Bool? = entry == nil ? false : entry == before ? row.isOther : nil
        let isAsShown = files.missing.contains(row.key) == row.isMissing && isOther == row.isOther
        if isAsShown { return value }
        // A look at one file may say more than one at all, as in a bucket: what was answered by a look is not asked again.
        if let judged, judged.by === value, judged.entries[row.key] == .some(entry) { return value }
        let fresh = await lookAgain(known)
        var entries = judged?.by === fresh ? judged?.entries ?? [:] : [:]
        entries.updateValue(entry, forKey: row.key)
        judged = (fresh, entries)
        return fresh
    }

    /// Looks at all files, or waits for who does; reads the library again if they are not as they were when it was read.
    private func lookAgain(_ known: Known) async -> LibrarySnapshot {
        if looking == nil { looking = Task { await self.look(known) } }
        await looking?.value
        return snapshot.flatMap { $0.desk === known.desk ? $0.value : nil } ?? known.value
    }

    private func agrees(_ files: FileLook, _ value: LibrarySnapshot) -> Bool {
        if let seen, seen.by === value { seen.files == files } else { files.agrees(with: value.view) }
    }

    private func look(_ known: Known) async {
        defer { looking = nil }
        let start = clock.now
        // Where that does not work, such as in a bucket out of reach, what was read stays.
        if let files = try? await known.desk.look(at: known.value.view), !agrees(files, known.value),
            // What is being read may have looked before.
            let value = try? await latest(known.desk, upTo: .max)
        {
            seen = (files, value)
        }
        lastLook = (clock.now, clock.now - start)
    }

    // MARK: Reading

    /// What the library had when it was last read, which is what front ends show; read now if nobody has asked yet.
    package func shown() async throws -> LibrarySnapshot {
        if let snapshot { snapshot.value } else { try await latest() }
    }

    /// Whether the library may be read again without taking most of the time for that.
    package var isRested: Bool { snapshot.map { clock.now - $0.at >= $0.took * 4 } ?? true }

    /// Has the next one who asks look at what is recorded now: somebody did something, and is to see it.
    package func expire() { expiries += 1 }

    /// What the library has, after its desk was replaced by another: what the one before still reads is not it.
    package func renewed() async throws -> LibrarySnapshot {
        while let reading { _ = await reading.task.result }
        snapshot = nil
        return try await latest()
    }

    /// What the library has, with every change that is recorded.
    package func latest() async throws -> LibrarySnapshot {
        let desk = try await host.desk()
        return try await latest(desk, upTo: desk.changes(since: .max).number)
    }

    /// What the library has, with every change up to one that was seen.
    package func latest(upTo number: Int64) async throws -> LibrarySnapshot {
        try await latest(try await host.desk(), upTo: number)
    }

    /// What a desk has, with every change up to one: a reading under way may have begun before that was recorded, and then
    /// the next one has it.
    private func latest(_ desk: Desk, upTo number: Int64) async throws -> LibrarySnapshot {
        while let reading {
            let result = await reading.task.result
            guard reading.desk === desk else { continue }
            let value = try result.get()
            if value.number >= number { return value }
        }
        let task = Task { try await self.readAnew(desk) }
        reading = Reading(desk: desk, task: task)
        return try await task.value
    }

    /// Reads what a desk has; nothing else is read meanwhile.
    private func readAnew(_ desk: Desk) async throws -> LibrarySnapshot {
        defer { reading = nil }
        let (start, expiries) = (clock.now, expiries)
        let value = try await Self.made(desk, read)
        snapshot = Known(
            value: value, desk: desk, at: clock.now, took: clock.now - start, expiries: expiries)
        return value
    }

    /// Makes a snapshot beside this actor, which goes on meanwhile.
    @concurrent private static func made(
        _ desk: Desk, _ read: @Sendable (Desk) async throws -> DeskSnapshot
    ) async throws -> LibrarySnapshot {
        LibrarySnapshot(try await read(desk))
    }
}
