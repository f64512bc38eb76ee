import CarrelBasics
import CarrelHTTP

/// The settings for credentials, header fields and programs that fetch, for the catalogue's origin and for other hosts.
public enum CredentialSettings {
    /// Where the token is.
    public static let token = Setting<Secret?>(
        "token", isSecret: true, power: ProfilePower.reading,
        help: "Where the token for Authorization: Bearer is")
    /// The parameter of a URL that carries the token.
    public static let tokenParameter = Setting<String?>(
        "token-parameter",
        constraint: SettingConstraint("letters, digits and -._~") { text in
            text.map { !$0.isEmpty && $0.utf8.allSatisfy(\.isURLUnreserved) } ?? true
        },
        help: "The parameter of the URL that carries the token, for servers that do not read Authorization")
    /// The user's name.
    public static let user = Setting<String?>(
        "user",
        constraint: SettingConstraint("without a colon") {
            $0?.allSatisfy { $0 != ":" && $0 >= " " } ?? true
        },
        help: "The user's name for Authorization: Basic")
    /// Where the password is.
    public static let password = Setting<Secret?>(
        "password", isSecret: true, power: ProfilePower.reading, help: "Where the user's password is")
    /// The file with the client certificate.
    public static let clientCertificate = Setting<String?>(
        "client-certificate", power: ProfilePower.reading,
        help: "A PEM file with the certificate that tells servers who you are")
    /// The file with the key of the client certificate.
    public static let clientKey = Setting<String?>(
        "client-key", power: ProfilePower.reading,
        help: "A PEM file with the key of the client certificate, if the certificate's file lacks it")
    /// The `User-Agent` field.
    public static let userAgent = Setting<String?>(
        "user-agent", constraint: .ifSet(.oneLine), help: "How Carrel names itself to this host")
    /// Further field lines to send.
    public static let headers = Setting<[String]>(
        "headers", default: [], isSecret: true,
        constraint: SettingConstraint("each \"Name: value\", none that Carrel sets itself, such as Host") {
            $0.allSatisfy { line(of: $0) != nil }
        },
        help: "Header fields to send to this host")

    /// The settings that tell a server who somebody is, as remedies for a login page name them.
    package static let names = "download.token, download.user with download.password, or download.cookies"

    /// The settings for the catalogue's own origin.
    package static let ofCatalog: [any SettingDeclaration] = [
        token, tokenParameter, user, password, clientCertificate, clientKey,
    ]

    /// The settings for single hosts.
    public static let hosts = SettingGroup(
        name: "hosts",
        member: "a host such as \"example.org\", \"example.org:8443\" or \"http://localhost:8000\"",
        settings: [token, tokenParameter, user, password, userAgent, headers, clientCertificate, clientKey]
            + ProgramSettings.ofFetcher
    ) { Origin($0)?.description }

    /// Fields that only the fetcher may set.
    private static let reserved: Set<String> = [
        "host", "connection", "content-length", "transfer-encoding", "range", "if-range", "accept-encoding",
        "te",
        "if-none-match", "if-modified-since", "upgrade", "proxy-authorization",
    ]

    /// The field line of a text; `nil` if it is invalid, or a field that only the fetcher may set.
    package static func line(of text: String) -> HTTPFields.Line? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let value = text[text.index(after: colon)...].trimmingPrefix { $0 == " " }
        let line = HTTPFields.Line(name: String(text[..<colon]), value: String(value))
        return line.isValid && !reserved.contains(line.name.lowercased()) ? line : nil
    }
}
