import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1))) struct ManyFaultsTests {
    private let workspace: Workspace

    init() throws { workspace = try Workspace() }

    @Test func `all that plug-ins find wrong with their settings is told together`() async throws {
        try workspace.write(
            "mine.toml",
            """
            [source]
            url = "http://127.0.0.1:1/x"
            [parse]
            use = "html-links"
            pattern = "("
            select = "//["
            [download]
            use = "curl"
            password = "env:PASSWORD"
            ca-file = "gone.pem"
            cookies = "gone.txt"
            [download.hosts."example.org"]
            token-parameter = "t"
            client-key = "key.pem"
            """)
        let check = try await workspace.carrel("config", "check", "--config", "mine.toml")
        #expect(check.status == 3)
        let lines = check.error.split(separator: "\n")
        #expect(lines.count == 7, "\(check.error)")
        for key in [
            "parse.pattern", "parse.select", "download.password", "download.ca-file", "download.cookies",
            "token-parameter", "client-key",
        ] {
            let told = lines.filter { $0.contains("\(key): ") }
            #expect(told.count == 1, "\(key): \(check.error)")
        }
    }

    @Test func `a certificate and its key that are both missing are both told`() async throws {
        try workspace.write(
            "mine.toml",
            """
            [source]
            url = "http://127.0.0.1:1/x"
            [download]
            client-certificate = "gone.pem"
            client-key = "lost.pem"
            """)
        let check = try await workspace.carrel("config", "check", "--config", "mine.toml")
        #expect(check.status == 3)
        for key in ["download.client-certificate: ", "download.client-key: "] {
            #expect(check.error.contains(key), "\(check.error)")
        }
    }
}
