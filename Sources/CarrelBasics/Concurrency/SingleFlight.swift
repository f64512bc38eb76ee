/// Does each piece of work only once at a time: overlapping calls wait for the same result.
///
/// Work that nobody waits for any longer is cancelled; the next call begins it again.
public actor SingleFlight<Key: Hashable & Sendable, Value: Sendable> {
    private struct Flight {
        var number: Int
        var task: Task<Void, Never>?
        var passengers: [Int: CheckedContinuation<Value?, Never>] = [:]
    }

    private var flights: [Key: Flight] = [:]
    private var lastNumber = 0

    public init() {}

    /// The number of pieces of work that are being done.
    public var count: Int { flights.count }

    /// The number of calls that wait for a piece of work.
    public func waiting(for key: Key) -> Int { flights[key]?.passengers.count ?? 0 }

    /// Does a piece of work, or waits for it if it is already being done.
    ///
    /// - Parameters:
    ///   - key: identifies the work.
    ///   - work: does it; only called if it is not being done.
    /// - Returns: its result; `nil` as soon as the waiting task is cancelled.
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
