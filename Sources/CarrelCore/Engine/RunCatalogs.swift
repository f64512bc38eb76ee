import CarrelBasics
import CarrelModel

/// The catalogues of runs that are planned by now.
///
/// A planned one may be about to ask for its documents: until its run has ended, no other catalogue takes them over.
final class RunCatalogs: Sendable {
    private struct Known {
        /// The planned catalogues, with whether the files of their documents were looked at.
        var planned: [String: Bool] = [:]
        /// The documents that were missing then, with whether their catalogues ask for them.
        var missing: [ItemKey: Bool] = [:]
    }

    private let known = Locked(Known())
    private let turn = Slots(1)

    /// Notes that a catalogue is about to be planned, unless another one takes documents over at this moment, which is waited
    /// for.
    func begin(_ location: String) async {
        await inTurn { _ in
            known.withLock { known in
                if known.planned[location] == nil { known.planned[location] = false }
            }
        }
    }

    /// Whether a catalogue is planned, or about to be.
    func isPlanned(_ location: String) -> Bool { known.withLock { $0.planned[location] != nil } }

    /// Notes that the files of a catalogue's documents were looked at, if it is planned.
    func noteLook(at location: String) {
        known.withLock { known in
            if known.planned[location] != nil { known.planned[location] = true }
        }
    }

    /// Notes documents of a planned catalogue that are missing.
    ///
    /// - Parameters:
    ///   - keys: their items.
    ///   - asked: those that the catalogue asks for.
    func note(missing keys: some Sequence<ItemKey>, asked: Set<ItemKey>) {
        known.withLock { known in
            for key in keys where known.missing[key] != true { known.missing[key] = asked.contains(key) }
        }
    }

    /// Whether no run is about to ask for a document that is missing now.
    func leaves(missing key: ItemKey) -> Bool {
        known.withLock { known in
            // What was there when its catalogue was looked at may be asked for as what is stored.
            known.missing[key].map { !$0 } ?? (known.planned[key.catalog] != true)
        }
    }

    /// Does something while no catalogue begins to be planned.
    ///
    /// - Parameter body: what to do; is told whether the turn came, which a cancelled task does not wait for.
    /// - Returns: what it returns.
    /// - Throws: what it throws.
    func inTurn<Value, Failure: Error>(
        _ body: (_ isMine: Bool) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let isMine = await turn.take()
        defer { if isMine { turn.free() } }
        return try await body(isMine)
    }

    /// Forgets all catalogues.
    func clear() { known.withLock { $0 = Known() } }
}
