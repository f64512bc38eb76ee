import CCrypt
import CarrelBasics

/// Checks passwords against their hashes, one after the other, on a thread of its own: each takes long on purpose.
actor PasswordCheck {
    private nonisolated let executor = BlockingExecutor(label: "carrel.page.passwords")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let hashes: [String: String]
    private let waiting = Locked(0)
    // The hash that is computed for a name that nobody has, so that it takes as long to say so.
    private let anyHash: String

    // Passwords that wait at most: whoever comes then is asked to come again.
    private static let mostWaiting = 8
    // libcrypt takes no longer ones.
    private static let mostBytes = 511

    init(_ file: PasswordFile) {
        hashes = file.hashes
        anyHash = file.hashes.min { $0.key < $1.key }?.value ?? ""
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
        let hash = hashes[name]
        let state = carrel_password_check(isPossible ? password : "", hash ?? anyHash)
        return state == CARREL_PASSWORD_FITS && hash != nil && isPossible
    }
}
