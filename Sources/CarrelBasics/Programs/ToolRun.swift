import Foundation

/// One run of a program: starts it, reads its output, and kills it if it must.
///
/// One thread does everything, in `perform`. Other threads only set a flag and wake it.
final class ToolRun: Sendable {
    private enum Ending { case cancelled, timedOut, stalled, tooLong, tooMany }

    private let room: Room
    private let invocation: ToolInvocation
    private let environment: [String: String]
    private let groups: RoomGroups
    private let take: ToolReader.Taker?
    private let isCancelled = Locked(false)
    /// A byte written to this pipe wakes the thread; it stays open as long as anyone could write.
    private let wakeUp = Pipe()

    init(
        _ room: Room, invocation: ToolInvocation, environment: [String: String], groups: RoomGroups,
        take: ToolReader.Taker? = nil
    ) {
        self.take = take
        self.room = room
        self.invocation = invocation
        self.environment = environment
        self.groups = groups
    }

    /// Lets the program be killed.
    func cancel() {
        isCancelled.withLock { $0 = true }
        var byte: UInt8 = 0
        _ = write(wakeUp.fileHandleForWriting.fileDescriptor, &byte, 1)
    }

    /// Runs the program to its end, and says whether its room was built; blocks the thread.
    func perform() -> Result<(output: ToolOutput, wasBuilt: Bool), ToolError> {
        let group = room.level.flatMap { _ in
            groups.make(processes: room.processes, memory: invocation.memoryLimit)
        }
        defer { group?.remove() }
        return perform(in: group)
    }

    private func perform(in group: RoomGroup?) -> Result<(output: ToolOutput, wasBuilt: Bool), ToolError> {
        let memory = Self.memory
        do throws(POSIXError) {
            let (output, errors, life) = (try ChildPipe(), try ChildPipe(), try ChildPipe())
            let status = try ChildPipe()
            let (process, entered) = try start(group) { (group: RoomGroup?) throws(POSIXError) in
                try ChildProcess(
                    self.room, self.invocation, environment: self.environment, output: output.writing,
                    errors: errors.writing, life: life.writing, status: status.writing, group: group)
            }
            for pipe in [output, errors, life, status] { pipe.closeWriting() }
            var reader = ToolReader(
                output: output.reading, errors: errors.reading, life: life.reading,
                wakeUp: wakeUp.fileHandleForReading.fileDescriptor, outputLimit: invocation.outputLimit,
                take: take)
            let (ending, end) = follow(process, entered, &reader)
            // The pipes must stay open until the reading has ended, so that their numbers are not used for other files.
            withExtendedLifetime((output, errors, life)) {}
            let wasBuilt = room.level != .bubblewrap || ending != nil || Bubblewrap.wasBuilt(status.rest())
            if let error = error(of: ending) { return .failure(error) }
            let result = reader.result(end, isTruncated: ending == .tooLong)
            let peak = end.memory > memory ? end.memory : 0
            if ending == nil, isOutOfMemory(result, peak: peak) || entered?.wasOutOfMemory == true {
                return .failure(.outOfMemory(tool: invocation.tool, limit: invocation.memoryLimit))
            }
            return .success((result, wasBuilt))
        } catch {
            return .failure(
                .notStarted(tool: invocation.tool, reason: String(cString: strerror(error.code.rawValue))))
        }
    }

    /// Starts the program in its group, if there is one; returns the group that it has entered.
    private func start(
        _ group: RoomGroup?, _ start: (RoomGroup?) throws(POSIXError) -> ChildProcess
    ) throws(POSIXError) -> (process: ChildProcess, entered: RoomGroup?) {
        do throws(POSIXError) {
            return (try start(group), group)
        } catch {
            guard group != nil else { throw error }
            // The system may let groups be made, and no process into them.
            let process = try start(nil)
            groups.giveUp()
            return (process, nil)
        }
    }

    /// Why the output of a program is not used that was killed; `nil` if it is used all the same.
    private func error(of ending: Ending?) -> ToolError? {
        switch ending {
        case .cancelled: .cancelled
        case .timedOut: .timedOut(tool: invocation.tool, after: invocation.timeout)
        case .stalled:
            .timedOut(tool: invocation.tool, after: invocation.stallTimeout ?? invocation.timeout)
        case .tooMany: .tooManyProcesses(tool: invocation.tool, limit: invocation.processes)
        case .tooLong, nil: nil
        }
    }

