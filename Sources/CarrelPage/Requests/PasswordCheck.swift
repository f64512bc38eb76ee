import CCrypt
import CarrelBasics

/// Checks passwords against their hashes, one after the other, on a thread of its own: each takes long on purpose.
actor PasswordCheck {
    private nonisolated let executor = BlockingExecutor(label: "carrel.page.passwords")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// Whether a password is that of a hash.
    typealias Fits = @Sendable (_ password: String, _ hash: String) -> Bool

    private let hashes: [String: String]
    private let isOfHash: Fits
    private let waiting = Locked(0)
    // A hash of each cost: whoever is refused waits for one of each, so that the time does not tell whose name is known. Each
    // takes twice the time of the one before, so that all take less than twice that of the dearest.
    private let anyOfCost: [String: String]
    // Of SHA-512 there may be a cost for each person: whoever is refused waits for this number of rounds in all.
    private let roundsOfRefusal: Int?

    // Passwords that wait at most: whoever comes then is asked to come again.
    private static let mostWaiting = 8
    // libcrypt takes no longer ones.
    private static let mostBytes = 511

    init(
        _ file: PasswordFile,
        fits: @escaping Fits = { carrel_password_check($0, $1) == CARREL_PASSWORD_FITS }
    ) {
        (hashes, isOfHash) = (file.hashes, fits)
        let others = file.hashes.values.filter { PasswordFile.rounds(of: $0) == nil }
        anyOfCost = Dictionary(others.map { (PasswordFile.cost(of: $0), $0) }) { first, _ in first }
        // More than the dearest has, so that libcrypt can do what is left for that one, too.
        roundsOfRefusal = file.hashes.values.compactMap(PasswordFile.rounds).max()
            .map { $0 + PasswordFile.leastRounds }
    }

    /// Whether a password is that of a name; `nil` if too many wait already.
    nonisolated func fits(_ name: String, _ password: String) async -> Bool? {
        let mayWait = waiting.withLock { waiting in
            guard waiting < Self.mostWaiting else { return false }
            waiting += 1
            return true
        }
        guard mayWait else { return nil }
        defer { waiting.withLock { $0 -= 1 } }
        return await check(name, password)
    }

    private func check(_ name: String, _ password: String) -> Bool {
        // A zero would end the password for libcrypt.
        let isPossible = password.utf8.count <= Self.mostBytes && !password.utf8.contains(0)
        let password = isPossible ? password : ""
        let hash = hashes[name]
        if let hash, isOfHash(password, hash), isPossible { return true }
        let spent = hash.map(PasswordFile.cost(of:))
        for (cost, hash) in anyOfCost where cost != spent { _ = isOfHash(password, hash) }
        if let roundsOfRefusal {
            let left = roundsOfRefusal - (hash.flatMap(PasswordFile.rounds) ?? 0)
            _ = isOfHash(password, PasswordFile.hash(rounds: left))
        }
        return false
    }
}
