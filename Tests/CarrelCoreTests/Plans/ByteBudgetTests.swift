import CarrelBasics
import CarrelCore
import CarrelModel
import Testing

/// Plans within a byte budget.
@Suite struct ByteBudgetTests {
    @Test func `what no run has room for says so, and the others wait for the next one`() {
        let entries = [600, 3_000, 600].map { (bytes: Int64) in
            PlanEntry(
                .download, reason: "new", collection: "C1", item: Item(title: "\(bytes)", url: nil),
                bytes: bytes)
        }
        let plan = Plan(catalog: "a", entries: entries).within(1_000, spent: 0)
        #expect(plan.entries.map(\.action) == [.download, .postponed, .postponed])
        let budget = ByteCount(1_000)
        let tooLarge =
            "\(ByteCount(3_000)), more than a run may fetch. Raise download.max-total, now \(budget)"
        let reasons = ["new", tooLarge, "over the byte budget of \(budget) (download.max-total)"]
        #expect(plan.entries.map(\.reason) == reasons)
    }
}
