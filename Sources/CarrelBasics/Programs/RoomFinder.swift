import Foundation

/// Finds out how well rooms can be locked on this machine.
///
/// bubblewrap is taken to work until it fails: asking beforehand would cost each command as much as a room does. Where it
/// fails, it is asked to run a program that does nothing, so that no document can have it given up.
final class RoomFinder: Sendable {
    private let searchPath: String
    private let best: Locked<RoomLevel?>

    init(searchPath: String, forced: RoomLevel? = nil) {
        self.searchPath = searchPath
        best = Locked(forced)
    }

    /// The level of the next room.
    var level: RoomLevel {
        best.withLock { best in
            if let best { return best }
            let found = ProgramFinder.find("bwrap", in: searchPath) == nil ? RoomLevel.ofSystem : .bubblewrap
            best = found
            return found
        }
    }

    /// The level to try again with where bubblewrap did not build a room, `nil` if it works.
    func lower(_ test: () -> Bool) -> RoomLevel? {
        guard !test() else { return nil }
        best.withLock { $0 = .ofSystem }
        return .ofSystem
    }
}
