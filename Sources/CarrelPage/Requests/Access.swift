import CarrelBasics
import CarrelDigest
import CarrelHTTP
import CarrelServer
import Foundation

/// Decides who may see the library, and who may change it.
///
/// Seeing takes the server's token, or a name and its password, if it asks for either. Changing takes the token of a page
/// that this server made: a page of another site can send a form, but it cannot read ours.
final class Access: Sendable {
    /// How somebody came in.
    enum Way: Sendable {
        /// Nobody is asked for anything.
        case open
        /// With the cookie of somebody who signed in.
        case session
        /// With a field that no browser sends by itself.
        case bearer
        /// With a name and a password, which a browser sends by itself once it was given them.
        case password
    }

    /// Whether somebody may come in.
    enum Answer: Sendable {
        case admitted(Way)
        case refused
        /// Too many tries; the next one may be made after some seconds.
        case later(seconds: Int)
    }

    /// What asks programs for a name and a password.
    static let challenge = "Basic realm=\"Carrel\", charset=\"UTF-8\""
    /// What every form of a page carries.
    let pageToken = Access.random()
    /// Whether nobody may change anything.
    let isReadOnly: Bool
    private let token: String?
    private let people: PasswordCheck?
    private let sessions = Sessions()
    // A browser sends a host's cookies to all its ports: servers beside each other tell theirs apart by the name.
    private let cookie: String
    /// What is known of a secret.
    private enum Verdict: Sendable {
        case right
        case wrong
        /// It was not looked at.
        case later(seconds: Int)
    }

    // What requests that come together have in common is checked once.
    private let checks = SingleFlight<String, Verdict>()
    // The digests of what was right before: neither a hash nor a try is spent on it again.
    private let right = Locked<Set<String>>([])
    private let salt = Access.random()
    // Wrong tries, of one network and of all together.
    private let tries: RateLimit
    private let allTries: RateLimit

    private static let mostRight = 1000

    /// Lets everybody in who knows the token, or a name and its password; everybody if there is neither.
    ///
    /// - Parameters:
    ///   - token: the server's token.
    ///   - people: the names with the hashes of their passwords.
    ///   - port: where the server listens.
    ///   - speaksTLS: whether the server itself does.
    ///   - isReadOnly: whether nobody may change anything.
    ///   - tries: the wrong tries of one network.
    ///   - allTries: those of all together.
    init(
        token: String?, people: PasswordFile?, port: UInt16 = 0, speaksTLS: Bool = false,
        isReadOnly: Bool = false, tries: RateLimit = RateLimit(burst: 10, every: .seconds(5)),
        allTries: RateLimit = RateLimit(burst: 200, every: .milliseconds(500))
    ) {
        cookie = "carrel-session-\(port)\(speaksTLS ? "-tls" : "")"
        self.isReadOnly = isReadOnly
        (self.token, self.people) = (token, people.map { PasswordCheck($0) })
        (self.tries, self.allTries) = (tries, allTries)
    }

    /// Whether nobody is asked for anything.
    var isOpen: Bool { token == nil && people == nil }

    /// Whether people have names.
    var asksForName: Bool { people != nil }

    /// Whether a request may see the library.
    ///
    /// - Parameters:
    ///   - request: the request.
    ///   - byPassword: whether a name and a password in the request itself count (RFC 7617), as programs send them.
    /// - Returns: whether it may.
    func admits(_ request: ServerRequest, byPassword: Bool = false) async -> Answer {
        if isOpen { return .admitted(.open) }
        if let value = Cookies(request.fields)[cookie], sessions.has(value) {
            return .admitted(.session)
        }
        guard let field = request.fields["Authorization"], field.utf8.count < 10_000 else { return .refused }
        let parts = field.split(separator: " ", maxSplits: 1)
        guard parts.count == 2 else { return .refused }
        switch parts[0].lowercased() {
        case "bearer": return await takes(nil, String(parts[1]), from: request, .bearer)
        case "basic" where byPassword:
            guard let pair = Data(base64Encoded: String(parts[1])),
                let colon = pair.firstIndex(of: UInt8(ascii: ":"))
            else { return .refused }
            let name = String(decoding: pair[..<colon], as: UTF8.self)
            let password = String(decoding: pair[pair.index(after: colon)...], as: UTF8.self)
            return await takes(name, password, from: request, .password)
        default: return .refused
        }
    }

    /// Whether a secret is the token, or the password of a name; the token counts with any name.
    func takes(_ name: String?, _ secret: String, from request: ServerRequest, _ way: Way) async -> Answer {
        let key = Self.digest("\(salt)\n\(name ?? "")\n\(secret)")
        let client = request.client ?? ""
        let verdict = await checks.run("\(client)\n\(key)") { [self] in
            if right.withLock({ $0.contains(key) }) { return .right }
            return await check(name, secret, key, from: client)
        }
        switch verdict {
        case .right?: return .admitted(way)
        case .wrong?: return .refused
        case .later(let seconds)?: return .later(seconds: seconds)
        // Nobody waits for the answer.
        case nil: return .later(seconds: 1)
        }
    }

    /// Looks at a secret, which takes a try; only one that is wrong keeps it.
    private func check(_ name: String?, _ secret: String, _ key: String, from client: String) async -> Verdict
    {
        if let wait = tries.take(client) { return Self.later(wait) }
        if let wait = allTries.take("") {
            tries.giveBack(client)
            return Self.later(wait)
        }
        let isRight = await isRight(name, secret)
        guard isRight != false else { return .wrong }
        tries.giveBack(client)
        allTries.giveBack("")
        guard isRight == true else { return .later(seconds: 1) }
        right.withLock { right in
            if right.count >= Self.mostRight { right.removeAll() }
            right.insert(key)
        }
        return .right
    }

    private static func later(_ wait: Duration) -> Verdict {
        .later(seconds: Int(wait.components.seconds) + 1)
    }

    /// Whether a secret is the token, or the password of a name; `nil` if too many passwords are being checked.
    private func isRight(_ name: String?, _ secret: String) async -> Bool? {
        if let token, Self.isSame(secret, token) { return true }
        guard let name, let people else { return false }
        return await people.fits(name, secret)
    }

    // MARK: Sessions

    /// Begins a session; gives its cookie.
    func begin() -> String { "\(cookie)=\(sessions.begin()); Path=/; HttpOnly; SameSite=Strict" }

    /// Ends the session of a request; gives what takes its cookie away.
    func end(_ request: ServerRequest) -> String {
        if let value = Cookies(request.fields)[cookie] { sessions.end(value) }
        return "\(cookie)=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict"
    }

    // MARK: Secrets

    /// Whether a form came from a page of this server.
    func isOwn(_ token: String?) -> Bool { token.map { Self.isSame($0, pageToken) } ?? false }

    /// Compares without telling by the time it takes how much was right: digests differ anywhere.
    private static func isSame(_ one: String, _ other: String) -> Bool { digest(one) == digest(other) }

    /// The SHA-256 of a text.
    static func digest(_ text: String) -> String { SHA256.digits(of: text.utf8) }

    /// 128 bits that nobody can guess.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(generator.next(), radix: 36) }.joined()
    }
}
