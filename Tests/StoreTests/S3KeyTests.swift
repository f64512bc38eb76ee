import CarrelBasics
import CarrelHTTP
import CarrelS3
import CarrelStages
import CarrelTesting
import Foundation
import Testing

/// Where keys come from.
@Suite(.timeLimit(.minutes(1))) struct S3KeyTests {
    private let fetcher = ScriptedFetcher()
    private let folder: TemporaryFolder
    private let lent = Data(
        """
        {"Code": "Success", "AccessKeyId": "LENT", "SecretAccessKey": "s3cret", "Token": "t0ken",
         "Expiration": "2027-01-15T12:00:00Z"}
        """.utf8)

    init() throws { folder = try TemporaryFolder() }

    private func context(
        _ environment: [String: String], _ tools: any ToolRunner = ProcessToolRunner(),
        now: String = "2027-01-15T08:00:00Z"
    ) throws -> PluginContext {
        var context = PluginContext(tools: tools, environment: environment)
        let date = try Date(now, strategy: .iso8601)
        context.now = { date }
        return context
    }

    private func keys(_ source: S3KeySource, _ context: PluginContext) async throws -> S3Keys? {
        try await source.provider(context, region: "eu-central-1", fetcher: fetcher).keys(afresh: false)
    }

    @Test func `a cancelled task is not told to set its keys`() async throws {
        let source = S3KeySource.secrets(
            accessKey: .command(["pass"]), secretKey: .command(["pass"]), sessionToken: nil)
        let tools = ScriptedToolRunner(["pass": .stall])
        let context = try context([:], tools)
        let reading = Task { try await keys(source, context) }
        while tools.invocations.isEmpty { await Task.yield() }
        reading.cancel()
        let error = await #expect(throws: S3Error.self) { try await reading.value }
        #expect(error?.storeError.code == .cancelled && error?.remedy == nil, "\(error as Any)")
    }

    @Test func `secrets are read from the environment and from files`() async throws {
        try folder.write("key", "s3cret\n")
        let source = S3KeySource.secrets(
            accessKey: .environment("KEY"), secretKey: .file(folder.url.appending(path: "key").path),
            sessionToken: nil)
        let context = try context(["KEY": "name"])
        #expect(try await keys(source, context) == S3Keys(accessKey: "name", secretKey: "s3cret"))
    }

    @Test func `a secret that is missing is named, with what to set`() async throws {
        let source = S3KeySource.secrets(
            accessKey: .environment("AWS_ACCESS_KEY_ID"), secretKey: .environment("AWS_SECRET_ACCESS_KEY"),
            sessionToken: nil)
        let error = await #expect(throws: S3Error.self) { _ = try await keys(source, try context([:])) }
        #expect(
            error?.storeError.description
                == "the keys of [store]: the variable AWS_ACCESS_KEY_ID is not set. "
                + "Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or store.access-key and store.secret-key")
    }

    @Test func `a program prints keys as AWS's tools expect it`() async throws {
        let json = "{\"Version\":1,\"AccessKeyId\":\"A\",\"SecretAccessKey\":\"B\",\"SessionToken\":\"C\"}"
        try folder.write("keys", json)
        let source = S3KeySource.command(["cat", folder.url.appending(path: "keys").path])
        let context = try context(["PATH": "/usr/bin:/bin"])
        #expect(
            try await keys(source, context)
                == S3Keys(accessKey: "A", secretKey: "B", sessionToken: "C"))
        for words in [
            ["echo", "{\"AccessKeyId\":\"a\\nX: y\",\"SecretAccessKey\":\"B\"}"], ["false"], ["/nowhere"],
        ] {
            await #expect(throws: S3Error.self) { _ = try await keys(.command(words), context) }
        }
    }

    @Test func `a machine at EC2 has the keys of its role`() async throws {
        let base = "http://169.254.169.254/latest"
        fetcher.on("\(base)/api/token", .content("session"))
        fetcher.on("\(base)/meta-data/iam/security-credentials/", .content("reader\n"))
        fetcher.on("\(base)/meta-data/iam/security-credentials/reader", .content(lent))
        let keys = try #require(try await keys(.instance, try context([:])))
        #expect((keys.accessKey, keys.secretKey, keys.sessionToken) == ("LENT", "s3cret", "t0ken"))
        #expect(fetcher.requests(for: "\(base)/api/token").first?.method == "PUT")
        let asked = fetcher.requests(for: "\(base)/meta-data/iam/security-credentials/reader")
        #expect(asked.first?.fields["X-aws-ec2-metadata-token"] == "session")
    }

    @Test func `a container has keys behind an address of its own`() async throws {
        try folder.write("token", "Bearer x\n")
        fetcher.on("http://169.254.170.2/v2/keys", .content(lent))
        let context = try context([
            "AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/v2/keys",
            "AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE": folder.url.appending(path: "token").path,
        ])
        #expect(try await keys(.instance, context)?.accessKey == "LENT")
        let asked = fetcher.requests(for: "http://169.254.170.2/v2/keys")
        #expect(asked.first?.fields["Authorization"] == "Bearer x")
    }

    @Test func `STS lends keys for a token`() async throws {
        try folder.write("token", "a.b+c\n")
        let answer = """
            <AssumeRoleWithWebIdentityResponse xmlns="https://sts.amazonaws.com/doc/2011-06-15/">
            <AssumeRoleWithWebIdentityResult><Credentials><AccessKeyId>ASIA</AccessKeyId>
            <SecretAccessKey>x/y+z</SecretAccessKey><SessionToken>long</SessionToken>
            <Expiration>2027-01-15T09:00:00Z</Expiration></Credentials></AssumeRoleWithWebIdentityResult>
            </AssumeRoleWithWebIdentityResponse>
            """
        fetcher.on("https://sts.eu-central-1.amazonaws.com/", .content(answer))
        let context = try context([
            "AWS_WEB_IDENTITY_TOKEN_FILE": folder.url.appending(path: "token").path,
            "AWS_ROLE_ARN": "arn:aws:iam::1:role/reader",
        ])
        let keys = try #require(try await keys(.webIdentity, context))
        #expect((keys.accessKey, keys.secretKey, keys.sessionToken) == ("ASIA", "x/y+z", "long"))
        let form = try #require(fetcher.requests(for: "https://sts.eu-central-1.amazonaws.com/").first)
            .content
        let text = String(decoding: form, as: UTF8.self)
        #expect(text.contains("WebIdentityToken=a.b%2Bc&") || text.hasSuffix("WebIdentityToken=a.b%2Bc"))
        #expect(text.contains("RoleArn=arn%3Aaws%3Aiam%3A%3A1%3Arole%2Freader"))
    }

    @Test(arguments: [("2027-01-15T08:00:00Z", 1), ("2027-01-15T11:58:00Z", 2)])
    func `keys are kept until shortly before they expire`(now: String, readings: Int) async throws {
        fetcher.on("http://169.254.170.2/keys", .content(lent))
        let context = try context(["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/keys"], now: now)
        let provider = S3KeySource.instance.provider(context, region: "x", fetcher: fetcher)
        for _ in 1...2 { _ = try await provider.keys(afresh: false) }
        #expect(fetcher.requests(for: "http://169.254.170.2/keys").count == readings)
        _ = try await provider.keys(afresh: true)
        #expect(fetcher.requests(for: "http://169.254.170.2/keys").count == readings + 1)
    }

    @Test func `keys that cannot be read again are used until they expire`() async throws {
        fetcher.on("http://169.254.170.2/keys", .content(lent))
        let environment = ["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/keys"]
        let context = try context(environment, now: "2027-01-15T11:58:00Z")
        let provider = S3KeySource.instance.provider(context, region: "x", fetcher: fetcher)
        _ = try await provider.keys(afresh: false)
        fetcher.on("http://169.254.170.2/keys", .status(503))
        #expect(try await provider.keys(afresh: false)?.accessKey == "LENT")
        // The next request does not wait for a service that is away.
        let asked = fetcher.requests.count
        #expect(try await provider.keys(afresh: false)?.accessKey == "LENT")
        #expect(fetcher.requests.count == asked)
        // The service took them for expired.
        await #expect(throws: S3Error.self) { _ = try await provider.keys(afresh: true) }
        await #expect(throws: S3Error.self) { _ = try await provider.keys(afresh: false) }
    }

    @Test func `a service that lends nothing is named`() async throws {
        fetcher.on("http://169.254.170.2/keys", .status(403))
        let context = try context(["AWS_CONTAINER_CREDENTIALS_RELATIVE_URI": "/keys"])
        let error = await #expect(throws: S3Error.self) { _ = try await keys(.instance, context) }
        #expect(error?.reason == "169.254.170.2 answered 403")
    }
}
