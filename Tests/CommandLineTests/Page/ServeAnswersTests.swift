import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// What the page and the interface for programs answer: to addresses, marks, fresh browsers and requests for documents.
@Suite(.timeLimit(.minutes(2)))
struct ServeAnswersTests {
    @Test(arguments: [
        "", "/etc/passwd", "notes.json", "file:///etc/passwd", "-", "ftp://x.example/", "http://",
        "https:///x",
    ])
    func `only a web server can be named in the form that adds a catalogue`(address: String) async throws {
        let page = try await ServeFixture(syncs: false)
        try page.workspace.write("notes.json", page.course.catalog)
        for path in ["/look", "/add"] {
            let answer = try await page.post(path, ["address": address])
            #expect(answer.status == 422, "\(answer.status)")
            #expect(answer.text.contains("begins with http:// or https://"), "\(answer.text)")
            #expect(!answer.text.contains("carrel "), "\(answer.text)")
        }
        let looked = try await page.post("/look", ["address": " \(page.course.url)\n"])
        #expect(looked.status == 200, "what was pasted with white space is meant without it")
    }

    @Test func `a collection is marked as read alone`() async throws {
        let page = try await ServeFixture()
        let token = try await page.get("/api/token").text.split(separator: "\"")[3]
        let own = ["X-Carrel-Token": String(token)]
        #expect(try await page.send("/api/mark", #"{"collection":"NONE"}"#, own).status == 404)
        #expect(try await page.send("/api/mark", #"{"read":false}"#, own).status == 400)
        #expect(
            try await page.send("/api/mark", #"{"read":false,"collection":"COMP304"}"#, own).status == 400)
        #expect(try await page.send("/api/mark", #"{"collection":"COMP304"}"#, own).status == 204)
        let news = try await page.get("/api/new").text
        #expect(news.contains("COMP307") && !news.contains("COMP304"), "\(news)")
    }
}
