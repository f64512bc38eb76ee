import Foundation

/// The control group of one room: the system counts what is in it, and ends all of it at once.
///
/// Its folder is open and locked for as long as it lives, so that another Carrel can tell it from one that was left behind.
final class RoomGroup: Sendable {
    /// The end of the file that a process writes `0` to in order to get into the group.
    let entrance: Int32
    private let path: String
    private let folder: Int32
    private let folders: any GroupFolders

    /// Opens a group that was made, and sets its limits; `nil` if it is none, or another process has it.
    ///
    /// - Parameters:
    ///   - path: its folder.
    ///   - processes: how many there may be, threads included.
    ///   - memory: what all of them may have together, in bytes; `nil` if this group does not limit it.
    ///   - folders: removes it.
    init?(_ path: String, processes: Int, memory: Int?, folders: any GroupFolders) {
        (self.path, self.folders) = (path, folders)
        folder = Self.lock(path)
        entrance = folder < 0 ? -1 : Self.entrance(of: folder)
        guard entrance >= 0, write("\(processes)", to: "pids.max") else { return nil }
        guard let memory else { return }
        guard write("\(memory)", to: "memory.max") else { return nil }
        // Not every system has swap, or ends all of a group where one of its processes finds no memory.
        _ = write("0", to: "memory.swap.max")
        _ = write("1", to: "memory.oom.group")
    }

    deinit {
        if entrance >= 0 { close(entrance) }
        if folder >= 0 { close(folder) }
    }

    /// Whether the system refused to start a process because there were too many.
    var hasRefused: Bool { count("max", in: "pids.events") > 0 }

    /// Whether the system ended a process because there was no memory left for the group.
    var wasOutOfMemory: Bool { count("oom_kill", in: "memory.events") > 0 }

    /// Ends every process in it.
    func kill() {
        if write("1", to: "cgroup.kill") { return }
        // An older system: what is started meanwhile is found the next time.
        for _ in 0..<100 {
            let numbers = read("cgroup.procs").split(separator: "\n").compactMap { pid_t($0) }.filter {
                $0 > 1
            }
            guard !numbers.isEmpty else { return }
            for number in numbers { _ = Foundation.kill(number, SIGKILL) }
        }
    }

    /// Ends what is in it and removes it; blocks the thread for a second at the most.
    ///
    /// What is not gone by then is left to the next Carrel.
    func remove() {
        for _ in 0..<500 {
            kill()
            if folders.remove(path) { return }
            usleep(2000)
        }
    }

    /// Removes a group that another Carrel left behind; does nothing if somebody still has it.
    static func removeAbandoned(_ path: String, folders: any GroupFolders) {
        guard let group = RoomGroup(abandoned: path, folders: folders) else { return }
        group.remove()
    }

    private init?(abandoned path: String, folders: any GroupFolders) {
        (self.path, self.folders, entrance) = (path, folders, -1)
        folder = Self.lock(path)
        guard folder >= 0 else { return nil }
    }

    /// Opens the file that lets a process in.
    ///
    /// Version 1 has one for threads, too. A process that writes its only thread into it does not wait until every other
    /// process of the machine can be told apart from it, which takes some 10 ms (`cgroup_procs_write_start` of Linux).
    private static func entrance(of folder: Int32) -> Int32 {
        let threads = openat(folder, "tasks", O_WRONLY | O_CLOEXEC)
        return threads >= 0 ? threads : openat(folder, "cgroup.procs", O_WRONLY | O_CLOEXEC)
    }

    /// Opens a folder that nobody else has open so.
    private static func lock(_ path: String) -> Int32 {
        let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { return -1 }
        guard flock(folder, LOCK_EX | LOCK_NB) == 0 else {
            close(folder)
            return -1
        }
        return folder
    }

    private func write(_ text: String, to file: String) -> Bool {
        let descriptor = openat(folder, file, O_WRONLY | O_TRUNC | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        return Foundation.write(descriptor, bytes, bytes.count) == bytes.count
    }

    private func read(_ file: String) -> String {
        let descriptor = openat(folder, file, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return "" }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = Foundation.read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    }

    private func count(_ name: String, in file: String) -> Int {
        for line in read(file).split(separator: "\n") {
            let words = line.split(separator: " ")
            if words.count == 2, words[0] == name { return Int(words[1]) ?? 0 }
        }
        return 0
    }
}
