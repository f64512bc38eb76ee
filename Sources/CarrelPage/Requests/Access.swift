import CarrelBasics
import CarrelDigest
import CarrelHTTP
import CarrelServer
import Foundation

/// Decides who may see the library, and who may change it.
///
/// Seeing takes the person's token, if there is one. Changing takes the token of a page that this server made: a page of
/// another site can send a form, but it cannot read ours.
final class Access: Sendable {
    /// What every form of a page carries.
    let pageToken = Access.random()
    private let personToken: String?
    private let session = Access.random()
    private let failures = Locked<(count: Int, until: ContinuousClock.Instant)>((0, .now))

    // Wrong tokens that are answered at once; after that one a second is.
    private static let patience = 10

    init(personToken: String?) { self.personToken = personToken }

    /// Whether a request may see the library.
    func admits(_ request: ServerRequest) -> Bool {
        guard personToken != nil else { return true }
        if bearsToken(request) { return true }
        return Cookies(request.fields)["carrel-session"].map { Self.isSame($0, session) } ?? false
    }

    /// Whether a program gave the person's token in the field of RFC 6750.
    ///
    /// No page of another site can: a browser sends this field there only after asking, and the answer is no.
    func bearsToken(_ request: ServerRequest) -> Bool {
        guard personToken != nil, let field = request.fields["Authorization"],
            field.prefix(7).lowercased() == "bearer "
        else { return false }
        return takes(String(field.dropFirst(7))) == true
    }

    /// Whether a reading app gave the person's token as the password of RFC 7617, with any name.
    ///
    /// A browser sends this field on its own once it was given, so it lets nobody change anything.
    func basicToken(_ request: ServerRequest) -> Bool {
        guard personToken != nil, let field = request.fields["Authorization"],
            field.prefix(6).lowercased() == "basic ", field.utf8.count < 10_000,
            let pair = Data(base64Encoded: String(field.dropFirst(6))),
            let colon = pair.firstIndex(of: UInt8(ascii: ":"))
        else { return false }
        return takes(String(decoding: pair[pair.index(after: colon)...], as: UTF8.self)) == true
    }

    /// Whether a token is the person's; `nil` if too many wrong ones came.
    func takes(_ token: String) -> Bool? {
        guard let personToken else { return true }
        let isBusy = failures.withLock { $0.count >= Self.patience && ContinuousClock.now < $0.until }
        if isBusy { return nil }
        let isRight = Self.isSame(token, personToken)
        failures.withLock { failures in
            failures = isRight ? (0, .now) : (failures.count + 1, .now + .seconds(1))
        }
        return isRight
    }

    /// The cookie that whoever gave the token gets.
    var sessionCookie: String { "carrel-session=\(session); Path=/; HttpOnly; SameSite=Strict" }

    /// Whether a form came from a page of this server.
    func isOwn(_ token: String?) -> Bool { token.map { Self.isSame($0, pageToken) } ?? false }

    /// Compares without telling by the time it takes how much was right: digests differ anywhere.
    private static func isSame(_ one: String, _ other: String) -> Bool { digest(one) == digest(other) }

    private static func digest(_ text: String) -> String {
        let digest = SHA256()
        Array(text.utf8).withUnsafeBytes { digest.update($0) }
        return digest.finish()
    }

    /// 128 bits that nobody can guess.
    static func random() -> String {
        var generator = SystemRandomNumberGenerator()
        return (0..<2).map { _ in String(generator.next(), radix: 36) }.joined()
    }
}
