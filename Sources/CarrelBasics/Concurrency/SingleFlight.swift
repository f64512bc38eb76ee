/// Has each piece of work done once at a time: who asks while it is on its way waits for the same result.
///
/// Work that nobody waits for any more is cancelled; somebody who asks then has it begun anew.
public actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
    private struct Flight {
        var number: Int
        var task: Task<Void, Never>?
        var passengers: [Int: CheckedContinuation<Value?, Never>] = [:]
    }

    private var flights: [Key: Flight] = [:]
    private var lastNumber = 0

    /// Makes a place if nothing is on its way.
    public init() {}

    /// How many pieces of work are on their way.
    public var count: Int { flights.count }

    /// How many wait for a piece of work.
    public func waiting(for key: Key) -> Int { flights[key]?.passengers.count ?? 0 }

    /// Does work, or waits for the same work that is on its way already.
    ///
    /// - Parameters:
    ///   - key: what the work is.
    ///   - work: does it; called if nobody is at it.
    /// - Returns: its result; `nil`, at once, where the task that waits is cancelled.
    public func run(_ key: Key, _ work: @escaping @Sendable () async -> Value) async -> Value? {
        let passenger = nextNumber()
        return await withTaskCancellationHandler {
            guard !Task.isCancelled else { return nil }
            return await withCheckedContinuation { board(key, passenger, $0, work) }
        } onCancel: {
            Task { await self.leave(key, passenger) }
        }
    }

    private func nextNumber() -> Int {
        lastNumber += 1
        return lastNumber
    }

    private func board(
        _ key: Key, _ passenger: Int, _ continuation: CheckedContinuation<Value?, Never>,
        _ work: @escaping @Sendable () async -> Value
    ) {
        if flights[key] == nil {
            let number = nextNumber()
            flights[key] = Flight(number: number)
            flights[key]?.task = Task { self.land(key, number, await work()) }
        }
        flights[key]?.passengers[passenger] = continuation
    }

    private func land(_ key: Key, _ number: Int, _ value: Value) {
        guard let flight = flights[key], flight.number == number else { return }
        flights[key] = nil
        for passenger in flight.passengers.values { passenger.resume(returning: value) }
    }

    private func leave(_ key: Key, _ passenger: Int) {
        guard let continuation = flights[key]?.passengers.removeValue(forKey: passenger) else { return }
        continuation.resume(returning: nil)
        guard let flight = flights[key], flight.passengers.isEmpty else { return }
        flights[key] = nil
        flight.task?.cancel()
    }
}
