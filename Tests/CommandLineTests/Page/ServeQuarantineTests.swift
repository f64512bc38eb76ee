import CarrelTesting
import Foundation
import Testing

/// What is set aside, as `carrel serve` shows it: what is pressed is about the file that was shown.
@Suite(.timeLimit(.minutes(2)))
struct ServeQuarantineTests {
    private static let damaged = Data("%PDF-1.5\n%%EOF\n".utf8)

    private func gone(_ content: String, on page: ServeFixture) async throws {
        page.course.server.on("/COMP307/gone.pdf", .document(content, mediaType: "application/pdf"))
        _ = try await page.workspace.carrel("sync", "--quiet")
    }

    /// A library with two files of one item: a login page that came, and the stored document that was damaged before.
    private func twoFiles() async throws -> ServeFixture {
        let page = try await ServeFixture()
        try await gone("%PDF-1.4\n%%EOF\n", on: page)
        let name = try #require(try page.workspace.documents().keys.first { $0.contains("gone") })
        try damage(page.workspace.library.appending(path: name), with: Self.damaged)
        _ = try await page.workspace.carrel("verify", "--repair")
        try await gone("<!DOCTYPE html><title>Sign in</title>", on: page)
        return page
    }

    /// The names in the quarantine of the files there, by their size.
    private func files(_ page: ServeFixture) async throws -> [Int: String] {
        let rows = try await page.workspace.carrel("quarantine", "list", "--json").objects
        return try Dictionary(
            uniqueKeysWithValues: rows.map { row in
                (try #require(row["bytes"] as? Int), try #require(row["file"] as? String))
            })
    }

    /// What the form of a file on the page says.
    private func form(_ file: String, _ page: ServeFixture) async throws -> [String: String] {
        let values = try await page.get("/quarantine").values("value")
        return ["what": try #require(values.first { $0.contains("file=\(file)") })]
    }

    @Test func `of two files of an item the one that was pressed is stored or removed`() async throws {
        let page = try await twoFiles()
        let (login, damaged) = try await found(page)
        let stored = try await form(damaged, page)
        #expect(try await page.post("/discard", try await form(login, page)).status == 303)
        #expect(try await Set(files(page).values) == [damaged])
        #expect(try await page.post("/accept", stored).status == 303)
        #expect(try await files(page).isEmpty)
        #expect(try page.workspace.documents().values.contains(Self.damaged))
    }

    private func found(_ page: ServeFixture) async throws -> (login: String, damaged: String) {
        let files = try await files(page)
        #expect(files.count == 2)
        let damaged = try #require(files[Self.damaged.count])
        return (try #require(files.values.first { $0 != damaged }), damaged)
    }

    @Test func `a form of a file that is not there any more stores nothing else`() async throws {
        let page = try await ServeFixture()
        try await gone("<!DOCTYPE html><title>Sign in</title>", on: page)
        let form = try await form(try #require(try await files(page).values.first), page)
        let list = try #require(try await page.get("/").values("href").first { $0.contains("COMP307") })
        let item = try #require(try await page.get(list).values("href").last { $0.contains("item=") })
        let shown = try #require(try await page.get(item).values("value").first { $0.contains("file=") })
        #expect(form["what"] == shown)
        try await gone("<!DOCTYPE html><title>Closed today</title>", on: page)
        let before = try await files(page)
        #expect(before.count == 1)
        for action in ["/accept", "/discard"] {
            let answer = try await page.post(action, form)
            #expect(answer.status == 409 && answer.text.contains("not what you saw"), "\(answer.text)")
        }
        #expect(try await files(page) == before)
    }

    @Test func `a program names one of several files, and is told so`() async throws {
        let page = try await twoFiles()
        let (login, damaged) = try await found(page)
        let answer = try await page.get("/api/token").text
        let token = try #require(answer.components(separatedBy: "\"").dropLast().last)
        func send(_ file: String?) async throws -> ServeFixture.Answer {
            let more = file.map { ",\"file\":\"\($0)\"" } ?? ""
            return try await page.send(
                "/api/discard", "{\"collection\":\"COMP307\",\"item\":\"Lost\"\(more)}",
                ["X-Carrel-Token": token])
        }
        for file in [nil, "other.pdf"] {
            let refused = try await send(file)
            #expect(refused.status == 409, "\(refused.text)")
            #expect(refused.text.contains(login) && refused.text.contains(damaged), "\(refused.text)")
        }
        #expect(try await send(login).status == 204)
        #expect(try await Set(files(page).values) == [damaged])
        // The only one needs no name.
        #expect(try await send(nil).status == 204)
    }
}
