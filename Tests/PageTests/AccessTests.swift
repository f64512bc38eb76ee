import CarrelBasics
import CarrelHTTP
import CarrelServer
import Foundation
import Testing

@testable import CarrelPage

/// Hashes of “open sesame”, as `htpasswd -B` and `mkpasswd` write them.
enum Hashes {
    static let bcrypt = "$2y$05$abcdefghijklmnopqrstuupx2xBUC4954936wVIjyyPHmUBFu0wCW"
    static let sha512 =
        "$6$saltsalt$e/5XKibXPLqVcfjpD.ouauaJrAOL5V0uo80Lt7n7EbRdRiCx3HbQ90yjOHr.G0T.mx79PEMRy8nmtr0qSYhQp1"
    static let yescrypt = "$y$j9T$F5Jx5fExrKuPp53xLKQ..1$6JlLzEdKMvGk83Zgd3owplAejssJr2SFlJFlOc7i54A"
    /// Other parameters than any of the others.
    static let rounds =
        "$6$rounds=1000$salt$c/rx876elUtSjHtqzbR4t4bBD/c0LZyMkaP8WcR76l0qH4uuR/u2OObFJW77Apnmy6G3yYLi4kU2yXpy3CXj60"
}

/// Who may come in.
@Suite(.timeLimit(.minutes(1)))
struct AccessTests {
    private func file(_ text: String, mode: Int = 0o600) throws -> PasswordFile {
        let path = FileManager.default.temporaryDirectory.appending(
            path: "carrel-people-\(UUID().uuidString)"
        ).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        _ = FileManager.default.createFile(
            atPath: path, contents: Data(text.utf8), attributes: [.posixPermissions: mode])
        return try PasswordFile(path)
    }

    private func request(_ fields: [(String, String)] = [], from client: String = "192.0.2.1")
        -> ServerRequest
    {
        var request = ServerRequest(method: "GET", target: "/", fields: HTTPFields(fields))
        request.client = client
        return request
    }

    private func basic(_ name: String, _ password: String, from client: String = "192.0.2.1") -> ServerRequest
    {
        let pair = Data("\(name):\(password)".utf8).base64EncodedString()
        return request([("Authorization", "Basic \(pair)")], from: client)
    }

    // MARK: The file

