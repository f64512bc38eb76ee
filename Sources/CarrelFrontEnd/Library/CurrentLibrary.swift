import CarrelBasics
import CarrelCore
import CarrelModel
import CarrelStages

/// The library that a front end shows: read anew only when its records have changed.
package actor CurrentLibrary {
    private let host: any LibraryHost
    private var snapshot: (value: LibrarySnapshot, desk: Desk, at: ContinuousClock.Instant, took: Duration)?
    private var reading: Task<(LibrarySnapshot, Desk), any Error>?
    private var isExpired = false
    private let clock = ContinuousClock()

    package init(_ host: any LibraryHost) { self.host = host }

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
        if let snapshot {
            // Two libraries may have as many changes as each other.
            guard snapshot.desk === desk else { return try await renewed() }
            if !isExpired, clock.now - snapshot.at < snapshot.took * 4 { return snapshot.value }
            if try await desk.changes(since: .max).number == snapshot.value.number { return snapshot.value }
        }
        return try await latest()
    }

    /// What the library has, with what is recorded of one item just now.
    package func current(with key: ItemKey) async throws -> LibrarySnapshot {
        let known = try await current()
        let changes = try await host.desk().changes(since: known.number)
        let isOther = changes.items.contains(known.row(of: key)?.documentKey ?? key)
        return isOther || changes.catalogs.contains(key.catalog) ? try await latest() : known
    }

    /// What the library had when it was last read, which is what front ends show; read now if nobody has asked yet.
    package func shown() async throws -> LibrarySnapshot {
        if let snapshot { snapshot.value } else { try await latest() }
    }

    /// Whether the library may be read again without taking most of the time for that.
    package var isRested: Bool { snapshot.map { clock.now - $0.at >= $0.took * 4 } ?? true }

    /// Has the next one who asks look at what is recorded now: somebody did something, and is to see it.
    package func expire() { isExpired = true }

    /// What the library has, after its desk was replaced by another: what the one before still reads is not it.
    package func renewed() async throws -> LibrarySnapshot {
        _ = try? await reading?.value
        snapshot = nil
        return try await latest()
    }

    /// What the library has, with every change up to one that was seen: a reading under way may be older.
    package func latest(upTo number: Int64) async throws -> LibrarySnapshot {
        let snapshot = try await latest()
        return snapshot.number < number ? try await latest() : snapshot
    }

    /// What the library has, with every change that is recorded.
    package func latest() async throws -> LibrarySnapshot {
        if let reading { return try await reading.value.0 }
        let (host, clock) = (host, clock)
        let task = Task {
            let desk = try await host.desk()
            return (LibrarySnapshot(try await desk.snapshot()), desk)
        }
        reading = task
        isExpired = false
        defer { reading = nil }
        let start = clock.now
        let (value, desk) = try await task.value
        snapshot = (value, desk, clock.now, clock.now - start)
        return value
    }
}
