import CarrelTesting
import Foundation
import Testing

/// `carrel serve` for people with passwords.
@Suite(.timeLimit(.minutes(2)))
struct ServePeopleTests {
    // Of “open sesame”, at a low cost.
    private static let hash = "$2y$05$abcdefghijklmnopqrstuupx2xBUC4954936wVIjyyPHmUBFu0wCW"

    private func served(_ more: String...) async throws -> ServeFixture {
        let workspace = try Workspace()
        let file = try workspace.write("people", "# who may come in\nann:\(Self.hash)\n")
        _ = try await workspace.shell("chmod 600 people")
        let course = try CourseServer()
        return try await ServeFixture(
            in: workspace, profile: "[source]\nuse = \"http\"\nurl = \"\(course.url)\"\n", course: course,
            ["--htpasswd", file] + more)
    }

    private func basic(_ name: String, _ password: String) -> [String: String] {
        ["Authorization": "Basic \(Data("\(name):\(password)".utf8).base64EncodedString())"]
    }

    @Test func `people sign in with name and password, come where they wanted, and sign out`() async throws {
        let page = try await served()
        let asked = try await page.get("/new?language=de")
        #expect(asked.status == 401 && asked.text.contains("Anmelden") && !asked.text.contains("Reasoning"))
        #expect(asked.text.contains("name=\"then\" value=\"/new?language=de\""))
        #expect(asked.text.contains("autocomplete=\"username\""))
        #expect(asked.text.contains("autocomplete=\"current-password\""))
        for path in ["/", "/events", "/token", "/search?words=a", "/document", "/api/items", "/opds"] {
            #expect(try await page.get(path).status == 401, "\(path)")
        }
        let wrong = try await page.post(
            "/enter", ["name": "<b>ann", "password": "x", "then": "/new"], token: "")
        #expect(wrong.status == 403 && wrong.text.contains("Das ist nicht das Kennwort"))
        #expect(wrong.text.contains("value=\"&lt;b&gt;ann\"") && !wrong.text.contains("<b>"))
        let right = try await page.post(
            "/enter", ["name": "ann", "password": "open sesame", "then": "/new?language=en"], token: "")
        #expect(right.status == 303 && right.fields["Location"] == "/new?language=en")
        let start = try await page.get("/?language=en")
        #expect(start.status == 200 && start.text.contains("Reasoning") && start.text.contains("Sign out"))
        #expect(try await page.post("/leave", [:], token: "x").status == 403)
        #expect(try await page.get("/").status == 200)
        #expect(try await page.post("/leave", [:]).status == 303)
        #expect(try await page.get("/").status == 401)
    }

    @Test(arguments: ["//evil.example", "https://evil.example/", "/\\evil.example", "", "new"])
    func `signing in leads nowhere else`(then: String) async throws {
        let page = try await served()
        let answer = try await page.post(
            "/enter", ["name": "ann", "password": "open sesame", "then": then], token: "")
        #expect(answer.status == 303 && answer.fields["Location"] == "/")
    }

    @Test func `a session that somebody signed out of is over, also for who kept its cookie`() async throws {
        let page = try await served()
        let right = try await page.post("/enter", ["name": "ann", "password": "open sesame"], token: "")
        let port = try #require(page.address.split(separator: ":").last)
        let cookie = try #require(
            right.fields["Set-Cookie"]?.split(separator: ";").first {
                $0.contains("carrel-session-\(port)=")
            })
        #expect(try await page.post("/leave", [:]).status == 303)
        #expect(try await page.get("/", ["Cookie": String(cookie)]).status == 401)
    }

    @Test func `programs and reading apps give name and password with each request`() async throws {
        let page = try await served("--token", "four words")
        let refused = try await page.get("/api/items")
        let challenge = refused.fields["Www-Authenticate"] ?? refused.fields["WWW-Authenticate"]
        #expect(refused.status == 401 && challenge == "Basic realm=\"Carrel\", charset=\"UTF-8\"")
        #expect(try await page.get("/api/items", basic("ann", "x")).status == 401)
        let own = basic("ann", "open sesame")
        #expect(try await page.get("/api/items", own).status == 200)
        #expect(try await page.get("/opds", own).status == 200)
        // A browser sends these fields by itself: alone they change nothing, and they show no page.
        #expect(try await page.send("/api/mark", "{}", own).status == 403)
        #expect(try await page.get("/", own).status == 401)
        let text = try await page.get("/api/token", own).text
        let token = try #require(text.split(separator: "\"").dropFirst(3).first)
        let both = own.merging(["X-Carrel-Token": String(token)]) { $1 }
        #expect(try await page.send("/api/mark", "{}", both).status == 204)
        #expect(try await page.get("/api/items", ["Authorization": "Bearer four words"]).status == 200)
    }

    @Test func `many wrong tries are put off, and say for how long`() async throws {
        let page = try await served()
        var statuses: [Int] = []
        for number in 1...12 {
            let answer = try await page.post("/enter", ["name": "ann", "password": "\(number)"], token: "")
            statuses.append(answer.status)
            if answer.status == 429 {
                #expect(Int(answer.fields["Retry-After"] ?? "").map { $0 > 0 } == true)
                #expect(answer.text.contains("Too many tries"))
            }
        }
        #expect(statuses.prefix(10).allSatisfy { $0 == 403 } && statuses.contains(429), "\(statuses)")
        #expect(try await page.get("/api/items", basic("ann", "open sesame")).status == 429)
    }

    @Test func `a flood of requests is put off with 429, and goes on being answered after it`() async throws {
        let page = try await ServeFixture()
        let (count, begun) = (10_000, ContinuousClock.now)
        let flood = try await page.workspace.shell(
            "curl --silent --output /dev/null --write-out '%{http_code} %header{retry-after}\\n' '\(page.address)/assets/x?[1-\(count)]'"
        )
        let lines = flood.output.split(separator: "\n")
        #expect(lines.count == count)
        #expect(lines.prefix(3000).allSatisfy { $0.hasPrefix("404") })
        // So many at once, and 250 a second: a machine that is slower makes no flood.
        let allowed = 3000 + 250 * ((ContinuousClock.now - begun) / .seconds(1))
        #expect(lines.contains("429 1") || Double(count) <= allowed, "\(allowed)")
        _ = try await page.get("/") { $0.status == 200 }
    }

    @Test func `a file that is not as it should be is refused with its line`() async throws {
        let workspace = try Workspace()
        let file = try workspace.write("people", "ann:\(Self.hash)\nbob:$apr1$abc$def\n")
        let refused = try await workspace.carrel("serve", "--listen", "127.0.0.1:0", "--htpasswd", file)
        #expect(refused.status == 2 && refused.output.isEmpty)
        #expect(refused.error.contains("\(file):2: the password of bob is hashed with MD5"))
        #expect(refused.error.contains("htpasswd -B \(file) bob"))
        let nowhere = try await workspace.carrel("serve", "--htpasswd", "nowhere")
        #expect(nowhere.status == 2 && nowhere.error.contains("nowhere: cannot be read"))
    }
}
