import CarrelBasics
import CarrelCore
import CarrelStages
import Foundation

/// Runs the commands of `[after]` on events, one at a time and in order, beside the run.
public final class HookRunner: PipelineObserver {
    /// Runs one command that prints to a file, or to standard error, and returns why it failed; `nil` if it did not.
    public typealias Runner = @Sendable (HookCall, _ output: FileHandle?) async -> String?

    private struct State {
        var calls: [HookCall] = []
        var isFinishing = false
        /// The catalogues whose run has ended: also one that failed then has had its command.
        var ended: Set<String> = []
    }

    private let commands: @Sendable (_ catalog: String?) -> HookCommands
    private let root: URL?
    private let labels: [String: CatalogLabel]
    private let runner: Runner
    private let tell: (@Sendable (String) -> Void)?
    private let state = Locked(State())
    private let signal = Signal()

    /// - Parameters:
    ///   - root: the store's folder, for the paths of stored documents.
    ///   - labels: the names of catalogues, by their locations.
    ///   - runner: runs a command.
    ///   - tell: takes the lines that commands print; `nil` if they go to standard error.
    ///   - commands: gives the commands for the catalogue at a location.
    public init(
        root: URL?, labels: [String: CatalogLabel] = [:],
        runner: @escaping Runner = { await HookProcess.run($0, output: $1) },
        tell: (@Sendable (_ line: String) -> Void)? = nil,
        commands: @escaping @Sendable (_ catalog: String?) -> HookCommands
    ) {
        (self.root, self.labels, self.runner) = (root, labels, runner)
        (self.tell, self.commands) = (tell, commands)
    }

    /// Queues the command for an event, if there is one.
    public func receive(_ event: PipelineEvent) {
        let commands = commands(event.catalog)
        let hook: (name: String, setting: AfterCommand?)
        switch event {
        case .stored: hook = ("stored", commands.stored)
        case .failed, .quarantined: hook = ("failed", commands.failed)
        case .finished(_, let location):
            state.withLock { _ = $0.ended.insert(location) }
            hook = ("run", commands.run)
        default: return
        }
        guard let command = hook.setting?.command else { return }
        add(HookCall(name: hook.name, command: command, event: EventRow(event, root: root)), event.catalog)
    }

    /// Queues the command for a catalogue that could not be read, if there is one and its run has not ended.
    public func failed(_ catalog: String?, reason: String, status: Int) {
        let hasEnded = catalog.map { location in state.withLock { $0.ended.contains(location) } } ?? false
        guard !hasEnded, let command = commands(catalog).run?.command else { return }
        add(HookCall(name: "run", command: command, event: EventRow(error: reason, status: status)), catalog)
    }

    private func add(_ call: HookCall, _ catalog: String?) {
        var call = call
        call.event.set(catalog.flatMap { labels[$0] } ?? CatalogLabel(location: catalog))
        state.withLock { $0.calls.append(call) }
        signal.set()
    }

    /// Lets `run` return once every command was run.
    public func finish() {
        state.withLock { $0.isFinishing = true }
        signal.set()
    }

    /// Runs commands until `finish`; if the task is cancelled, the rest is not run.
    ///
    /// - Returns: the failures, one line for each command.
    public func run() async -> [String] {
        var problems = HookProblems()
        var lines: HookLines?
        if let tell { lines = HookLines(tell) }
        while true {
            let (calls, isFinishing) = state.withLock { state in
                defer { state.calls = [] }
                return (state.calls, state.isFinishing)
            }
            for call in calls {
                problems.note(call, Task.isCancelled ? "it was interrupted" : await runner(call, lines?.end))
            }
            if calls.isEmpty {
                guard !isFinishing else {
                    await lines?.finish()
                    return problems.lines
                }
                await signal.wait()
            }
        }
    }
}

/// The failures of commands, with a count for each command.
private struct HookProblems {
    private struct Count {
        var call: HookCall
        var runs = 0
        var failures = 0
        var reason = ""
    }

    private var counts: [Count] = []

    mutating func note(_ call: HookCall, _ failure: String?) {
        let known = counts.firstIndex { $0.call.name == call.name && $0.call.command == call.command }
        let index = known ?? counts.endIndex
        if known == nil { counts.append(Count(call: call)) }
        counts[index].runs += 1
        guard let failure else { return }
        counts[index].failures += 1
        counts[index].reason = failure
    }

    var lines: [String] {
        counts.filter { $0.failures > 0 }.map { count in
            let share = count.runs == 1 ? "" : " (\(count.failures) of \(count.runs) times)"
            return "after.\(count.call.name): \(count.call.command.program): \(count.reason)\(share)"
        }
    }
}
