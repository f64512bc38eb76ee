import CPlatform
import Foundation

/// How to start one program: as it is, or in a room.
struct Room: Sendable {
    /// How well the room is locked; `nil` without a room.
    var level: RoomLevel?
    /// The program to start: the program itself, or the one that builds its room.
    var program: String
    var arguments: [String]
    /// The files that the program may see.
    var reads: [URL] = []
    /// The most processes in the room.
    var processes = Int.max

    /// The processes of what builds a room, which are in its session and its group, too.
    static let builders = 3

    /// A program without a room.
    init(_ program: String, _ arguments: [String]) { (self.program, self.arguments) = (program, arguments) }

    /// A program in a room.
    init(
        _ level: RoomLevel, _ program: String, _ invocation: ToolInvocation, reads: [URL], searchPath: String
    ) {
        self.init(program, invocation.arguments)
        (self.level, self.reads, processes) = (level, reads, max(1, invocation.processes))
        guard level == .bubblewrap, let path = ProgramFinder.find("bwrap", in: searchPath) else { return }
        arguments = Bubblewrap.arguments(
            program, invocation.arguments, reads: reads,
            limiter: processes > 1 ? ProgramFinder.find("prlimit", in: searchPath) : nil, processes: processes
        )
        self.program = path
    }

    /// The number of processes of a session, as far as `/proc` tells.
    static func processes(ofSession session: pid_t) -> Int {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.count { name in
            guard name.first?.isNumber == true,
                let text = try? String(contentsOfFile: "/proc/\(name)/stat", encoding: .utf8),
                // The program's name is in parentheses, and may hold any characters.
                let end = text.lastIndex(of: ")")
            else { return false }
            let fields = text[text.index(after: end)...].split(separator: " ")
            return fields.count > 3 && fields[3] == "\(session)"
        }
    }
}

extension carrel_room {
    /// The setting of `carrel_start` for a level.
    init(_ level: RoomLevel?) {
        self =
            switch level {
            case nil: CARREL_ROOM_NONE
            case .bubblewrap, .limits: CARREL_ROOM_SESSION
            case .filter: CARREL_ROOM_FILTER
            case .landlock: CARREL_ROOM_LANDLOCK
            }
    }
}
