import CarrelBasics
import CarrelTesting
import Testing

@Suite(.timeLimit(.minutes(1))) struct SlotsTests {
    /// Waits for a slot in a task of its own, and returns once it waits.
    private func wait(for slots: Slots, first goesFirst: Bool, then note: @escaping @Sendable () -> Void)
        async
    {
        let count = slots.waitingCount
        Task {
            guard await slots.take(first: goesFirst) else { return }
            note()
            slots.free()
        }
        while slots.waitingCount == count { await Task.yield() }
    }

    @Test func `whoever goes first gets the next slot, in the order of coming`() async throws {
        let (slots, order) = (Slots(1), Recorder<String>())
        _ = await slots.take()
        for (name, goesFirst) in [("a", false), ("b", true), ("c", false), ("d", true)] {
            await wait(for: slots, first: goesFirst) { order.append(name) }
        }
        slots.free()
        try await order.wait(atLeast: 4)
        #expect(order.elements == ["b", "d", "a", "c"])
    }

    @Test func `whoever is cancelled waits no longer, and has nothing to free`() async {
        let slots = Slots(1)
        _ = await slots.take()
        let waiting = Task { await slots.take() }
        while slots.waitingCount == 0 { await Task.yield() }
        waiting.cancel()
        #expect(await waiting.value == false)
        slots.free()
        let isTaken = await slots.take()
        #expect(isTaken)
    }
}
