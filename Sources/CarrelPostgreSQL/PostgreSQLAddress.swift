import CPostgreSQL
import CarrelBasics
import CarrelStages
import Foundation

/// Where a database is and how to get in: what libpq calls a connection string or URI.
///
/// It is a secret as a whole. What may be shown of it is `subject`.
package struct PostgreSQLAddress: Sendable {
    let text: String
    /// The database and its server, as messages name them.
    package let subject: String
    /// What never may be shown, the longest first.
    private let secrets: [String]

    /// Reads a connection string.
    ///
    /// - Parameter text: such as `host=db.example dbname=carrel` or `postgresql://db.example/carrel`.
    /// - Throws: `StoreError` if it cannot be read, or libpq is missing. It quotes nothing of the string.
    package init(_ text: String) throws(StoreError) {
        guard carrel_pq_is_there() != 0 else {
            throw StoreError(
                .system, subject: "library.dsn", reason: "the library libpq is not installed, or too old",
                remedy: "Install Debian's libpq5")
        }
        guard !Self.isAmbiguous(text) else {
            throw StoreError(
                .system, subject: "library.dsn",
                reason: "a name or password in it has a character that means something else in a URI",
                remedy: "Write @ as %40, / as %2F, ? as %3F and # as %23, or use host=SERVER password=…")
        }
        guard !text.utf8.contains(0), let options = PQconninfoParse(text, nil) else {
            throw StoreError(
                .system, subject: "library.dsn",
                reason: "PostgreSQL’s library cannot read the connection string in it",
                remedy: "Write it as host=SERVER dbname=NAME user=USER, or as postgresql://USER@SERVER/NAME")
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var option = options
        while let keyword = option.pointee.keyword {
            if let value = option.pointee.val { values[String(cString: keyword)] = String(cString: value) }
            option += 1
        }
        self.text = text
        var secrets = Set(["password", "sslpassword"].compactMap { values[$0] })
        secrets.formUnion(Self.guessed(in: text))
        self.secrets = secrets.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
        let host = values["host"] ?? values["hostaddr"] ?? "this machine"
        let database = values["dbname"] ?? values["user"] ?? "its default database"
        subject = Self.cover(self.secrets, in: "\(database) at \(host)").singleLine
    }

    /// Whether a URI has an at sign where a name or a password should have it escaped: libpq would take the rest of these for
    /// the names of a server and a database.
    private static func isAmbiguous(_ text: String) -> Bool {
        guard let scheme = text.range(of: "://") else { return false }
        let rest = text[scheme.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        let path = rest[authority.endIndex...].prefix { !"?#".contains($0) }
        if authority.split(separator: "@", omittingEmptySubsequences: false).count > 2 { return true }
        if path.contains("@") { return true }
        guard !authority.contains("@"), rest.contains("@"), let colon = authority.lastIndex(of: ":") else {
            return false
        }
        return !authority.hasSuffix("]")
            && !authority[authority.index(after: colon)...].allSatisfy(\.isNumber)
    }

    /// What may be part of a password in a URI that is not written as it should be: all between the first colon and the
    /// last at sign, and its parts: libpq may take one for the server's name.
    private static func guessed(in text: String) -> Set<String> {
        guard let scheme = text.range(of: "://"), let at = text.range(of: "@", options: .backwards),
            scheme.upperBound < at.lowerBound,
            let colon = text[scheme.upperBound..<at.lowerBound].firstIndex(of: ":")
        else { return [] }
        let password = text[text.index(after: colon)..<at.lowerBound]
        let parts = password.split { "@:/?#&=%".contains($0) }.filter { $0.utf8.count >= 3 }
        let all = [password] + parts
        return Set(all.flatMap { [String($0), $0.removingPercentEncoding ?? ""] })
    }

    /// A message without secrets, on one line, and without what libpq asks or guesses in lines that begin with a tab.
    func covered(_ message: String) -> String {
        let lines = Self.cover(secrets, in: message).split(separator: "\n").filter { !$0.hasPrefix("\t") }
        return lines.joined(separator: " ").trimmingCharacters(in: Self.beyondWords).singleLine
    }

    private static let beyondWords = CharacterSet.whitespacesAndNewlines.union(
        CharacterSet(charactersIn: "."))

    private static func cover(_ secrets: [String], in text: String) -> String {
        secrets.reduce(text) { $0.replacing(scalarsOf: $1, with: "…") }
    }
}
