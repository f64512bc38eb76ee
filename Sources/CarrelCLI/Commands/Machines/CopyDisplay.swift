import CarrelBasics
import CarrelCopy
import CarrelStages
import CarrelTerminal
import CarrelViews
import Foundation

/// Shows how far a copy is: below everything else on a terminal, and elsewhere a line for each part of it.
final class CopyDisplay: Sendable {
    private struct State {
        var part = ""
        var lastDraw: ContinuousClock.Instant?
        /// The documents of each kind that were named.
        var named: [CopyTrouble.State: Int] = [:]
    }

    /// How many documents of one kind are named without `--verbose`.
    private static let most = 10

    private let workspace: Workspace
    private let state = Locked(State())

    init(_ workspace: Workspace) { self.workspace = workspace }

    /// Shows what happens.
    func show(_ progress: CopyProgress) {
        switch progress {
        case .trouble(let trouble): show(trouble)
        case .records(let kind, let count): show("copying records", "\(count) of the kind “\(kind.rawValue)”")
        case .documents(let count, let all): show("copying documents", "\(count) of \(all)")
        case .others(let count): show("copying versions and what was set aside", "\(count)")
        case .comparing(let count, let all): show("comparing", "\(count) of \(all)")
        }
    }

    /// Removes it from the terminal.
    func end() {
        StatusLine.clear()
        guard !workspace.isJSON, !workspace.isVerbose else { return }
        for trouble in CopyTrouble.State.allCases {
            let more = (state.value.named[trouble] ?? 0) - Self.most
            guard more > 0 else { continue }
            LineWriter.output.line("\(more) more \(Self.word(trouble)); --verbose names them")
        }
    }

    private func show(_ part: String, _ detail: String) {
        guard !workspace.isQuiet else { return }
        let now = ContinuousClock.now
        let draws = workspace.terminal.drawsProgress
        let isDue = state.withLock { state in
            guard state.part == part else {
                (state.part, state.lastDraw) = (part, now)
                return true
            }
            guard draws, state.lastDraw.map({ now - $0 > .milliseconds(100) }) ?? true else { return false }
            state.lastDraw = now
            return true
        }
        guard isDue else { return }
        guard draws else { return LineWriter.error.line(part) }
        if Terminal.isInForeground {
            StatusLine.show(TextWidth.cut("\(part): \(detail)", to: Terminal.width - 1))
        }
    }

    // MARK: Documents that are not as recorded

    private func show(_ trouble: CopyTrouble) {
        if workspace.isJSON {
            return JSONLine.write(
                CopiedDocumentRow(
                    name: trouble.name, state: trouble.state.rawValue, reason: trouble.reason))
        }
        let count = state.withLock { state in
            state.named[trouble.state, default: 0] += 1
            return state.named[trouble.state] ?? 0
        }
        guard workspace.isVerbose || count <= Self.most else { return }
        let reason = trouble.reason.map { "  \($0)" } ?? ""
        LineWriter.output.line("\(Self.word(trouble.state))  \(trouble.name)\(reason)".singleLine)
    }

    /// How `carrel verify` says it.
    static func word(_ state: CopyTrouble.State) -> String {
        state == .edited ? "changed on disk" : state.rawValue
    }
}