    @Test func `names and hashes are read, comments and empty lines are not`() throws {
        let read = try file(
            "# people\n\nann:\(Hashes.bcrypt)\r\n bob:\(Hashes.sha512) \neve:\(Hashes.yescrypt)\nzoe:\(Hashes.rounds)"
        )
        #expect(
            read.hashes == [
                "ann": Hashes.bcrypt, "bob": Hashes.sha512, "eve": Hashes.yescrypt, "zoe": Hashes.rounds,
            ])
        #expect(read.warnings.isEmpty)
        let open = try file("ann:\(Hashes.bcrypt)", mode: 0o644)
        #expect(open.warnings.first?.contains("every user of this machine") == true)
    }

    @Test(arguments: [
        ("ann:$apr1$abcdefgh$1234567890123456789012", "MD5"),
        ("ann:$1$abcdefgh$1234567890123456789012", "MD5"),
        ("ann:{SHA}W6ph5Mm5Pz8GgiULbPgzG37mj9g=", "SHA-1"), ("ann:rqXexS6ZhobKA", "DES"),
        ("ann:open sesame", "is not hashed"), ("ann:", "is not hashed"),
        ("ann:$5$abc$def", "none of bcrypt"),
        ("ann:$2y$31$\(String(repeating: "a", count: 53))", "cost of 31"),
        ("ann:$6$rounds=999999999$abc$\(String(repeating: "a", count: 86))", "999999999 rounds"),
        ("ann:\(Hashes.bcrypt.dropLast())", "not whole"), ("ann:\(Hashes.sha512.dropLast())", "not whole"),
        ("ann:\(Hashes.yescrypt.dropLast())", "not whole"), ("ann", "a name, a colon and a hash"),
        (":\(Hashes.bcrypt)", "a name, a colon and a hash"), ("# nobody", "nobody in it"),
        ("ann:\(Hashes.bcrypt)\nann:\(Hashes.sha512)", "ann is there twice"),
    ])
    func `a line that is not safe or not whole is refused with what helps`(text: String, reason: String)
        throws
    {
        let error = #expect(throws: ServerError.self) { try file(text) }
        let message = try #require(error).description
        #expect(message.contains(reason), "\(message)")
        #expect(message.contains("htpasswd -B") || message.contains("Delete"), "\(message)")
    }

    // MARK: Passwords

    @Test(arguments: [Hashes.bcrypt, Hashes.sha512, Hashes.yescrypt])
    func `a name comes in with its password alone`(hash: String) async throws {
        let access = Access(token: nil, people: try file("ann:\(hash)\nbob:\(Hashes.rounds)"))
        #expect(await access.admits(basic("ann", "open sesame"), byPassword: true).isAdmitted)
        let long = "open sesame" + String(repeating: "x", count: 600)
        for (name, password) in [
            ("ann", "open sesam"), ("ann", ""), ("ann", "open sesame\0more"), ("ann", "OPEN SESAME"),
            ("ann", long),
            ("Ann", "open sesame"), ("", "open sesame"), ("nobody", "open sesame"), ("nobody", ""),
        ] {
            let answer = await access.admits(basic(name, password, from: name + password), byPassword: true)
            #expect(!answer.isAdmitted, "\(name) \(password)")
        }
        #expect(!(await access.admits(basic("ann", "open sesame")).isAdmitted))
        #expect(!(await access.admits(request()).isAdmitted))
    }

    @Test func `whoever is refused waits for the same hashes, whether the name is known or not`() async throws
    {
        let made = Locked<[String]>([])
        let many = (2...9).map { "n\($0):\(Hashes.rounds.replacing("=1000", with: "=\($0)000"))" }
        let file = try file(
            "ann:\(Hashes.bcrypt)\nbob:\(Hashes.sha512)\ndan:\(Hashes.bcrypt.replacing("$2y$", with: "$2b$"))\n"
                + "eve:\(Hashes.yescrypt)\nzoe:\(Hashes.rounds)\n" + many.joined(separator: "\n"))
        let check = PasswordCheck(file) { password, hash in
            made.withLock { $0.append(hash) }
            return password == "right" && !hash.contains("$carrel$")
        }
        for name in ["ann", "bob", "dan", "eve", "zoe", "n2", "n5", "n9", "nobody", ""] {
            made.withLock { $0 = [] }
            #expect(await check.fits(name, "wrong") == false)
            let rounds = made.value.compactMap(PasswordFile.rounds)
            #expect(rounds.reduce(0, +) == 10_000 && rounds.count <= 2, "\(name)")
            let others = made.value.filter { PasswordFile.rounds(of: $0) == nil }
            #expect(others.map(PasswordFile.cost).sorted() == ["2$05", "y$j9T"], "\(name)")
        }
        #expect(await check.fits("nobody", "right") == false)
        made.withLock { $0 = [] }
        #expect(await check.fits("ann", "right") == true)
        #expect(made.value == [Hashes.bcrypt])
    }

    @Test func `the rounds of a hash are those that are done`() {
        #expect(PasswordFile.rounds(of: Hashes.sha512) == 5000)
        #expect(PasswordFile.rounds(of: Hashes.rounds.replacing("=1000", with: "=5000")) == 5000)
        #expect(PasswordFile.rounds(of: Hashes.bcrypt) == nil)
        #expect(PasswordFile.refusal(of: PasswordFile.hash(rounds: 1234)) == nil)
    }

    @Test func `the token counts beside names, and as a bearer`() async throws {
        let access = Access(token: "four words", people: try file("ann:\(Hashes.rounds)"))
        #expect(await access.admits(basic("anybody", "four words"), byPassword: true).isAdmitted)
        #expect(await access.admits(basic("ann", "open sesame"), byPassword: true).isAdmitted)
        guard case .admitted(.bearer) = await access.admits(request([("Authorization", "bearer four words")]))
        else {
            Issue.record("the token was not taken")
            return
        }
        #expect(!(await access.admits(request([("Authorization", "Bearer open sesame")])).isAdmitted))
    }

    @Test func `after some wrong tries the next one waits, also the right one, and others do not`()
        async throws
    {
        let access = Access(
            token: "four words", people: nil, tries: RateLimit(burst: 3, every: .seconds(60)),
            allTries: RateLimit(burst: 5, every: .seconds(60)))
        // What was right once is no try.
        let own = request([("Authorization", "Bearer four words")], from: "192.0.2.9")
        #expect(await access.admits(own).isAdmitted)
        for _ in 1...3 {
            guard case .refused = await access.takes(nil, "x", from: request(), .session) else {
                Issue.record("a wrong token was not refused")
                return
            }
        }
        guard case .later(let seconds) = await access.takes("x", "four words", from: request(), .session)
        else {
            Issue.record("a fourth try was not put off")
            return
        }
        #expect((55...61).contains(seconds))
        #expect(await access.takes("x", "four words", from: request(from: "192.0.2.2"), .session).isAdmitted)
        // All of them together have a limit, too.
        for number in 3...4 {
            _ = await access.takes(nil, "x", from: request(from: "192.0.2.\(number)"), .session)
        }
        guard case .later = await access.takes(nil, "x", from: request(from: "192.0.2.5"), .session) else {
            Issue.record("a sixth try of all was not put off")
            return
        }
        for _ in 1...20 { #expect(await access.admits(own).isAdmitted) }
    }

    @Test func `a password is hashed once, not at every request`() async throws {
        // Takes a second or so, and a hundred of ann's more than ten times as long.
        let slow = "$2y$13$abcdefghijklmnopqrstuuH3mZcVWhM7PEVnNzOeLnDhFDHFaZGAS"
        let ann = "$2y$10$abcdefghijklmnopqrstuu4SuEsu2LsUrAYUpWQHLMMc4GV5pZTxK"
        let access = Access(token: nil, people: try file("ann:\(ann)\nbob:\(slow)"))
        let clock = ContinuousClock()
        let wrong = await clock.measure { _ = await access.admits(basic("bob", "x"), byPassword: true) }
        #expect(await access.admits(basic("ann", "open sesame"), byPassword: true).isAdmitted)
        // Another time where something else had the machine.
        var times: [Duration] = []
        for _ in 1...5 where times.allSatisfy({ $0 >= wrong }) {
            times.append(
                await clock.measure {
                    for _ in 1...100 {
                        _ = await access.admits(basic("ann", "open sesame"), byPassword: true)
                    }
                })
        }
        #expect(times.contains { $0 < wrong }, "\(times), \(wrong)")
    }

    /// The answers to requests that come together.
    private func answers(to requests: [ServerRequest], of access: Access) async -> [Access.Answer] {
        await withTaskGroup(of: Access.Answer.self) { group in
            for request in requests { group.addTask { await access.admits(request, byPassword: true) } }
            var answers: [Access.Answer] = []
            for await answer in group { answers.append(answer) }
            return answers
        }
    }

    @Test func `requests that come together with the same right password are one try and one hash`()
        async throws
    {
        let (tries, all) = (
            RateLimit(burst: 1, every: .seconds(600)), RateLimit(burst: 1, every: .seconds(600))
        )
        let access = Access(
            token: nil, people: try file("ann:\(Hashes.yescrypt)"), tries: tries, allTries: all)
        let request = basic("ann", "open sesame")
        let answers = await answers(to: Array(repeating: request, count: 20), of: access)
        #expect(answers.allSatisfy { $0.isAdmitted })
        #expect(tries.take("192.0.2.1") == nil && all.take("") == nil)
    }

    @Test func `a password that nobody could look at takes no try`() async throws {
        let (tries, all) = (
            RateLimit(burst: 20, every: .seconds(600)), RateLimit(burst: 20, every: .seconds(600))
        )
        // Each takes long enough that others come meanwhile.
        let slow = Hashes.bcrypt.replacing("$05$", with: "$10$")
        let access = Access(token: nil, people: try file("ann:\(slow)"), tries: tries, allTries: all)
        let requests = (1...20).map { basic("ann", "\($0)") }
        let wrong = await answers(to: requests, of: access).count(where: \.isRefused)
        for (limit, who) in [(tries, "192.0.2.1"), (all, "")] {
            let left = (0..<20).prefix { _ in limit.take(who) == nil }.count
            #expect(left == 20 - wrong, "\(who)")
        }
    }

    @Test func `where all together have tried too often, a network keeps its own tries`() async throws {
        let tries = RateLimit(burst: 1, every: .seconds(600))
        let access = Access(
            token: "four words", people: nil, tries: tries,
            allTries: RateLimit(burst: 1, every: .seconds(600)))
        _ = await access.takes(nil, "x", from: request(), .session)
        let other = request(from: "192.0.2.2")
        guard case .later = await access.takes(nil, "x", from: other, .session) else {
            Issue.record("a second try of all was not put off")
            return
        }
        #expect(tries.take("192.0.2.2") == nil)
    }

    // MARK: Sessions

    @Test func `servers on one host take no session from each other`() async {
        let listening: [(port: UInt16, speaksTLS: Bool)] = [(8327, false), (8328, false), (8328, true)]
        let servers = listening.map {
            Access(token: "four words", people: nil, port: $0.port, speaksTLS: $0.speaksTLS)
        }
        var names: Set<Substring> = []
        var cookies: [Substring] = []
        for server in servers {
            let cookie = server.begin().prefix { $0 != ";" }
            names.insert(cookie.prefix { $0 != "=" })
            cookies.append(cookie)
        }
        #expect(names.count == 3, "\(names)")
        // A browser sends all of them to each.
        let asking = request([("Cookie", cookies.joined(separator: "; "))])
        for server in servers { #expect(await server.admits(asking).isAdmitted) }
        _ = servers[0].end(asking)
        #expect(!(await servers[0].admits(asking).isAdmitted))
        for server in servers.dropFirst() { #expect(await server.admits(asking).isAdmitted) }
    }

    @Test func `a session lasts until it is ended or unused for a week`() {
        let (start, passed) = (ContinuousClock.now, Locked(Duration.zero))
        let sessions = Sessions { start + passed.value }
        let (one, other) = (sessions.begin(), sessions.begin())
        #expect(sessions.has(one) && sessions.has(other) && !sessions.has("") && !sessions.has("x"))
        sessions.end(other)
        #expect(!sessions.has(other))
        for _ in 1...3 {
            passed.withLock { $0 += .seconds(6 * 24 * 3600) }
            #expect(sessions.has(one))
        }
        passed.withLock { $0 += Sessions.idleTime }
        #expect(!sessions.has(one))
        let kept = sessions.begin()
        passed.withLock { $0 += .seconds(1) }
        for _ in 1...Sessions.most { _ = sessions.begin() }
        #expect(!sessions.has(kept))
    }
}

extension Access.Answer {
    fileprivate var isAdmitted: Bool { if case .admitted = self { true } else { false } }
    fileprivate var isRefused: Bool { if case .refused = self { true } else { false } }
}
