import CarrelTesting
import Foundation
import Testing

/// Collections that have a catalogue of their own, in `/api` of `carrel serve`.
@Suite(.timeLimit(.minutes(1))) struct InterfaceOpeningTests {
    @Test func `a program opens a collection, and then knows its items`() async throws {
        let page = try await ServeFixture()
        let server = page.course.server
        func serve(_ path: String, _ line: String) {
            let text = "{\"carrel\": 1, \"title\": \"Places\"}\n\(line)\n"
            server.on(path, .document(text, mediaType: "application/jsonl"))
        }
        let (photos, gate) = (server.address("/kyoto.jsonl"), server.address("/gate.txt"))
        serve(
            "/places.jsonl",
            #"{"type": "collection", "id": "kyoto", "title": "Kyoto", "further": "\#(photos)"}"#)
        serve("/kyoto.jsonl", #"{"type": "item", "title": "A gate", "url": "\#(gate)"}"#)
        let address = server.address("/places.jsonl")
        let added = try await page.workspace.carrel("add", address, "--name", "places")
        #expect(added.status == 0, "\(added.error)")
        let token = try #require(try object(try await page.get("/api/token"))["token"] as? String)
        let own = ["X-Carrel-Token": token]
        let early = try await page.send("/api/get", #"{"item":"kyoto/1"}"#, own)
        #expect(early.status == 404 && early.text.contains("open the collection"), "\(early.text)")
        let opened = try await page.send("/api/open", #"{"collection":"kyoto"}"#, own)
        #expect(opened.status == 200, "\(opened.text)")
        let row = try object(opened)
        #expect(row["isOpened"] as? Bool == true && row["items"] as? Int == 1, "\(row)")
        let items = try await page.get("/api/items?collection=kyoto")
        #expect(items.text.contains("A gate"), "\(items.text)")
        #expect(try await page.send("/api/open", "{}", own).status == 400)
    }
}
