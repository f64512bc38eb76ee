import CarrelBasics
import CarrelHTTP
import CarrelModel

/// The settings of a stage that are the same for all its plug-ins.
public enum StageSettings {
    /// How many documents are fetched at once.
    public static let maxConcurrent = Setting<Int>(
        "max-concurrent", default: 3, constraint: .within(1...64),
        help: "How many documents a sync or carrel delay-proxy fetches at once; of what somebody asks for "
            + "meanwhile, up to three more")
    /// How many documents are fetched at once from one host.
    public static let maxPerHost = Setting<Int?>(
        "max-per-host", constraint: .ifSet(.within(1...64)),
        help: "How many documents are fetched at once from one host; without it, as many as from all")
    /// How often a failed try is repeated.
    public static let retries = Setting<Int>(
        "retries", default: 2, constraint: .within(0...20),
        help: "How often to try again after a failure that may pass")
    /// The longest time to connect.
    public static let connectTimeout = Setting<Duration>(
        "connect-timeout", default: .seconds(15), constraint: .within(.milliseconds(1) ... .seconds(3600)),
        help: "The longest time to resolve the host and connect")
    /// The longest time without a byte.
    public static let stallTimeout = Setting<Duration>(
        "stall-timeout", default: .seconds(30), constraint: .within(.milliseconds(1) ... .seconds(3600)),
        help: "The longest time without a byte")
    /// The longest time for one try, redirects included.
    public static let totalTimeout = Setting<Duration?>(
        "total-timeout", constraint: .ifSet(.atLeast(.milliseconds(1))),
        help: "The longest time for one try, redirects included; without it, no limit")
    /// The largest document.
    public static let maxSize = Setting<ByteCount>(
        "max-size", default: ByteCount(16 << 30), help: "The largest document that is fetched")
    /// Whether documents may be sent compressed.
    public static let compression = Setting<Bool>(
        "compression", default: false,
        help:
            "Whether documents may be sent compressed; such a download cannot be continued, "
            + "and fails if it grows over 200-fold")
    /// Whether items are fetched from addresses that are not public.
    public static let privateAddresses = Setting<PrivateAddresses>(
        "private-addresses", default: .auto,
        constraint: SettingConstraint(
            "one of auto, allow, refuse", choices: PrivateAddresses.allCases.map(\.rawValue)
        ) { _ in true },
        power: { $0 == .allow ? .other("let public servers lead to private addresses") : nil },
        help: "Whether items may be fetched from private addresses; auto refuses them if the catalogue "
            + "came from a public one or a public server redirects there")

    /// How long every request is delayed.
    public static let delay = Setting<RandomDelay>(
        "delay", default: .none,
        help:
            "How long every request waits first, or a range for a random time: to try out a slow network"
    )
    /// The URL of the further catalogue of a collection.
    public static let furtherURL = Setting<String?>(
        "further-url",
        constraint: SettingConstraint("with no placeholders but {collection} and {key}") { template in
            URLTemplate.placeholders(in: template ?? "").allSatisfy { ["collection", "key"].contains($0) }
        },
        power: ProfilePower.readingFile,
        help:
            "The URL of the catalogue that lists a collection's items, for collections without any; it is read when the "
            + "collection is opened, and {collection} stands for its short name")
    /// The most items that a catalogue may list.
    public static let maxItems = Setting<Int>(
        "max-items", default: 2_000_000, constraint: .within(1...100_000_000),
        help: "The most items that a catalogue may list; one that lists more is refused")
    /// The most pages of a catalogue that are read.
    public static let maxPages = Setting<Int>(
        "max-pages", default: 20, constraint: .within(1...10_000),
        help:
            "The most pages of a catalogue that are read: those that each name the next one, as in feeds, and those that are followed"
    )
    /// The longest time for reading a catalogue's further pages.
    public static let maxTime = Setting<Duration>(
        "max-time", default: .seconds(1800), constraint: .atLeast(.seconds(1)),
        help:
            "The longest time for reading a catalogue's further pages; those that are left then are not read"
    )
    /// Whether a page that asks for a password may be the catalogue, whatever it lists.
    public static let login = Setting<Bool>(
        "login", default: false,
        help:
            "Whether a web page that asks for a password is the catalogue also if it lists less than half of what was "
            + "listed before, or nothing of it if it asked for one then, which is taken for a login page "
            + "otherwise")
    /// Where the key of the service is.
    public static let key = Setting<Secret?>(
        "key", isSecret: true, power: ProfilePower.reading,
        help: "Where the key of the service is; URLs of catalogues hold it as {key}")
    /// How often a catalogue is read.
    public static let refresh = Setting<Duration?>(
        "refresh", constraint: .ifSet(.atLeast(.seconds(1))),
        help: "How often carrel watch reads the catalogue; without it, as often as --every says")
    /// The most bytes a second.
    public static let rateLimit = Setting<ByteRate?>(
        "rate-limit", help: "The most bytes a second, of all downloads together; without it, no limit"
    )
    /// The most requests a second to one host.
    public static let requestRate = Setting<Int?>(
        "request-rate", constraint: .ifSet(.within(1...1000)),
        help: "The most requests a second to one host; without it, no limit")
    /// What waits after a response that asks for patience.
    public static let hold = Setting<String>(
        "hold", default: "host", constraint: .one(of: ["host", "item"]),
        help: "What waits when a server asks for patience (429, 503): all items of the host, or only the one")
    /// The number of failures in a row after which a host is skipped.
    public static let hostFailures = Setting<Int>(
        "host-failures", default: 5, constraint: .within(0...1000),
        help: "Failed items in a row after which a host is skipped for the rest of the run; 0 for never")
    /// The most bytes that a run fetches.
    public static let maxTotal = Setting<ByteCount?>(
        "max-total",
        help:
            "The most bytes that a run fetches, apart from what is under way when they are used up; without it, no limit"
    )
    /// The longest time that a run fetches.
    public static let maxRunTime = Setting<Duration?>(
        "max-time", constraint: .ifSet(.atLeast(.seconds(1))),
        help: "The longest time that a run fetches; what is left then stays for the next one")
    /// Whether servers are asked for digests.
    public static let digests = Setting<Bool>(
        "digests", default: true,
        help: "Whether to ask servers for the digest of each document, with Want-Repr-Digest")
    /// Whether to look for checksum files beside documents.
    public static let checksumFiles = Setting<Bool>(
        "checksum-files", default: false,
        help:
            "Whether to look for a file NAME.sha256 beside each document, with the digest that the document must have"
    )

