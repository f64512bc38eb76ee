import CarrelTesting
import Foundation
import Testing

/// Long lists on the page: what does not fit is on a further page.
@Suite(.timeLimit(.minutes(2)))
struct ServePagesTests {
    /// A library with documents that are new and some that are set aside.
    private func library(new: Int, setAside: Int) async throws -> ServeFixture {
        let page = try await ServeFixture(syncs: false)
        let server = page.course.server
        var notes: [String] = []
        for number in 0..<new {
            server.on("/\(number).txt", .document("Note \(number)\n", mediaType: "text/plain"))
            notes.append("{\"Note \(number)\": \"\(server.address("/\(number).txt"))\"}")
        }
        for number in 0..<setAside {
            let login = Data("<!DOCTYPE html><title>Sign in</title><p>\(number)".utf8)
            server.on("/\(number).pdf", .document(login, mediaType: "application/pdf"))
            notes.append("{\"Paper \(number)\": \"\(server.address("/\(number).pdf"))\"}")
        }
        let catalog = """
            [{"moduleCode": "LONG", "moduleTitle": "Long", "moduleNotes": [\(notes.joined(separator: ", "))]}]
            """
        server.on("/notes.json", .document(catalog, mediaType: "text/plain"))
        _ = try await page.workspace.carrel("sync", "--quiet", page.course.url)
        return page
    }

    /// What each page of a list shows, from the first to the last by the links between them.
    private func pages(_ path: String, of page: ServeFixture, each mark: String) async throws -> [Int] {
        var (counts, next): ([Int], String?) = ([], path)
        while let address = next, counts.count < 10 {
            let text = try await page.get(address).text
            counts.append(text.components(separatedBy: mark).count - 1)
            next = text.firstMatch(of: /<a rel="next" href="([^"]*)"/).map { String($0.1) }
        }
        return counts
    }

    @Test func `everything new and everything set aside is on some page`() async throws {
        let page = try await library(new: 205, setAside: 101)
        _ = try await page.get("/new") { $0.text.contains("class=\"count new\">205") }
        let rows = "<li class=\"row\""
        #expect(try await pages("/new", of: page, each: rows) == [100, 100, 5])
        #expect(try await pages("/quarantine", of: page, each: "class=\"sure\"") == [100, 1])
        // A place that went meanwhile is the last page.
        #expect(try await page.get("/new?from=900").text.components(separatedBy: rows).count == 6)
    }

    @Test func `after something is discarded one is on the same page of the list`() async throws {
        let page = try await library(new: 0, setAside: 102)
        for place in ["?from=100", ""] {
            let shown = try await page.get("/quarantine\(place)")
            let what = try #require(shown.values("value").first { $0.contains("file=") })
            let answer = try await page.post("/discard", ["what": what])
            #expect(
                answer.status == 303 && answer.fields["Location"] == "/quarantine\(place)", "\(answer.text)")
        }
    }
}
