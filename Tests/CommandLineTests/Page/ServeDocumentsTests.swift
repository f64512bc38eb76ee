import CarrelHTTP
import CarrelTesting
import Foundation
import Testing

/// Documents, hits and sentences as a browser gets them.
@Suite(.timeLimit(.minutes(2)))
struct ServeDocumentsTests {
    @Test func `text comes in the encoding that it is in`() async throws {
        let page = try await ServeFixture(syncs: false)
        let accents = Data("<meta charset=\"iso-8859-2\"><p>P".utf8) + [0xF8] + Data("ednáška".utf8)
        let server = page.course.server
        server.on("/COMP304/week2.html", .document(accents, mediaType: "text/html"))
        server.on(
            "/COMP304/week1.txt", .document(Data("caf".utf8) + [0xE9, 0x0A], mediaType: "text/plain"))
        server.on(
            "/COMP307/week1.txt",
            .document(Data("Привет".utf8), mediaType: "text/plain; charset=iso-8859-1"))
        _ = try await page.workspace.carrel("sync", "--quiet", page.course.url)
        for (item, type) in [
            ("COMP304/2", "text/html; charset=iso-8859-2"), ("COMP304/1", "text/plain; charset=windows-1252"),
            ("COMP307/1", "text/plain; charset=utf-8"),
        ] {
            let answer = try await page.get("/api/document?item=\(item)")
            #expect(answer.fields["Content-Type"] == type, "\(item): \(answer.fields)")
        }
    }
}
