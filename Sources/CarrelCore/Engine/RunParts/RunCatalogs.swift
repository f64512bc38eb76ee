import CarrelBasics
import CarrelModel

/// The catalogues of runs that are planned by now, and their documents that are missing.
///
/// A planned one may be about to ask for its documents: until its run has ended, no other catalogue takes them over, and each
/// looks for what is missing or renamed in its turn.
final class RunCatalogs: Sendable {
    private struct Known {
        /// The planned catalogues, with how many of their plans are not made yet.
        var planned: [String: Int] = [:]
        /// Hashes of the items with dates, of catalogues that are not kept up to date, or that somebody named, that these plans
        /// ask for.
        ///
        /// They take less memory than the items.
        var asked = Set<Int>()
        /// Those of them whose documents' files were looked at.
        var looked = Set<String>()
        /// The documents that were missing then.
        var missing = Set<ItemKey>()
        /// Those of them that their catalogues ask for.
        var askedMissing = Set<ItemKey>()
    }

    private let known = Locked(Known())
    /// How often documents were handed over; not forgotten, as readings go by it.
    private let handovers = Locked((begun: 0, ended: 0))
    private let turn = Slots(1)

    /// Notes that a catalogue is about to be planned, unless another one takes documents over at this moment, which is waited
    /// for.
    func begin(_ location: String) async {
        await inTurn { _ in
            known.withLock { $0.planned[location, default: 0] += 1 }
        }
    }

    /// Notes which items the plan of a catalogue that was begun asks for.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - memory: what is remembered of the catalogue.
    ///   - isKept: whether it is a plan that keeps the catalogue up to date; then only its items with dates are noted.
    func note(_ plan: Plan, _ memory: LibraryMemory, isKept: Bool) {
        var asked = Set<Int>()
        for place in plan.places(where: \.transfers) {
            let isWanted = !isKept || plan.entries[place].item.listedVersion != nil
            guard isWanted || !memory.items.isEmpty else { continue }
            let key = plan.key(at: place)
            let wasDated = memory.items[key]?.ofDocument { $0.listed != nil } == true
            if isWanted || wasDated { asked.insert(key.hashValue) }
        }
        known.withLock { known in
            if let open = known.planned[plan.catalog] { known.planned[plan.catalog] = max(0, open - 1) }
            known.asked.formUnion(asked)
        }
    }

    /// Whether no run asks for a stored document that has a date, or is of a catalogue that is not kept up to date.
    func leaves(stored key: ItemKey) -> Bool {
        known.withLock { known in
            guard let open = known.planned[key.catalog] else { return true }
            return open == 0 && !known.asked.contains(key.hashValue)
        }
    }

    /// Whether a catalogue is planned, or about to be.
    func isPlanned(_ location: String) -> Bool { known.withLock { $0.planned[location] != nil } }

    /// Notes that the files of a catalogue's documents were looked at, if it is planned.
    func noteLook(at location: String) {
        known.withLock { known in
            if known.planned[location] != nil { known.looked.insert(location) }
        }
    }

    /// Notes documents of a planned catalogue that are missing.
    ///
    /// - Parameters:
    ///   - keys: their items.
    ///   - asked: those that the catalogue asks for.
    func note(missing keys: Set<ItemKey>, asked: Set<ItemKey>) {
        known.withLock { known in
            known.missing.formUnion(keys)
            known.askedMissing.formUnion(keys.intersection(asked))
        }
    }

    /// Whether no run is about to ask for a document that is missing now.
    func leaves(missing key: ItemKey) -> Bool {
        known.withLock { known in
            // What was there when its catalogue was looked at may be asked for as what is stored.
            known.missing.contains(key)
                ? !known.askedMissing.contains(key) : !known.looked.contains(key.catalog)
        }
    }

    /// Does something while no catalogue begins to be planned.
    ///
    /// - Parameter body: what to do; is told whether the turn came, which a cancelled task does not wait for.
    func inTurn<Value, Failure: Error>(
        _ body: (_ isMine: Bool) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let isMine = await turn.take()
        defer { if isMine { turn.free() } }
        return try await body(isMine)
    }

    /// How often documents were handed over.
    var handoverCount: Int { handovers.withLock(\.ended) }

    /// Records that documents of some items are those of others' from now on.
    ///
    /// Only in a turn.
    ///
    /// - Parameter record: records it.
    func handOver<Failure: Error>(_ record: () async throws(Failure) -> Void) async throws(Failure) {
        handovers.withLock { $0.begun += 1 }
        defer { handovers.withLock { $0.ended += 1 } }
        try await record()
    }

    /// Reads in several steps which documents a catalogue has and which of others it shows; again in a turn if documents were
    /// handed over meanwhile, which may be in neither.
    ///
    /// - Returns: what was read.
    func reading<Value, Failure: Error>(
        _ read: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let count = handoverCount
        let value = try await read()
        if handovers.withLock({ $0.begun == count }) { return value }
        return try await inTurn { (_) async throws(Failure) -> Value in try await read() }
    }

    /// Forgets all catalogues.
    func clear() { known.withLock { $0 = Known() } }
}
