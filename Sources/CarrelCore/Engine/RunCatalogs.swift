import CarrelBasics

/// The catalogues of runs that are planned by now.
///
/// A planned one may be about to ask for its documents: until its run has ended, no other catalogue takes them over.
final class RunCatalogs: Sendable {
    private let planned = Locked(Set<String>())
    private let turn = Slots(1)

    /// Notes that a catalogue is about to be planned, unless another one takes documents over at this moment, which is waited
    /// for.
    func begin(_ location: String) async {
        await inTurn { _ in planned.withLock { _ = $0.insert(location) } }
    }

    /// Whether a catalogue is planned, or about to be.
    func isPlanned(_ location: String) -> Bool { planned.withLock { $0.contains(location) } }

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
    func clear() { planned.withLock { $0.removeAll() } }
}
