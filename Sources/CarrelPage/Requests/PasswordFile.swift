import CCrypt
import CarrelBasics
import CarrelServer
import Foundation

/// Who may come in, by name, and the hash of the password of each: a file of `htpasswd`.
public struct PasswordFile: Sendable {
    /// The hashes by name.
    let hashes: [String: String]
    /// What is not wrong enough to refuse the file; each a sentence for the person.
    public let warnings: [String]

    private static let fileLimit = 1 << 20
    private static let nameLimit = 255
    // Each takes twice the time of the one before; this one takes seconds.
    private static let highestCost = 16
    private static let mostRounds = 10_000_000
    private static let usualRounds = 5000
    /// The fewest rounds that libcrypt does.
    static let leastRounds = 1000
    // The characters of a digest of SHA-512.
    private static let digestLength = 86

    /// Reads a file of lines `name:hash`; blocks the thread.
    ///
    /// Empty lines and those that begin with `#` say nothing.
    ///
    /// - Throws: `ServerError` with the line, what is wrong with it and what helps.
    public init(_ path: String) throws(ServerError) {
        let data: Data
        do {
            data = try InputFile.data(of: path, limit: Self.fileLimit, takesPipes: false)
        } catch {
            throw ServerError(
                subject: path, reason: "cannot be read: \(error)",
                remedy: "Make it: htpasswd -B -c \(path) NAME")
        }
        var hashes: [String: String] = [:]
        let lines = String(decoding: data, as: UTF8.self)
            .split(omittingEmptySubsequences: false) { $0.isNewline }
        for (index, line) in lines.enumerated() {
            let text = line.trimmingCharacters(in: .whitespaces)
            guard !text.isEmpty, !text.hasPrefix("#") else { continue }
            let subject = "\(path):\(index + 1)"
            guard let colon = text.firstIndex(of: ":"), colon > text.startIndex,
                text[..<colon].utf8.count <= Self.nameLimit
            else {
                throw ServerError(
                    subject: subject, reason: "expected a name, a colon and a hash",
                    remedy: "Make the line: htpasswd -B \(path) NAME")
            }
            let (name, hash) = (String(text[..<colon]), String(text[text.index(after: colon)...]))
            if let reason = Self.refusal(of: hash) {
                throw ServerError(
                    subject: subject, reason: "the password of \(name.singleLine) \(reason)",
                    remedy: "Make the line again: htpasswd -B \(path) \(name.singleLine)")
            }
            guard hashes.updateValue(hash, forKey: name) == nil else {
                throw ServerError(
                    subject: subject, reason: "\(name.singleLine) is there twice",
                    remedy: "Delete one of the two lines")
            }
        }
        guard !hashes.isEmpty else {
            throw ServerError(
                subject: path, reason: "there is nobody in it", remedy: "Add one: htpasswd -B \(path) NAME")
        }
        self.hashes = hashes
        warnings =
            SecretFile.isReadByOthers(path)
            ? ["\(path): every user of this machine can read the hashes: chmod o= \(path)"] : []
    }

    /// What decides how long a password takes to be hashed as a hash was made: the method, and how much; for SHA-512 that
    /// is in `rounds(of:)`.
    static func cost(of hash: String) -> String {
        let parts = hash.split(separator: "$", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4 else { return hash }
        // The letter behind the 2 of bcrypt makes no difference.
        return "\(parts[1].prefix(1))$\(parts[1] == "6" ? "" : parts[2])"
    }

    /// How many rounds of SHA-512 a hash takes, which is as good as its time; `nil` for another method.
    static func rounds(of hash: String) -> Int? {
        let parts = hash.split(separator: "$", maxSplits: 3, omittingEmptySubsequences: false)
        guard parts.count == 4, parts[1] == "6" else { return nil }
        guard parts[2].hasPrefix("rounds=") else { return usualRounds }
        return max(leastRounds, Int(parts[2].dropFirst(7)) ?? usualRounds)
    }

    /// A hash that no password has, and that takes some rounds of SHA-512.
    static func hash(rounds: Int) -> String {
        "$6$rounds=\(rounds)$carrel$" + String(repeating: ".", count: digestLength)
    }

    /// Why a hash is not taken, as a clause that continues after the password; `nil` for one that is.
    static func refusal(of hash: String) -> String? {
        let parts = hash.split(separator: "$", omittingEmptySubsequences: false)
        guard parts.count >= 4, parts[0].isEmpty else {
            if hash.hasPrefix("{SHA}") { return "is hashed with SHA-1, which is quickly guessed" }
            return hash.utf8.count == 13
                ? "is not hashed, or with DES, which is quickly guessed" : "is not hashed"
        }
        // Lengths tell a line that lost its end, which no password would ever fit.
        let isWhole: Bool
        switch parts[1] {
        case "2a", "2b", "2y":
            isWhole = hash.utf8.count == 60
            if let cost = Int(parts[2]), cost > highestCost {
                return "is hashed at a cost of \(cost), more than \(highestCost)"
            }
        case "6":
            isWhole = parts.last?.utf8.count == digestLength
            if parts[2].hasPrefix("rounds="), let rounds = Int(parts[2].dropFirst(7)), rounds > mostRounds {
                return "is hashed in \(rounds) rounds, more than \(mostRounds)"
            }
        case "y": isWhole = parts.count == 5 && parts.last?.utf8.count == 43
        case "1", "apr1": return "is hashed with MD5, which is quickly guessed"
        default: return "is hashed with none of bcrypt, SHA-512 and yescrypt"
        }
        return isWhole && carrel_knows_hash(hash) ? nil : "has a hash that is not whole"
    }
}
