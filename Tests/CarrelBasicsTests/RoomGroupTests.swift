import CarrelTesting
import Foundation
import Testing

@testable import CarrelBasics

/// The control groups of rooms: with a folder that stands in for the system's, and with those of this machine.
@Suite("A room's control group", .timeLimit(.minutes(2)))
struct RoomGroupTests {
    // MARK: Where

    @Test("is made where the system lets its processes be limited, at or above this process's own")
    func places() {
        let own = "9:name=systemd:/\n8:cpu,pids:/a b/c\n0::/user.slice/app.slice/x.scope\n"
        let mounts = """
            24 31 0:30 / /sys rw - sysfs sysfs rw
            25 24 0:31 / /sys/fs/cgroup rw,nosuid shared:9 - cgroup2 cgroup2 rw,nsdelegate
            26 24 0:36 / /sys/fs/old rw - cgroup cgroup rw,cpu,pids
            """
        let found = GroupPlace.candidates(own: own, mounts: mounts)
        #expect(
            found.map(\.folder) == [
                "/sys/fs/cgroup/user.slice/app.slice/x.scope", "/sys/fs/cgroup/user.slice/app.slice",
                "/sys/fs/cgroup/user.slice", "/sys/fs/cgroup", "/sys/fs/old/a b/c",
            ])
        #expect(found.map(\.isUnified) == [true, true, true, true, false])
    }

    @Test("is made nowhere where the own group is not below the mount, or is above it")
    func noPlaces() {
        let mounts = "25 24 0:31 /docker/1 /sys/fs/cgroup rw - cgroup2 cgroup2 rw\n"
        #expect(GroupPlace.candidates(own: "0::/docker/12\n", mounts: mounts).isEmpty)
        #expect(GroupPlace.candidates(own: "0::/docker/1/../../x\n", mounts: mounts).isEmpty)
        #expect(
            GroupPlace.candidates(own: "0::/docker/1\n", mounts: mounts).map(\.folder) == ["/sys/fs/cgroup"])
        #expect(GroupPlace.candidates(own: "", mounts: "").isEmpty)
    }

    // MARK: With a folder that stands in

    @Test("has the limits, and the program in it before it runs, and goes with it")
    func limits() async throws {
        try await withStandIn { folders in
            let runner = folders.runner()
            let output = try await runner.run(
                invocation("cat '\(folders.root.path)'/*/cgroup.procs", processes: 5))
            #expect(output.output == Data("0".utf8))
            let left = try #require(folders.removed.first)
            #expect(left["pids.max"] == "8" && left["memory.max"] == "\(160 << 20)")
            #expect(
                left["memory.swap.max"] == "0" && left["memory.oom.group"] == "1"
                    && left["cgroup.kill"] == "1")
            #expect(folders.names.isEmpty)
            _ = try await runner.run(invocation("true", processes: 1))
            // What starts no other program still has threads.
            #expect(folders.removed.last?["pids.max"] == "256")
        }
    }

    @Test("is entered by its thread where the system lets threads in one by one")
    func entersAsThread() async throws {
        try await withStandIn(["tasks": ""]) { folders in
            _ = try await folders.runner().run(invocation("true"))
            let left = try #require(folders.removed.first)
            #expect(left["tasks"] == "0" && left["cgroup.procs"] == "")
        }
    }

    @Test("a system without memory.swap.max, memory.oom.group and cgroup.kill will do")
    func oldSystem() async throws {
        try await withStandIn(without: ["memory.swap.max", "memory.oom.group", "cgroup.kill"]) { folders in
            _ = try await folders.runner().run(invocation("true", processes: 2))
            #expect(folders.removed.first?["cgroup.procs"] == "0" && folders.names.isEmpty)
        }
    }

    @Test("a process that was refused, or ended for want of memory, is told as such")
    func refused() async throws {
        try await withStandIn(["pids.events": "max 1\n"]) { folders in
            await #expect(throws: ToolError.tooManyProcesses(tool: "sh", limit: 3)) {
                try await folders.runner().run(invocation("sleep 10", processes: 3))
            }
        }
        try await withStandIn(["memory.events": "low 0\noom_kill 1\n"]) { folders in
            await #expect(throws: ToolError.outOfMemory(tool: "sh", limit: 64 << 20)) {
                try await folders.runner().run(invocation("true", processes: 1))
            }
        }
    }

    @Test("where the system lets no group be limited, or nothing into it, the program runs without one")
    func without() async throws {
        try await withStandIn(without: ["pids.max"]) { folders in
            let runner = folders.runner()
            let output = try await runner.run(invocation("echo ran"))
            #expect(output.output == Data("ran\n".utf8))
            #expect(await runner.processBound() != .cgroup)
        }
        try await withStandIn(refusing: true) { folders in
            let runner = folders.runner()
            #expect(await runner.processBound() == .cgroup)
            let output = try await runner.run(invocation("echo ran"))
            #expect(output.output == Data("ran\n".utf8))
            #expect(await runner.processBound() != .cgroup)
            #expect(folders.names.isEmpty)
        }
        let none = ProcessToolRunner(room: .limits, groups: RoomGroups(find: { nil }))
        let output = try await none.run(invocation("echo ran"))
        #expect(output.output == Data("ran\n".utf8))
        #expect(await none.processBound() != .cgroup)
    }

    @Test("what a killed Carrel left behind goes with the next room, and nothing else does")
    func abandoned() async throws {
        try await withStandIn { folders in
            let other = RoomGroups(folders: folders, find: { [place = folders.place] in place })
            let held = try #require(other.make(processes: 2, memory: 1 << 20))
            let kept = try #require(folders.names.first)
            #expect(folders.make("\(folders.root.path)/\(RoomGroups.prefix)left"))
            #expect(folders.make("\(folders.root.path)/system.slice"))
            _ = try await folders.runner().run(invocation("true"))
            #expect(folders.names == [kept, "system.slice"].sorted())
            held.remove()
        }
    }

    @Test("one that another Carrel took for an abandoned one is made again")
    func taken() async throws {
        try await withStandIn { folders in
            folders.taken.withLock { $0 = 1 }
            let runner = folders.runner()
            _ = try await runner.run(invocation("true"))
            #expect(folders.removed.last?["cgroup.procs"] == "0")
            #expect(await runner.processBound() == .cgroup)
        }
    }

    // MARK: With those of this machine

    @Test(
        "a fork bomb stays within it, and nothing of it is left", .enabled(if: GroupPlace.find() != nil),
        arguments: [RoomLevel.bubblewrap, .landlock, .limits])
    func bomb(level: RoomLevel) async throws {
        let folders = WatchedGroups()
        let runner = ProcessToolRunner(room: level, groups: RoomGroups(folders: folders))
        // 200 processes at the most, and each ends by itself.
        let script = """
            import os, time
            for _ in range(200):
                try:
                    if os.fork() == 0:
                        time.sleep(5)
                        os._exit(0)
                except OSError:
                    pass
            time.sleep(5)
            """
        let bomb = ToolInvocation(
            "/usr/bin/python3", ["-c", script], timeout: .seconds(20), outputLimit: 100, reads: [],
            processes: 10)
        await #expect(throws: ToolError.tooManyProcesses(tool: "/usr/bin/python3", limit: 10)) {
            try await runner.run(bomb)
        }
        #expect(!folders.peaks.value.isEmpty && folders.peaks.value.allSatisfy { $0 <= 13 })
        #expect(folders.left.value.allSatisfy { !FileManager.default.fileExists(atPath: $0) })
    }

    @Test(
        "what a killed Carrel left running on this machine is ended with its group",
        .enabled(if: !writableGroups.isEmpty), arguments: writableGroups)
    func leftRunning(place: String) throws {
        let path = "\(place)/\(RoomGroups.prefix)\(UUID().uuidString.lowercased())"
        #expect(mkdir(path, 0o700) == 0)
        let ended = DispatchSemaphore(value: 0)
        let process = try StartedProgram("/bin/sleep", ["60"]) { _ in ended.signal() }
        try Data("\(process.number)".utf8).write(to: URL(filePath: "\(path)/cgroup.procs"), options: [])
        RoomGroup.removeAbandoned(path, folders: SystemGroupFolders())
        #expect(ended.wait(timeout: .now() + 20) == .success && process.status == 128 + SIGKILL)
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// The groups of this machine that others may be made in, whatever they limit.
    private static let writableGroups: [String] = {
        let text = { (path: String) in (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
        return GroupPlace.candidates(own: text("/proc/self/cgroup"), mounts: text("/proc/self/mountinfo"))
            .map(\.folder).filter { access($0, W_OK) == 0 && access("\($0)/cgroup.procs", W_OK) == 0 }
    }()

    // MARK: Helpers

    private func invocation(_ script: String, processes: Int = 4) -> ToolInvocation {
        ToolInvocation(
            "sh", ["-c", script], timeout: .seconds(20), outputLimit: 1000, memoryLimit: 64 << 20, reads: [],
            processes: processes)
    }

    private func withStandIn(
        _ contents: [String: String] = [:], without missing: Set<String> = [], refusing: Bool = false,
        _ body: (StandInGroups) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        try await body(
            StandInGroups(root: folder.url, contents: contents, missing: missing, isRefusing: refusing))
    }
}

/// A folder that stands in for a control group: folders in it get the files that the system would make.
private final class StandInGroups: GroupFolders {
    let root: URL
    /// How many of the next groups go as soon as they are made.
    let taken = Locked(0)
    private let contents: [String: String]
    private let missing: Set<String>
    private let isRefusing: Bool
    private let gone = Locked<[[String: String]]>([])

    init(root: URL, contents: [String: String], missing: Set<String>, isRefusing: Bool) {
        (self.root, self.contents, self.missing, self.isRefusing) = (root, contents, missing, isRefusing)
    }

    /// What was in the files of each group when it was removed.
    var removed: [[String: String]] { gone.value }
    /// The groups that are there.
    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: root.path)) ?? []).sorted() }
    var place: GroupPlace { GroupPlace(folder: root.path, limitsMemory: true) }

    func runner() -> ProcessToolRunner {
        ProcessToolRunner(room: .limits, groups: RoomGroups(folders: self, find: { [place] in place }))
    }

    func make(_ path: String) -> Bool {
        let isTaken = taken.withLock { count in
            defer { count = max(0, count - 1) }
            return count > 0
        }
        if isTaken { return true }
        guard mkdir(path, 0o700) == 0 else { return false }
        let names = [
            "cgroup.procs", "cgroup.kill", "pids.max", "pids.events", "memory.max", "memory.swap.max",
            "memory.oom.group", "memory.events",
        ]
        // Only version 1 has it.
        let tasks = contents["tasks"] == nil ? [] : ["tasks"]
        for name in names + tasks where !missing.contains(name) {
            if isRefusing, name == "cgroup.procs" {
                // What is written there is refused.
                guard symlink("/dev/full", "\(path)/\(name)") == 0 else { return false }
                continue
            }
            let content = Data((contents[name] ?? "").utf8)
            guard FileManager.default.createFile(atPath: "\(path)/\(name)", contents: content) else {
                return false
            }
        }
        return true
    }

    func remove(_ path: String) -> Bool {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let files = names.filter { !isRefusing || $0 != "cgroup.procs" }.map { name in
            (name, (try? String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)) ?? "")
        }
        gone.withLock { $0.append(Dictionary(uniqueKeysWithValues: files)) }
        return (try? FileManager.default.removeItem(atPath: path)) != nil
    }
}

/// The system's groups; what was in each at most is kept when it is removed.
private final class WatchedGroups: GroupFolders {
    let peaks = Locked<[Int]>([])
    let left = Locked<[String]>([])

    func make(_ path: String) -> Bool {
        left.withLock { $0.append(path) }
        return SystemGroupFolders().make(path)
    }

    func remove(_ path: String) -> Bool {
        // Systems before 6.1 do not say what the most was; what is there is within the limit all the same.
        let files = ["pids.peak", "pids.current"].lazy
            .compactMap { try? String(contentsOfFile: "\(path)/\($0)", encoding: .utf8) }
        if let peak = files.first.flatMap({ Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }) {
            peaks.withLock { $0.append(peak) }
        }
        return SystemGroupFolders().remove(path)
    }
}
