/// The settings that belong to a stage, whichever plug-in does it.
public enum StageSettings {
    /// How many documents are fetched at once.
    public static let maxConcurrent = Setting<Int>(
        "max-concurrent", default: 3, constraint: .within(1...64),
        help: "How many documents are fetched at once")
    /// How many are fetched at once from one host.
    public static let maxPerHost = Setting<Int?>(
        "max-per-host",
        constraint: SettingConstraint("1 to 64") { $0.map { (1...64).contains($0) } ?? true },
        help: "How many documents are fetched at once from one host; max-concurrent where it is not set")
    /// How often a failed try is repeated.
    public static let retries = Setting<Int>(
        "retries", default: 2, constraint: .within(0...20),
        help: "How often a try is repeated after a failure that may pass")
    /// The longest time to connect.
    public static let connectTimeout = Setting<Duration>(
        "connect-timeout", default: .seconds(15), constraint: .within(.milliseconds(1) ... .seconds(3600)),
        help: "The longest time to resolve the host and connect")
    /// The longest time without a byte.
    public static let stallTimeout = Setting<Duration>(
        "stall-timeout", default: .seconds(30), constraint: .within(.milliseconds(1) ... .seconds(3600)),
        help: "The longest time without a byte")
    /// The longest time for one try.
    public static let totalTimeout = Setting<Duration?>(
        "total-timeout", help: "The longest time for one try; no limit where it is not set")
    /// The largest document.
    public static let maxSize = Setting<ByteCount>(
        "max-size", default: ByteCount(16 << 30), help: "The largest document that is fetched")
    /// Whether documents may be sent compressed.
    public static let compression = Setting<Bool>(
        "compression", default: false,
        help: "Whether documents may be sent compressed; such a download cannot be continued")
    /// Whether items are fetched from addresses that are not public.
    public static let privateAddresses = Setting<PrivateAddresses>(
        "private-addresses", default: .auto,
        constraint: SettingConstraint(
            "one of auto, allow, refuse", choices: PrivateAddresses.allCases.map(\.rawValue)
        ) { _ in true },
        help: "Whether items may be fetched from private addresses; auto refuses them where the catalogue "
            + "came from a public one")

    /// The template of document names.
    public static let name = Setting<String>(
        "name", default: "{collection}-{basename}",
        constraint: SettingConstraint("a template of \(NameTemplate.placeholderList) and text") {
            NameTemplate($0) != nil
        },
        help: "How documents are named: a template of \(NameTemplate.placeholderList)")

    /// The most text a preview shows.
    public static let maxText = Setting<ByteCount>(
        "max-text", default: ByteCount(64 << 10), help: "The most text that a preview shows")
    /// The longest time for a preview.
    public static let previewTimeout = Setting<Duration>(
        "timeout", default: .seconds(20), constraint: .within(.milliseconds(1) ... .seconds(600)),
        help: "The longest time that a preview takes")

    /// The settings of a stage, `use` left out.
    public static func settings(of stage: Stage) -> [any SettingDeclaration] {
        switch stage {
        case .source, .parse, .plan: []
        case .download:
            [
                maxConcurrent, maxPerHost, retries, connectTimeout, stallTimeout, totalTimeout, maxSize,
                privateAddresses, compression,
            ]
        case .store: [name]
        case .preview: [maxText, previewTimeout]
        }
    }

    /// The plug-in that does a stage where none is configured; `nil` where it is found from the catalogue.
    public static func defaultPlugin(of stage: Stage) -> String? {
        switch stage {
        case .source, .parse, .preview: nil
        case .plan: "mirror"
        case .download: "curl"
        case .store: "directory"
        }
    }

    /// The limits of a request that the `download` table sets.
    public static func fetchLimits(_ settings: Settings) -> FetchLimits {
        FetchLimits(
            connectTimeout: settings[connectTimeout], stallTimeout: settings[stallTimeout],
            totalTimeout: settings[totalTimeout], maxSize: settings[maxSize].bytes,
            acceptsCodings: settings[compression])
    }
}
