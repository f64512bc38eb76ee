import CarrelTesting
import Foundation
import Testing

/// Modules that a course and a timetable have in common, as `/api` and commands name them.
@Suite(.timeLimit(.minutes(1))) struct SharedModulesTests {
    @Test func `an item of a module is found by its number, the timetable aside`() async throws {
        let page = try await ServeFixture()
        try page.workspace.write(
            "week.jsonl",
            #"""
            {"carrel": 1, "title": "Week"}
            {"type": "collection", "id": "COMP304", "title": "Reasoning"}
            {"type": "meeting", "day": "monday", "time": "09:00"}

            """#)
        let added = try await page.workspace.carrel("add", "week.jsonl", "--name", "week")
        #expect(added.status == 0, "\(added.error)")
        let shown = try await page.workspace.carrel("list", "--json", "COMP304/1")
        #expect(shown.status == 0 && shown.objects.first?["title"] as? String == "Week 1", "\(shown)")
        for path in ["item", "preview", "versions", "why", "document"] {
            let answer = try await page.get("/api/\(path)?item=COMP304/1")
            #expect(answer.status == 200, "\(path): \(answer.text)")
        }
        let items = try await page.get("/api/items?collection=COMP304")
        #expect(items.status == 200 && items.text.contains("Week 2"), "\(items.text)")
        let token = try #require(
            try await page.get("/api/token").text.split(separator: "\"").dropFirst(3).first)
        let answer = try await page.send(
            "/api/ignore", #"{"item":"COMP304/2"}"#, ["X-Carrel-Token": String(token)])
        #expect(answer.status == 204, "\(answer.text)")
    }
}
