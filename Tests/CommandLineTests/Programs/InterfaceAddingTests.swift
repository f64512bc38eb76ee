import CarrelTesting
import Foundation
import Testing

/// Catalogues that a program adds with `/api/add`.
@Suite(.timeLimit(.minutes(1))) struct InterfaceAddingTests {
    private let page: ServeFixture

    init() async throws { page = try await ServeFixture() }

    private func object(_ text: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
    }

    private func add(_ address: String, name: String) async throws -> ServeFixture.Answer {
        let token = try #require(try object(try await page.get("/api/token").text)["token"] as? String)
        return try await page.send(
            "/api/add", #"{"address":"\#(address)","name":"\#(name)"}"#, ["X-Carrel-Token": token])
    }

    @Test func `every event of the catalogue has the name that it gets`() async throws {
        let reader = try EventReader(page.address + "/api/events")
        defer { reader.end() }
        _ = try await reader.first("event: begin")
        let added = try await add(page.course.server.address("/notes.json?2"), name: "more")
        #expect(added.status == 201, "\(added.text)")
        let read = try await reader.first("event: catalogRead")
        #expect(read.contains(#""catalogName":"more""#), "\(read)")
    }

    @Test func `the status says whether the address, its server, what is there or the name is wrong`()
        async throws
    {
        let server = page.course.server
        server.on("/feed.json", .content(#"{"version": "https://jsonfeed.org/version/1.1"}"#))
        for (address, name, status) in [
            ("notes.json", "a", 400), ("http://127.0.0.1:99999/c", "a", 400),
            ("http://u:p@x.example/", "a", 400),
            (server.address("/notes.json?2"), "a/b", 400),
            (server.address("/feed.json"), "a", 422), (server.address("/nothing"), "a", 502),
            ("http://127.0.0.1:1/list.html", "a", 502), (server.address("/notes.json?2"), "a", 201),
            (server.address("/notes.json?3"), "A", 409),
            (server.address("/notes.json?2"), "a", 201), (server.address("/notes.json?2"), "b", 409),
            (server.address("/notes.json?2"), "a/b", 400),
        ] {
            let answer = try await add(address, name: name)
            #expect(answer.status == status, "\(address) \(name): \(answer.text)")
            guard status >= 400 else { continue }
            #expect(try object(answer.text)["status"] as? Int == status)
            #expect(answer.fields["Content-Type"] == "application/problem+json")
        }
    }

    @Test func `a catalogue that is known by another name keeps it, and the problem says what renames it`()
        async throws
    {
        let address = page.course.server.address("/notes.json?2")
        #expect(try await add(address, name: "one").status == 201)
        let again = try await add(address, name: "two")
        #expect(again.status == 409 && again.text.contains("carrel rename one two"), "\(again.text)")
    }
}
