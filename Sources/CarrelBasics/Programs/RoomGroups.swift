import Foundation

/// Makes a control group for each room, where the system lets this process do so.
///
/// It is asked once, with the first room; groups that a killed Carrel left behind are removed then.
final class RoomGroups: Sendable {
    private enum State {
        case unknown
        case none
        case found(GroupPlace)
    }

    /// What the names of all groups begin with.
    static let prefix = "carrel-room-"
    /// What builds a room has memory of its own, and the room's scratch space counts as well.
    private static let furtherMemory = 96 << 20
    /// A program that starts no other has threads.
    private static let threads = 256

    private let find: @Sendable () -> GroupPlace?
    private let folders: any GroupFolders
    private let state = Locked(State.unknown)

    /// - Parameters:
    ///   - folders: makes and removes them.
    ///   - find: finds the place for them; asked once.
    init(
        folders: any GroupFolders = SystemGroupFolders(),
        find: @escaping @Sendable () -> GroupPlace? = { GroupPlace.find() }
    ) {
        self.folders = folders
        self.find = find
    }

    /// Whether rooms get groups; a group is made, and removed, to see it.
    var areThere: Bool {
        guard let group = make(processes: 1, memory: 64 << 20) else { return false }
        group.remove()
        return true
    }

    /// Makes a group.
    ///
    /// The first time it blocks the thread while it removes what was left behind.
    ///
    /// - Parameters:
    ///   - processes: how many a room may have; one that may have only one still has threads.
    ///   - memory: how many bytes they may have together.
    /// - Returns: the group, `nil` if there are none on this machine.
    func make(processes: Int, memory: Int) -> RoomGroup? {
        guard let place = place() else { return nil }
        // Another Carrel that removes what was left may take a group before it is locked.
        for _ in 0..<3 {
            let path = "\(place.folder)/\(Self.prefix)\(UUID().uuidString.lowercased())"
            guard folders.make(path) else { break }
            let group = RoomGroup(
                path, processes: processes > 1 ? processes + Room.builders : Self.threads,
                memory: place.limitsMemory && memory > 0 ? memory + Self.furtherMemory : nil, folders: folders
            )
            if let group { return group }
            _ = folders.remove(path)
        }
        giveUp()
        return nil
    }

    /// Has rooms get no groups from now on: the system made one, but let no process into it.
    func giveUp() { state.withLock { $0 = .none } }

    private func place() -> GroupPlace? {
        if case .unknown = state.value {
            let found = find()
            if let found { clean(found) }
            state.withLock { state in
                guard case .unknown = state else { return }
                state = found.map { .found($0) } ?? .none
            }
        }
        guard case .found(let place) = state.value else { return nil }
        return place
    }

    /// Removes the groups that nobody has any more.
    private func clean(_ place: GroupPlace) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place.folder)) ?? []
        for name in names where name.hasPrefix(Self.prefix) {
            RoomGroup.removeAbandoned("\(place.folder)/\(name)", folders: folders)
        }
    }
}
