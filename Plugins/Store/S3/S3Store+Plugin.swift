import CarrelBasics
import CarrelHTTP
import CarrelS3
import CarrelStages
import CarrelStaging
import Foundation

extension S3Store {
    /// The address of the service.
    static let endpoint = Setting<String?>(
        "endpoint",
        constraint: SettingConstraint("an http or https URL without a path") { text in
            text.map { address($0) != nil } ?? true
        }, power: { $0.map { .other("keep documents at \($0)") } },
        help:
            "The address of the service, such as https://s3.eu-central-1.amazonaws.com; AWS's own without it")
    static let bucket = Setting<String>(
        "bucket", default: "",
        constraint: SettingConstraint("a bucket's name: 3 to 63 lower-case letters, digits, - and .") {
            text in
            text.isEmpty || S3Bucket.isName(text)
        }, power: { $0.isEmpty ? nil : .other("write into the bucket \($0)") },
        help: "The bucket, which has to be there")
    /// What all keys begin with.
    static let prefix = Setting<String>(
        "prefix", default: "",
        constraint: SettingConstraint("names with slashes between them") { text in
            text.isEmpty || isPrefix(text)
        }, help: "The folder within the bucket in which the library is")
    static let region = Setting<String>(
        "region", default: "us-east-1",
        constraint: SettingConstraint("letters, digits and -") { text in
            !text.isEmpty && text.utf8.allSatisfy { $0.isURLUnreserved }
        }, help: "The region of the bucket, which is part of each signature")
    /// Where the bucket's name goes.
    static let style = Setting<String>(
        "style", default: "path", constraint: .one(of: ["path", "host"]),
        help: "Whether the bucket is named in the path, as most services want it, or in the host, as AWS does"
    )
    /// Where the keys come from.
    static let credentials = Setting<String>(
        "credentials", default: "keys",
        constraint: .one(of: ["keys", "command", "instance", "web-identity", "none"]),
        help:
            "Where the keys come from: access-key and secret-key, credentials-command, the machine or container that Carrel runs on, an identity provider's token, or nowhere"
    )
    /// The name of the key.
    static let accessKey = Setting<Secret?>(
        "access-key", isSecret: true, power: ProfilePower.reading,
        help: "Where the name of the key is; env:AWS_ACCESS_KEY_ID without it")
    static let secretKey = Setting<Secret?>(
        "secret-key", isSecret: true, power: ProfilePower.reading,
        help: "Where the key is; env:AWS_SECRET_ACCESS_KEY without it")
    /// The token of lent keys.
    static let sessionToken = Setting<Secret?>(
        "session-token", isSecret: true, power: ProfilePower.reading,
        help:
            "Where the token of keys that are lent for a time is; env:AWS_SESSION_TOKEN without it, if that is set"
    )
    /// The program that prints keys.
    static let command = Setting<CommandWords?>(
        "credentials-command", power: { $0.map { .run([$0.program] + $0.arguments) } },
        help: "A program that prints keys as JSON, as AWS's credential_process does")
    /// The library's folder on this machine.
    static let path = Setting<String>(
        "path", default: "~/Carrel", constraint: .folder,
        power: ProfilePower.writeFolder,
        help:
            "The folder on this machine for what is not in the bucket: documents on their way, and the records of sqlite"
    )
    /// How much may wait to be sent.
    static let room = Setting<ByteCount>(
        "spool", default: ByteCount(4 << 30),
        help: "How much may wait in that folder to be sent, besides documents that are still coming")
    /// The parts of large objects.
    static let partSize = Setting<ByteCount>(
        "part-size", default: ByteCount(64 << 20),
        constraint: SettingConstraint("between 5 MiB and 1 GiB") { (5 << 20...1 << 30).contains($0.bytes) },
        help: "The most bytes that are sent in one piece; larger documents are sent in parts of this size")

    /// How config files name it.
    public static let plugin = Plugin<any Store>(
        "s3", summary: "Keeps documents under readable names in a bucket of S3, or of a service like it",
        settings: [
            endpoint, bucket, prefix, region, style, credentials, accessKey, secretKey, sessionToken, command,
            path, room, partSize, VersionName.setting,
        ],
        features: [.sharesJobs], make: make)

    private static func make(
        _ settings: Settings, _ context: PluginContext
    ) throws(PluginError) -> S3Store {
        guard !settings[bucket].isEmpty else {
            throw PluginError(
                setting: bucket.name, reason: "no bucket is named, such as bucket = \"library\"")
        }
        let place = settings[region]
        guard let service = address(settings[endpoint] ?? "https://s3.\(place).amazonaws.com") else {
            throw PluginError(setting: endpoint.name, reason: "it is not an address")
        }
        let fetcher = try context.fetcher()
        let source = try keySource(settings, context)
        let client = S3Client(
            bucket: S3Bucket(
                endpoint: service, name: settings[bucket], region: place,
                isInHost: settings[style] == "host"),
            partSize: settings[partSize].bytes, fetcher: fetcher,
            keys: source.provider(context, region: place, fetcher: fetcher), limits: limits(context),
            clock: context.clock, now: context.now)
        let folder = settings[prefix].isEmpty ? "" : settings[prefix].withoutEndingSlash + "/"
        return S3Store(
            client: client, prefix: folder, folder: context.file(settings[path]),
            room: settings[room].bytes, versionsKept: settings[VersionName.setting], disk: context.disk)
    }

    /// Connecting and stalls as for downloads; an upload may take its time.
    private static func limits(_ context: PluginContext) -> FetchLimits {
        FetchLimits(
            connectTimeout: context.fetchLimits.connectTimeout,
            stallTimeout: context.fetchLimits.stallTimeout, addresses: .any)
    }

    private static func keySource(
        _ settings: Settings, _ context: PluginContext
    ) throws(PluginError) -> S3KeySource {
        switch settings[credentials] {
        case "command":
            guard let words = settings[command] else {
                throw PluginError(setting: command.name, reason: "credentials = \"command\" needs a program")
            }
            return .command([words.program] + words.arguments)
        case "instance": return .instance
        case "web-identity": return .webIdentity
        case "none": return .none
        default:
            let hasToken = context.environment["AWS_SESSION_TOKEN"] != nil && settings[accessKey] == nil
            return .secrets(
                accessKey: settings[accessKey] ?? .environment("AWS_ACCESS_KEY_ID"),
                secretKey: settings[secretKey] ?? .environment("AWS_SECRET_ACCESS_KEY"),
                sessionToken: settings[sessionToken] ?? (hasToken ? .environment("AWS_SESSION_TOKEN") : nil))
        }
    }

    /// The address of a service: a scheme, a host and perhaps a port.
    private static func address(_ text: String) -> URL? {
        guard let url = try? RequestTarget.check(text), url.path.isEmpty || url.path == "/", url.query == nil
        else { return nil }
        return url
    }

    private static func isPrefix(_ text: String) -> Bool {
        text.utf8.count <= 500 && !text.hasPrefix("/")
            && text.withoutEndingSlash.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
                !$0.isEmpty && $0 != "." && $0 != ".." && $0 != ".carrel"
                    && $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F }
            }
    }
}

extension String {
    /// The text without a slash at its end.
    fileprivate var withoutEndingSlash: String { hasSuffix("/") ? String(dropLast()) : self }
}