    /// Reads until the program has ended and is reaped; says why it was killed, if it was.
    private func follow(
        _ process: ChildProcess, _ group: RoomGroup?, _ reader: inout ToolReader
    ) -> (ending: Ending?, end: ChildProcess.End) {
        var deadline = ContinuousClock.now + invocation.timeout
        var ending: Ending?
        var leftAt: ContinuousClock.Instant?
        var ended: (end: ChildProcess.End, latest: ContinuousClock.Instant)?
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            if ending == nil {
                if isCancelled.value {
                    ending = .cancelled
                } else if reader.isTooLong {
                    ending = .tooLong
                } else if left <= .zero {
                    ending = .timedOut
                } else if leftAt == nil, let limit = invocation.stallTimeout, reader.silence >= limit {
                    ending = .stalled
                } else if isCounted, hasTooMany(process, group) {
                    ending = .tooMany
                }
                // Once it is reaped, another process may have its number.
                if ending != nil, ended == nil {
                    process.kill()
                    group?.kill()
                }
            }
            // What the program left running may hold its pipes for ever, and has no say in how it ended.
            if leftAt == nil, ended == nil, ending == nil, !reader.isLifeOver, process.hasEnded {
                leftAt = .now
                deadline = max(deadline, .now + Self.grace)
            }
            let isLeft = leftAt.map { reader.isOver || min(reader.silence, .now - $0) >= Self.patience }
            if isLeft == true, ending == nil, ended == nil { process.kill() }
            if ended == nil, ending != nil || reader.isLifeOver || isLeft == true, let end = process.reap() {
                ended = (end, ContinuousClock.now + Self.grace)
            }
            // The processes killed with it may take a moment to end.
            if let (end, latest) = ended,
                reader.isLifeOver || room.level == nil || ContinuousClock.now > latest
            {
                // What it wrote before its end may still be in the pipes, and whoever takes it may pause.
                if ending != nil || reader.drain() {
                    return (ending ?? (reader.isTooLong ? .tooLong : nil), end)
                }
            }
            // Nothing to read tells of the end after a kill, or if the program closed the pipe that would.
            let isEnding = ending != nil || reader.isLifeOver
            // Nothing tells of the program's own end while what it left running holds the pipe.
            let patience = isCounted ? 0.02 : 0.1
            let stall = invocation.stallTimeout.map { ($0 - reader.silence).seconds } ?? patience
            reader.wait(
                milliseconds: isEnding ? 2 : Int(max(0, min(left.seconds, patience, stall)) * 1000) + 1)
        }
    }

    /// Whether a room's processes are looked at: it may have several, and not any number.
    private var isCounted: Bool { room.processes > 1 && room.processes < .max }

    /// Whether there are more processes than there may be, or were to be.
    ///
    /// A group's are limited by the system, which says that it refused one. Without a group it limits those of an ordinary
    /// user, but not root's, which are counted.
    private func hasTooMany(_ process: ChildProcess, _ group: RoomGroup?) -> Bool {
        if let group { return group.hasRefused }
        return Room.processes(ofSession: process.number) > room.processes + Room.builders
    }

    /// How long what a program left running may print nothing before the reading ends.
    private static let patience = Duration.milliseconds(500)

    /// How long to wait for a killed room to end.
    private static let grace = Duration.seconds(2)

    /// Whether a program failed because it needed more memory than it may have.
    ///
    /// The system does not tell: the program says so, or it ended near its limit.
    private func isOutOfMemory(_ output: ToolOutput, peak: Int) -> Bool {
        guard output.status != 0, invocation.memoryLimit > 0 else { return false }
        let said = output.errorText.lowercased()
        let words = [
            "out of memory", "bad_alloc", "cannot allocate", "failed to allocate", "memory exhausted",
        ]
        return words.contains { said.contains($0) } || peak >= invocation.memoryLimit / 4 * 3
    }

    /// The peak of this process's own memory, which the system also reports for a child that had less.
    private static var memory: Int {
        var usage = rusage()
        #if canImport(Darwin)
        getrusage(RUSAGE_SELF, &usage)
        return Int(usage.ru_maxrss)
        #else
        getrusage(RUSAGE_SELF.rawValue, &usage)
        return Int(usage.ru_maxrss) << 10
        #endif
    }
}
