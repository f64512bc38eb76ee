import Foundation

/// Makes and removes the folders of control groups.
///
/// The system fills a new one with the files that control it, and takes them with it. Tests have a folder that stands in.
protocol GroupFolders: Sendable {
    /// Makes a group; `false` if the system does not let it be made.
    func make(_ path: String) -> Bool
    /// Removes a group; `false` while there are processes in it.
    func remove(_ path: String) -> Bool
}

/// The system's own.
struct SystemGroupFolders: GroupFolders {
    func make(_ path: String) -> Bool { mkdir(path, 0o700) == 0 }
    func remove(_ path: String) -> Bool { rmdir(path) == 0 || errno == ENOENT }
}

/// Where this process may make control groups, and what they limit there.
struct GroupPlace: Sendable, Hashable {
    /// The folder of the group that the new ones are made in.
    var folder: String
    /// Whether they limit memory, too; all limit the number of processes.
    var limitsMemory: Bool

    /// The first place on this machine where groups may be made, `nil` if there is none.
    static func find() -> GroupPlace? {
        guard let own = text("/proc/self/cgroup"), let mounts = text("/proc/self/mountinfo") else {
            return nil
        }
        return candidates(own: own, mounts: mounts).lazy.compactMap(usable).first
    }

    /// A folder that may be a place, and whether it is of the one hierarchy of cgroup v2.
    typealias Candidate = (folder: String, isUnified: Bool)

    /// The folders that may be places, the best first.
    ///
    /// - Parameters:
    ///   - own: what `/proc/self/cgroup` says.
    ///   - mounts: what `/proc/self/mountinfo` says.
    /// - Returns: the folders. Version 1 has a hierarchy for processes alone.
    static func candidates(own: String, mounts: String) -> [Candidate] {
        var (unified, old): ([Candidate], [Candidate]) = ([], [])
        for line in parts(own[...], "\n") {
            let fields = line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)
            guard fields.count == 3 else { continue }
            if fields[0] == "0", fields[1].isEmpty {
                let isUnified = { (kind: Substring, _: Substring) in kind == "cgroup2" }
                guard let (top, path) = place(of: fields[2], in: mounts, isUnified) else { continue }
                unified += parents(of: path).map { (top + $0, true) }
            } else if fields[1].split(separator: ",").contains("pids") {
                let isPids = { (kind: Substring, options: Substring) in
                    kind == "cgroup" && options.split(separator: ",").contains("pids")
                }
                guard let (top, path) = place(of: fields[2], in: mounts, isPids) else { continue }
                old.append((top + path, false))
            }
        }
        return unified + old
    }

    /// Where a group of a hierarchy is: the mount point, and the path below it, which is empty or begins with a slash.
    private static func place(
        of group: Substring, in mounts: String, _ isHierarchy: (Substring, Substring) -> Bool
    ) -> (String, String)? {
        for line in parts(mounts[...], "\n") {
            let fields = parts(line, " ")
            guard let end = fields.firstIndex(of: "-"), end >= 6, fields.count > end + 3,
                isHierarchy(fields[end + 1], fields[end + 3])
            else { continue }
            let root = fields[3] == "/" ? "" : fields[3]
            let words = group.split(separator: "/")
            guard group == root || group.hasPrefix("\(root)/"), !words.contains("..") else { continue }
            let below = group.dropFirst(root.count)
            return (String(fields[4]), below == "/" ? "" : String(below))
        }
        return nil
    }

    /// The parts of a text, split by bytes: a machine may have thousands of mounts, and a document waits meanwhile.
    private static func parts(_ text: Substring, _ separator: Unicode.Scalar) -> [Substring] {
        text.utf8.split(separator: UInt8(ascii: separator)).map { Substring($0) }
    }

    /// A path and those above it, up to the empty one.
    private static func parents(of path: String) -> [String] {
        var paths = [path]
        while let last = paths.last, let slash = last.lastIndex(of: "/") {
            paths.append(String(last[..<slash]))
        }
        return paths
    }

    /// A candidate that groups with a limit of processes may be made in.
    private static func usable(_ candidate: Candidate) -> GroupPlace? {
        let (folder, isUnified) = candidate
        guard access(folder, W_OK) == 0, access("\(folder)/cgroup.procs", W_OK) == 0 else { return nil }
        guard isUnified else { return GroupPlace(folder: folder, limitsMemory: false) }
        let controllers =
            text("\(folder)/cgroup.subtree_control")?.split(whereSeparator: \.isWhitespace) ?? []
        guard controllers.contains("pids") else { return nil }
        return GroupPlace(folder: folder, limitsMemory: controllers.contains("memory"))
    }

    private static func text(_ path: String) -> String? { try? String(contentsOfFile: path, encoding: .utf8) }
}
