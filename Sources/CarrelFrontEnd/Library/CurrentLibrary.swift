import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages

/// The library that a front end shows: read anew only when its records have changed.
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

    private let host: any LibraryHost
    private let read: @Sendable (Desk) async throws -> DeskSnapshot
    private var snapshot: Known?
    // At most one, which takes itself away before it ends.
    private var reading: Reading?
    // How often somebody did something.
    private var expiries = 0
    private let clock = ContinuousClock()

    /// Reads nothing yet.
    ///
    /// - Parameters:
    ///   - host: the program around it.
    ///   - read: reads what a desk has.
    package init(
        _ host: any LibraryHost,
        read: @escaping @Sendable (Desk) async throws -> DeskSnapshot = { try await $0.snapshot() }
    ) {
        (self.host, self.read) = (host, read)
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
        if let known, known.value.number == number { return known.value }
        return try await latest(desk, upTo: number)
    }

    /// What the library has, with what is recorded of one item just now.
    package func current(with key: ItemKey) async throws -> LibrarySnapshot {
        let known = try await current()
        let changes = try await host.desk().changes(since: known.number)
        let isOther = changes.items.contains(known.row(of: key)?.documentKey ?? key)
        guard isOther || changes.catalogs.contains(key.catalog) else { return known }
        return try await latest(upTo: changes.number)
    }

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
