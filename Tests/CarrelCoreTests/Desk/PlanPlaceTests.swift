import CarrelModel
import CarrelStages
import Foundation
import Testing

@testable import CarrelCore

/// Which of many saved plans hold.
@Suite(.timeLimit(.minutes(1))) struct PlanPlaceTests {
    private func plan(_ location: String, _ name: String? = nil, items: [String] = []) -> Plan {
        var plan = Plan(
            catalog: location,
            entries: items.map {
                PlanEntry(.keep, reason: "", collection: "C", item: Item(title: $0, url: nil))
            })
        plan.catalogName = name
        return plan
    }

    @Test func `plans of one catalogue that have an item in common are one plan that has it once`() {
        let united = Plan.united([plan("c", items: ["A", "B", "A"]), plan("c", items: ["B", "C"])])
        #expect(united?.entries.map(\.item.title) == ["A", "B", "C"])
    }

    @Test func `many plans are looked for among many catalogues without comparing each with each`() {
        let numbers = 1...5_000
        let known = numbers.map {
            KnownCatalog(
                location: "http://School.example/\($0)", name: "C\($0)",
                addedAt: Date(timeIntervalSince1970: 0))
        }
        let places = PlanPlaceError.Places(known, named: ["http://named.example/"])
        let refused = numbers.filter {
            PlanPlaceError(plan("http://school.example/\($0)", "c\($0)"), among: places) != nil
        }
        #expect(refused.isEmpty, "where they were, however the host is written")
        #expect(PlanPlaceError(plan("http://named.example/", "c7"), among: places) == nil)
        #expect(PlanPlaceError(plan("http://other.example/"), among: places) == nil)
        let moved = PlanPlaceError(plan("http://other.example/", "c7"), among: places)
        #expect(moved?.description.contains("“C7” at http://School.example/7 now") == true)
        let gone = PlanPlaceError(plan("http://other.example/", "gone"), among: places)
        #expect(gone?.description.contains("does not keep “gone”") == true)
    }

    @Test func `plans of one catalogue are one, as old as the oldest`() {
        var plans = [["a", "b"], ["c"], ["d"]].map { plan("http://school.example/", "C", items: $0) }
        (plans[0].readAt, plans[1].readAt, plans[2].readAt) = (3, 1, 2)
        plans[2].isPublic = true
        let united = Plan.united(plans)
        #expect(united?.entries.map(\.item.title) == ["a", "b", "c", "d"])
        #expect(united?.readAt == 1 && united?.isPublic == true && united?.catalogName == "C")
        plans[1].readAt = nil
        #expect(Plan.united(plans)?.readAt == nil)
        #expect(Plan.united([]) == nil)
    }
}
