/// A revision of the protocol that this server speaks, the newest first.
enum Revision: String, Sendable, CaseIterable {
    /// Without a handshake: every request says its revision.
    case modern = "2026-07-28"
    /// With `initialize`, which settles the revision for the process.
    case legacy = "2025-11-25"
    /// As the one before, as far as tools go.
    case older = "2025-06-18"

    /// The revision for a client that begins with `initialize`: what it asks for, or the newest with that handshake.
    init(initializing requested: String?) {
        let wanted = requested.flatMap(Revision.init(rawValue:))
        self = wanted == .older ? .older : .legacy
    }
}
