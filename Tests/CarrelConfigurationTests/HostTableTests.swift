import CarrelHTTP
import CarrelStages
import Foundation
import Testing

@testable import CarrelConfiguration

struct HostTableTests {
    private let files: ProfileFolder

    init() throws { files = try ProfileFolder() }

    private func rules(_ configuration: Configuration) throws -> RequestRules {
        try CredentialSettings.rules(configuration[.download]) { path, _, _ in "/somewhere/\(path)" }
    }

    private func rule(_ configuration: Configuration, _ host: String) throws -> RequestRules.Rule? {
        try rules(configuration).origins[try #require(Origin(host))]
    }

    @Test func `tables of hosts merge over all layers, each under its origin`() throws {
        try files.write(
            "config/carrel/default.toml",
            """
            extends = "careful"
            [download.hosts."example.org"]
            token = "env:OLD"
            user-agent = "Test/1"
            [download.hosts."http://localhost:8000"]
            user = "me"
            password = "file:secret"
            client-certificate = "me.pem"
            """)
        try files.write(
            "carrel.toml",
            """
            [download.hosts."https://EXAMPLE.org"]
            token = "env:NEW"
            headers = ["X-Key: a:b", "Accept: */*"]
            """)
        let configuration = try files.load(
            config: "carrel.toml", set: [("download.hosts.example.org:8443.token", "env:SET")])
        #expect(try rule(configuration, "example.org")?.authorization == .bearer(.environment("NEW")))
        #expect(try rule(configuration, "example.org:8443")?.authorization == .bearer(.environment("SET")))
        #expect(try rule(configuration, "example.org")?.fields.map(\.value) == ["a:b", "*/*"])
        let extending = try files.load(config: "config/carrel/default.toml")
        let local = try #require(try rule(extending, "http://localhost:8000"))
        #expect(local.authorization == .basic(user: "me", password: .file("secret")))
        #expect(local.certificate == ClientCertificate(certificate: "/somewhere/me.pem"))
        #expect(try rule(extending, "example.org")?.userAgent == "Test/1")
    }

    @Test(arguments: [
        ("download.hosts.\"http://localhost:8000\".user-agent", "http://localhost:8000"),
        ("download.hosts.\"example.org\".user-agent", "example.org"),
        ("download.hosts.example.org.user-agent", "example.org"),
        ("download.hosts.\"localhost\".user-agent", "localhost"),
    ])
    func `a host on the command line may be in quotes, as in a file`(key: String, host: String) throws {
        let configuration = try files.load(set: [(key, "Test/1")])
        #expect(try rule(configuration, host)?.userAgent == "Test/1")
    }

    @Test(arguments: [
        ("download.hosts.http://H:1.token=a.b=c", "download.hosts.\"http://h:1\".token=a.b=c"),
        ("download.hosts.example.org.token", "download.hosts.\"https://example.org\".token"),
        ("download.hosts.\"localhost\".token=", "download.hosts.\"https://localhost\".token="),
        ("preview.application/vnd.ms-excel=x", "preview.\"application/vnd.ms-excel\"=x"),
        ("preview.command.mine.command=cat", "preview.command.mine.command=cat"),
        ("download.\"max-concurrent\"=2", "download.\"max-concurrent\"=2"), ("download", "download"),
    ])
    func `a key that can be written in several ways is compared in one`(setting: String, written: String) {
        #expect(ConfigLayer.written(setting: setting) == written)
        #expect(ConfigLayer.written(setting: written) == written)
    }

    @Test func `a media type may be in quotes, and what needs none may not`() throws {
        try files.write("carrel.toml", "[preview.command.mine]\ncommand = \"cat {file}\"\n")
        let set = [("preview.\"text/*\"", "command.mine")]
        #expect(try files.load(config: "carrel.toml", set: set).previewer(for: .html) == "command.mine")
        let problems = files.problems(set: [("download.\"max-concurrent\"", "2")])
        #expect(problems.contains { $0.contains("max-concurrent") }, "\(problems)")
    }

    @Test func `mistakes in a host's table have their place, and secrets are not shown`() throws {
        try files.write(
            "carrel.toml",
            """
            [download]
            token = "hunter2"
            [download.hosts]
            a = "hunter2"
            [download.hosts."x/y"]
            token = "env:A"
            [download.hosts."example.org"]
            tokn = "env:A"
            password = 12345
            headers = ["Host: evil"]
            """)
        let problems = files.problems(config: "carrel.toml")
        #expect(
            problems.map { $0.prefix { $0 != ";" } } == [
                "carrel.toml:2:1: download.token: found a value that is not shown",
                "carrel.toml:4:1: download.hosts.\"a\": not a table",
                "carrel.toml:5:17: download.hosts.\"x/y\": “x/y”",
                "carrel.toml:8:1: download.hosts.\"example.org\".tokn: unknown key",
                "carrel.toml:9:1: download.hosts.\"example.org\".password: found a value that is not shown",
                "carrel.toml:10:1: download.hosts.\"example.org\".headers: found a value that is not shown",
            ])
        #expect(problems.first?.contains("env:NAME") == true)
        #expect(problems.contains { $0.contains("did you mean “token”?") })
        #expect(!problems.joined().contains("hunter2"))
        #expect(!problems.joined().contains("12345"))
    }

