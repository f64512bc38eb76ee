import Foundation

/// Runs programs of the system, each with limits and in a process group of its own.
///
/// A program gets `PATH`, `HOME`, a UTF-8 locale and the named variables, but nothing else of the environment, no
/// standard input, and never a shell. At its limits it is killed with all the processes that it started; processes that
/// it leaves running count as part of it.
///
/// Besides time and output, memory, processor time, open files and the size of written files are limited for each
/// process. It leaves no core dump and inherits no open file.
///
/// If an invocation names the files that a program may read, the program runs in a room that is locked as well as the
/// machine allows: by bubblewrap, or else by Landlock and a filter of system calls, or else by the filter, or else by
/// limits only.
/// Where this process may make control groups, each room has one, which limits the processes in it and their memory.
public struct ProcessToolRunner: ToolRunner {
    private let searchPath: String
    private let variables: [String: String]
    private let rooms: RoomFinder
    private let groups: RoomGroups

    /// - Parameters:
    ///   - environment: the variables to choose from; by default those of this process.
    ///   - names: variables that programs get besides `PATH`, `HOME` and the locale.
    ///   - room: how rooms are locked; `nil` for the best way.
    public init(
        environment: [String: String] = ProcessEnvironment.variables, passing names: [String] = [],
        room: RoomLevel? = nil
    ) {
        self.init(environment: environment, passing: names, room: room, groups: RoomGroups())
    }

    /// Makes a runner whose rooms have groups of one's own.
    init(
        environment: [String: String] = ProcessEnvironment.variables, passing names: [String] = [],
        room: RoomLevel? = nil, groups: RoomGroups
    ) {
        self.groups = groups
        searchPath = environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
        rooms = RoomFinder(searchPath: searchPath, forced: room)
        let home = UserFolders(environment: environment).home.path
        let own = ["PATH": searchPath, "LANG": "C.UTF-8", "HOME": home]
        variables = environment.filter { names.contains($0.key) }.merging(own) { _, own in own }
    }

    /// Runs a program, as `ToolRunner` says.
    ///
    /// - Parameter invocation: the program with its arguments and limits.
    /// - Returns: what it wrote and how it ended; a status other than 0 is not an error here.
    public func run(_ invocation: ToolInvocation) async throws(ToolError) -> ToolOutput {
        try await run(invocation, nil)
    }

    /// Runs a program and passes on what it prints, as `ToolRunner` says.
    public func run(
        _ invocation: ToolInvocation, take: @escaping @Sendable (UnsafeRawBufferPointer) -> ToolPace
    ) async throws(ToolError) -> ToolOutput { try await run(invocation, take) }

    private func run(
        _ invocation: ToolInvocation, _ take: ToolReader.Taker?
    ) async throws(ToolError) -> ToolOutput {
        guard !Task.isCancelled else { throw .cancelled }
        guard let program = ProgramFinder.find(invocation.tool, in: searchPath) else {
            guard let fault = ProgramFinder.fault(of: invocation.tool) else {
                throw .notFound(tool: invocation.tool)
            }
            throw .notStarted(tool: invocation.tool, reason: fault)
        }
        guard let reads = invocation.reads else {
            return try await perform(Room(program, invocation.arguments), invocation, take).output
        }
        let level = rooms.level
        let room = Room(level, program, invocation, reads: reads, searchPath: searchPath)
        let result = try await perform(room, invocation, take)
        guard level == .bubblewrap, !result.wasBuilt, let next = await lowerLevel() else {
            return result.output
        }
        let other = Room(next, program, invocation, reads: reads, searchPath: searchPath)
        return try await perform(other, invocation, take).output
    }

    /// How well rooms can be locked on this machine; tries bubblewrap.
    public func roomLevel() async -> RoomLevel {
        let level = rooms.level
        guard level == .bubblewrap else { return level }
        return await lowerLevel() ?? level
    }

    /// What keeps the number of processes in a room within its limit on this machine.
    public func processBound() async -> ProcessBound {
        let groups = groups
        let hasGroups = await withCheckedContinuation { continuation in
            OwnThread.run { continuation.resume(returning: groups.areThere) }
        }
        if hasGroups { return .cgroup }
        let isLimited = ProgramFinder.find("prlimit", in: searchPath) != nil && geteuid() != 0
        return await roomLevel() == .bubblewrap && isLimited ? .rlimit : .counting
    }

    private func lowerLevel() async -> RoomLevel? {
        let works = await works(.bubblewrap)
        return rooms.lower { works }
    }

    /// Whether a program that does nothing runs in a room of that level.
    private func works(_ level: RoomLevel) async -> Bool {
        guard let program = ProgramFinder.find("true", in: searchPath) else { return false }
        let invocation = ToolInvocation(program, [], timeout: .seconds(10), outputLimit: 4096, reads: [])
        let room = Room(level, program, invocation, reads: [], searchPath: searchPath)
        let result = try? await perform(room, invocation)
        return result?.output.status == 0
    }

    private func perform(
        _ room: Room, _ invocation: ToolInvocation, _ take: ToolReader.Taker? = nil
    ) async throws(ToolError) -> (output: ToolOutput, wasBuilt: Bool) {
        let environment = invocation.environment.merging(variables) { _, own in own }
        let run = ToolRun(
            room, invocation: invocation, environment: environment, groups: groups, take: take)
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                OwnThread.run { continuation.resume(returning: run.perform()) }
            }
        } onCancel: {
            run.cancel()
        }
        return try result.get()
    }
}
