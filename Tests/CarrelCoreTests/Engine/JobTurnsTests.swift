import Testing

@testable import CarrelCore

/// Which items begin where there is one try alone.
@Suite struct JobTurnsTests {
    private func order(_ items: [String], failed: Set<String>, from number: Int) -> [String] {
        JobTurns.order(Array(items.indices), from: number) {
            failed.contains(items[$0])
        } host: {
            String(items[$0].prefix(1))
        }.map { items[$0] }
    }

    @Test func `what failed comes last, and each host begins at its own next item`() {
        let items = ["a1", "b1", "a2", "b2", "a3", "new"]
        let failed = Set(items).subtracting(["new"])
        #expect(order(items, failed: failed, from: 0) == ["new", "a1", "b1", "a2", "b2", "a3"])
        #expect(order(items, failed: failed, from: 1) == ["new", "a2", "b2", "a3", "b1", "a1"])
        #expect(order(items, failed: failed, from: Int.max - 1).sorted() == items.sorted())
    }

    @Test func `all items of a small host have their turn, however many have failed at others`() {
        let small = (0..<10).map { "a\($0)" }
        let items = small + (0..<1000).map { "b\($0)" }
        let first = (0..<10).compactMap { number in
            order(items, failed: Set(items), from: number).first { $0.hasPrefix("a") }
        }
        #expect(first == small)
    }
}
