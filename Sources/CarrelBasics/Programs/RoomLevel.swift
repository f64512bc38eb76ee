import CPlatform

/// How well the rooms are locked in which programs read foreign documents, the best first.
///
/// In all of them, memory, time, output and open files are limited, and a program is killed with all its processes.
public enum RoomLevel: String, Sendable, CaseIterable, Codable {
    /// bubblewrap: the program sees only the system's programs and its document: no network, no other processes.
    case bubblewrap
    /// Landlock and a filter of system calls: the program can open no other files, and has no network.
    case landlock
    /// Only a filter of system calls: the program has no network, but can read what this user can read.
    case filter
    /// Only the limits.
    case limits

    /// The level and what it keeps out, in words.
    public var words: String {
        switch self {
        case .bubblewrap: "bubblewrap: no network, no other file, no other process"
        case .landlock: "Landlock: no network, no other file"
        case .filter: "a filter of system calls: no network, but every file that you may read"
        case .limits: "limits of memory and time alone"
        }
    }

    /// Whether a program in it can read only its document and the system.
    public var isLocked: Bool { self == .bubblewrap || self == .landlock }

    /// The best of the levels that need no program of the system.
    static let ofSystem: RoomLevel =
        carrel_has_landlock() && carrel_has_filter()
        ? .landlock : carrel_has_filter() ? .filter : .limits
}
