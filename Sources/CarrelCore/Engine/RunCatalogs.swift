import CarrelBasics

/// The catalogues of runs: which are synced side by side, and which are planned by now.
///
/// A planned one may be about to ask for its documents: until its run has ended, no other catalogue takes them over.
final class RunCatalogs: Sendable {
    private struct State {
        var announced = Set<String>()
        var planned = Set<String>()
    }

    private let state = Locked(State())
    private let turn = Slots(1)

    /// Notes which catalogues are about to be synced side by side.
    func announce(_ locations: [String]) { state.withLock { $0.announced.formUnion(locations) } }

    /// Notes that a catalogue is about to be planned, unless another one takes documents over at this moment, which is waited
    /// for.
    func begin(_ location: String) async {
        await inTurn { _ in state.withLock { _ = $0.planned.insert(location) } }
    }

    /// Whether a catalogue is to be synced in these runs.
    func isAnnounced(_ location: String) -> Bool { state.withLock { $0.announced.contains(location) } }

    /// Whether a catalogue is planned, or about to be.
    func isPlanned(_ location: String) -> Bool { state.withLock { $0.planned.contains(location) } }

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
    func clear() { state.withLock { $0 = State() } }
}
