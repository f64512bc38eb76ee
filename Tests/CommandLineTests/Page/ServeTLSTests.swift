import CarrelBasics
import CarrelTesting
import Foundation
import Testing

/// `carrel serve` with a certificate: what is refused before it listens, and what TLS changes on the page.
@Suite(.timeLimit(.minutes(2)), .enabled(if: TestCertificate.isAvailable, "needs the openssl program"))
struct ServeTLSTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    private func refusal(_ certificate: String, _ key: String) async throws -> String {
        let result = try await workspace.carrel(
            "serve", "--listen", "127.0.0.1:0", "--cert", certificate, "--key", key)
        #expect(result.status == 2 && result.output.isEmpty, "\(result)")
        return result.error
    }

    @Test func `the address says https, cookies stay on TLS, and only newer TLS is spoken`() async throws {
        let page = try await ServeFixture("--token", "four words", over: .tls)
        #expect(page.address.hasPrefix("https://127.0.0.1:"))
        let first = try await page.get("/?language=de")
        #expect(first.status == 401)
        let cookies = first.fields.filter { $0.key.lowercased() == "set-cookie" }.map(\.value)
        #expect(!cookies.isEmpty && cookies.allSatisfy { $0.hasSuffix("; Secure") }, "\(cookies)")
        #expect(first.fields["Strict-Transport-Security"] == nil)
        let port = page.address.split(separator: ":").last ?? ""
        for (version, isSpoken) in [("tls1_1", false), ("tls1_2", true), ("tls1_3", true)] {
            let shell = try await page.workspace.shell(
                """
                openssl s_client -\(version) -cipher ALL:@SECLEVEL=0 -connect 127.0.0.1:\(port) </dev/null
                """)
            #expect(shell.output.contains("BEGIN CERTIFICATE") == isSpoken, "\(version)")
        }
    }

    @Test func `a page of this server may change things, one of the same name without TLS may not`()
        async throws
    {
        let page = try await ServeFixture(over: .tls)
        let own = ["Origin": page.address]
        #expect(try await page.post("/sync", [:], own).status == 303)
        let other = ["Origin": page.address.replacing("https:", with: "http:")]
        #expect(try await page.post("/sync", [:], other).status == 403)
    }

    @Test func `who speaks no TLS gets no answer and disturbs nobody`() async throws {
        let page = try await ServeFixture(over: .tls)
        let plain = page.address.replacing("https:", with: "http:")
        let shell = try await page.workspace.shell("! curl --silent --max-time 30 \(plain)/")
        #expect(shell.status == 0 && shell.output.isEmpty)
        #expect(try await page.get("/").status == 200)
    }

    @Test func `a large document comes whole and in parts, to many at once`() async throws {
        let page = try await ServeFixture(over: .tls)
        let text = String(repeating: "A line of a long text.\n", count: 200_000)
        page.course.server.on("/COMP304/week1.txt", .text(text, tag: "\"2\""))
        _ = try await page.workspace.carrel("sync", "--quiet", page.course.url)
        let item = try #require(try await page.get("/").values("href").first { $0.contains("item=") })
        let detail = try await page.get(item)
        let document = try #require(detail.values("href").first { $0.hasPrefix("/document") })
        let answers = try await withThrowingTaskGroup(of: ServeFixture.Answer.self) { group in
            for _ in 0..<8 { group.addTask { try await page.get(document) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.allSatisfy { $0.status == 200 && $0.text == text })
        let part = try await page.get(document, ["Range": "bytes=4599000-"])
        #expect(part.status == 206 && part.text == String(text.suffix(1000)))
    }

    @Test func `a certificate or key that is not one is refused, with its file and what helps`() async throws
    {
        let good = try await TestCertificate(in: workspace)
        let nowhere = workspace.folder.appending(path: "nowhere.pem").path
        let text = try workspace.write("text.pem", "no certificate\n")
        let broken = try workspace.write(
            "broken.pem", "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n")
        #expect(try await refusal(nowhere, good.key).contains("\(nowhere): cannot be read"))
        #expect(try await refusal(text, good.key).contains("\(text): there is no certificate"))
        #expect(try await refusal(broken, good.key).contains("\(broken): there is no certificate"))
        #expect(
            try await refusal(good.key, good.certificate).contains("\(good.key): there is no certificate"))
        #expect(try await refusal(good.certificate, nowhere).contains("\(nowhere): cannot be read"))
        #expect(try await refusal(good.certificate, text).contains("\(text): there is no private key"))
        #expect(
            try await refusal(good.certificate, good.certificate).contains(
                "\(good.certificate): there is no private key"))
        #expect(try await refusal("/dev/zero", good.key).contains("/dev/zero: cannot be read"))
    }

    @Test func `another certificate's key and a locked one are refused`() async throws {
        let good = try await TestCertificate(in: workspace)
        let other = try await TestCertificate(in: workspace, name: "other")
        #expect(
            try await refusal(good.certificate, other.key).contains(
                "\(other.key): it is not the key of the certificate in \(good.certificate)"))
        let locked = workspace.folder.appending(path: "locked.pem").path
        let made = try await workspace.shell(
            "openssl pkcs8 -topk8 -in '\(good.key)' -out '\(locked)' -passout pass:secret")
        #expect(made.status == 0)
        let refused = try await refusal(good.certificate, locked)
        #expect(refused.contains("\(locked): the key is locked") && refused.contains("openssl pkey"))
    }

    @Test func `a certificate that ended or has not begun is refused, one that ends soon is warned of`()
        async throws
    {
        let own = try await TestCertificate(in: workspace)
        try await own.sign(in: workspace, from: "20240101000000Z", to: "20240201000000Z")
        #expect(
            try await refusal(own.certificate, own.key).contains(
                "\(own.certificate): the certificate ended on 2024-02-01. Renew it"))
        try await own.sign(in: workspace, from: "20900101000000Z", to: "20910101000000Z")
        #expect(
            try await refusal(own.certificate, own.key).contains(
                "\(own.certificate): it begins only on 2090-01-01"))
        let soon = try await TestCertificate(in: workspace, name: "soon", ["-days", "2"])
        _ = try await workspace.shell("chmod 644 '\(soon.key)'")
        let process = try CarrelProcess(["serve", "--listen", "127.0.0.1:0"] + soon.options, in: workspace)
        _ = try await process.listeningAddress()
        process.send(SIGTERM)
        let said = try await process.wait().error
        #expect(said.contains("warning: \(soon.certificate): the certificate ends on 20"))
        #expect(said.contains("warning: \(soon.key): every user of this machine can read the key"))
    }

    @Test func `a certificate and its key go together, and a server for others without them says so`()
        async throws
    {
        let lone = try await workspace.carrel("serve", "--cert", "a.pem")
        #expect(lone.status == 2 && lone.error.contains("--key"))
        let key = try await workspace.carrel("serve", "--key", "a.pem")
        #expect(key.status == 2 && key.error.contains("--cert"))
        let process = try CarrelProcess(
            ["serve", "--listen", "0.0.0.0:0", "--token", "four words"], in: workspace)
        _ = try await process.listeningAddress()
        process.send(SIGTERM)
        #expect(try await process.wait().error.contains("warning: the connection is not encrypted"))
    }
}
