import CPlatform

/// How well the room is locked that programs read foreign documents in, the best first.
///
/// In each of them a program has limits of memory, time, output and open files, and is killed with all that it started.
public enum RoomLevel: String, Sendable, CaseIterable, Codable {
    /// bubblewrap: the program sees the system's programs and its document, and nothing else: no network, no processes.
    case bubblewrap
    /// Landlock and a filter of system calls: it opens no other file, and has no network.
    case landlock
    /// A filter of system calls alone: it has no network, but reads what this user may read.
    case filter
    /// Nothing but the limits.
    case limits

    /// What the room keeps out, in words.
    public var words: String {
        switch self {
        case .bubblewrap: "bubblewrap: no network, no other file, no other process"
        case .landlock: "Landlock: no network, no other file"
        case .filter: "a filter of system calls: no network, but every file that you may read"
        case .limits: "limits of memory and time alone"
        }
    }

    /// Whether a program in it sees its document and the system alone.
    public var isLocked: Bool { self == .bubblewrap || self == .landlock }

    /// The best of the levels that need no program of the system.
    static let ofSystem: RoomLevel =
        carrel_has_landlock() && carrel_has_filter()
        ? .landlock : carrel_has_filter() ? .filter : .limits
}