    @Test func `a host without quotes is told with them`() throws {
        try files.write("carrel.toml", "[download.hosts.files.example.org]\ntoken = \"env:A\"\n")
        let problems = files.problems(config: "carrel.toml")
        let said = "download.hosts.files.example.org: a name without quotes"
        #expect(problems.count == 1 && problems[0].contains(said), "\(problems)")
        #expect(problems[0].hasSuffix("; expected [download.hosts.\"files.example.org\"]"), "\(problems)")
    }

    @Test func `each host without quotes is told in its place, whatever its name begins with`() throws {
        try files.write(
            "carrel.toml",
            """
            [download.hosts.www.example.org]
            token = "env:A"
            [download.hosts.www.example.com]
            token = "env:B"
            [download.hosts.www.example.com.au]
            token = "env:C"
            """)
        let problems = files.problems(config: "carrel.toml")
        for (line, host) in [(1, "example.org"), (3, "example.com"), (5, "example.com.au")] {
            let expected = "; expected [download.hosts.\"www.\(host)\"]"
            let told = problems.filter { $0.hasSuffix(expected) }
            #expect(told.count == 1 && told[0].hasPrefix("carrel.toml:\(line):"), "\(problems)")
        }
        #expect(problems.count == 3, "\(problems)")
    }

    @Test(arguments: ["download.token", "download.tokn", "download.hosts.example.org.password"])
    func `what the command line gives for a secret is not repeated`(key: String) {
        let problems = files.problems(set: [(key, "hunter2")])
        #expect(problems.count == 1)
        #expect(!problems.joined().contains("hunter2"))
    }

    @Test func `settings that do not go together are refused by name`() throws {
        let cases: [(String, String)] = [
            ("token = \"env:A\"\nuser = \"u\"\npassword = \"env:B\"", "token"),
            ("token = \"env:A\"\nuser = \"u\"", "token"), ("password = \"env:B\"", "password"),
            ("client-key = \"k\"", "client-key"),
        ]
        for (text, setting) in cases {
            try files.write("carrel.toml", "[download.hosts.\"example.org\"]\n\(text)\n")
            let configuration = try files.load(config: "carrel.toml")
            let error = #expect(throws: PluginError.self) { try rules(configuration) }
            #expect(error?.setting == "hosts.\"https://example.org\".\(setting)")
        }
    }

    @Test func `a certificate or key that is not there, not in PEM or locked is a wrong setting`() throws {
        let (certificate, key) = ("-----BEGIN CERTIFICATE-----\n", "-----BEGIN EC PRIVATE KEY-----\n")
        try files.write("pem", certificate)
        try files.write("key", key)
        try files.write("both", certificate + key)
        try files.write("locked", "-----BEGIN ENCRYPTED PRIVATE KEY-----\n")
        try files.write("old", "\(key)Proc-Type: 4,ENCRYPTED\n")
        try files.write("other", "0\u{82}")
        let cases: [(text: String, said: String?)] = [
            ("client-certificate = \"missing\"", "client-certificate: "),
            ("client-certificate = \"other\"", "other holds no certificate"),
            ("client-certificate = \"key\"", "key holds no certificate"),
            ("client-certificate = \"pem\"", "pem holds no private key in PEM"),
            ("client-certificate = \"pem\"\nclient-key = \"missing\"", "client-key: "),
            ("client-certificate = \"pem\"\nclient-key = \"pem\"", "client-key: "),
            ("client-certificate = \"pem\"\nclient-key = \"locked\"", "locked is locked with a passphrase"),
            ("client-certificate = \"pem\"\nclient-key = \"old\"", "old is locked with a passphrase"),
            ("client-certificate = \"pem\"\nclient-key = \"key\"", nil),
            ("client-certificate = \"both\"", nil),
        ]
        try files.write("replies.json", "{}")
        for table in ["", "[download.hosts.\"example.org\"]"] {
            for (text, said) in cases {
                try files.write(
                    "carrel.toml", "[download]\nscript = \"replies.json\"\n\(table)\n\(text)\n")
                let builder = PluginBuilder(
                    registry: ProfileFolder.registry, configuration: try files.load(config: "carrel.toml"),
                    context: PluginContext(workingDirectory: files.folder, environment: [:]))
                var problem: String?
                do {
                    _ = try builder.makeFetcher(libraryFolder: nil)
                } catch {
                    problem = "\(error)"
                }
                #expect((problem == nil) == (said == nil), "\(problem ?? "")")
                #expect(said.map { problem?.contains($0) == true } ?? true, "\(problem ?? "")")
            }
        }
    }
}
