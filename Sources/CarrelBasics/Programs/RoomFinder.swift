import Foundation

/// Finds out how well rooms can be locked on this machine.
///
/// It assumes that bubblewrap works until it fails, because a test would cost each command as much as a room. After a
/// failure it tests bubblewrap with a program that does nothing, so that a document cannot switch it off.
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

    /// The level for another try after bubblewrap built no room; `nil` if the test shows that it works.
    func lower(_ test: () -> Bool) -> RoomLevel? {
        guard !test() else { return nil }
        best.withLock { $0 = .ofSystem }
        return .ofSystem
    }
}