    /// How much space to leave free.
    public static let reserve = Setting<ByteCount>(
        "reserve", default: ByteCount(0), help: "How much space to leave free on the library's disk")
    /// The template of document names.
    public static let name = Setting<String>(
        "name", default: "{collection}-{basename}",
        constraint: .faultless("a template of \(NameTemplate.placeholderList) and text") {
            NameTemplate.fault(in: $0)
        },
        help: "How documents are named: a template of \(NameTemplate.placeholderList)")

    /// Whether Windows and macOS must be able to hold the names.
    public static let portableNames = Setting<Bool>(
        "portable-names", default: true,
        help: "Whether documents get names that Windows and macOS can hold, too")
    /// Whether servers may name documents.
    public static let contentDisposition = Setting<Bool>(
        "content-disposition", default: false,
        help: "Whether a document gets the name that its server suggests in Content-Disposition")

    /// The most text a preview shows.
    public static let maxText = Setting<ByteCount>(
        "max-text", default: ByteCount(64 << 10), help: "The most text that a preview shows")
    /// The longest time for a preview.
    public static let previewTimeout = Setting<Duration>(
        "timeout", default: .seconds(20), constraint: .within(.milliseconds(1) ... .seconds(600)),
        help: "The longest time that a preview takes")

    /// How a terminal gets pictures: a `PictureForm`, or `auto`.
    public static let pictures = Setting<String>(
        "pictures", default: "auto",
        constraint: .one(of: ["auto"] + PictureForm.allCases.map(\.rawValue)),
        help: "How pictures are drawn on a terminal: as it says that it can, or in this form")

    /// When documents are indexed for searching.
    public static let previewWhen = Setting<String>(
        "when", default: "asked", constraint: .one(of: ["stored", "asked"]),
        help:
            "When documents are looked into to be found by carrel search: as they are stored, or when a search asks"
    )
    /// The most text of a document that is indexed.
    public static let indexText = Setting<ByteCount>(
        "index-text", default: ByteCount(1 << 20),
        help: "The most text of one document that carrel search finds")
    /// Whether a search finds other forms of a word.
    public static let stemming = Setting<String>(
        "stemming", default: IndexStemming.none.rawValue,
        constraint: .one(of: IndexStemming.allCases.map(\.rawValue)),
        help: "Whether carrel search finds words in their other forms, too")

    /// The settings that every plug-in of a kind has, except `use`; libraries and queues have none.
    public static func settings(of kind: PluginKind) -> [any SettingDeclaration] {
        switch kind {
        case .source: [refresh, key]
        case .parse: [furtherURL, maxItems, maxPages, maxTime, login]
        case .plan: []
        case .download:
            [
                delay, maxConcurrent, maxPerHost, retries, connectTimeout, stallTimeout, totalTimeout,
                maxSize,
                privateAddresses, compression, rateLimit, requestRate, hold, hostFailures, maxTotal,
                maxRunTime, digests,
                checksumFiles,
            ] + CredentialSettings.ofCatalog
        case .store: [name, portableNames, contentDisposition, reserve]
        case .preview: [maxText, previewTimeout, pictures, previewWhen, indexText, stemming]
        case .library, .queue: []
        }
    }

    /// The groups of tables below the table of a kind.
    public static func groups(of kind: PluginKind) -> [SettingGroup] {
        kind == .download ? [CredentialSettings.hosts] : []
    }

    /// The limits of a request that the `download` table sets.
    public static func fetchLimits(_ settings: Settings) -> FetchLimits {
        FetchLimits(
            connectTimeout: settings[connectTimeout], stallTimeout: settings[stallTimeout],
            totalTimeout: settings[totalTimeout], maxSize: settings[maxSize].bytes,
            addresses: settings[privateAddresses].catalogPolicy,
            acceptsCodings: settings[compression])
    }
}
