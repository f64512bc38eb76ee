import CarrelBasics
import CarrelStages
import Foundation

/// A command of `[after]`, with what it is told.
public struct HookCall: Sendable {
    /// The key of the setting, such as `stored`.
    public var name: String
    /// The command.
    public var command: CommandWords
    /// What happened: the event as in docs/JSON.md.
    public var event: EventRow

    /// The variables that tell what happened, beside those of this process.
    ///
    /// Their values come from outside: a command must never read them as more than text.
    public var variables: [String: String] {
        let counts = [
            ("NEW", event.new), ("UPDATED", event.updated), ("FAILED", event.failed),
            ("UNCHANGED", event.unchanged),
        ].map { ($0, $1.map(String.init)) }
        let texts = [
            ("CATALOGUE", event.catalogName ?? event.catalog), ("COLLECTION", event.collection),
            ("ITEM", event.item), ("TITLE", event.title), ("URL", event.url), ("FILE", event.path),
            ("REASON", event.reason),
        ]
        var variables = ["CARREL_EVENT": event.event]
        for (name, value) in texts + counts {
            // No variable can hold a NUL.
            variables["CARREL_EVENT_\(name)"] = value?.replacing("\0", with: "")
        }
        return variables
    }

    /// The event as JSON, for standard input.
    public var input: Data {
        var line = event.lineText
        line.append("\n")
        return Data(line.utf8)
    }
}

/// The commands of one profile.
public struct HookCommands: Sendable, Hashable {
    /// For each document that was stored, each item that failed, and each catalogue that is done.
    public var stored, failed, run: AfterCommand?

    /// Takes the commands out of the table `[after]`.
    public init(_ settings: Settings) {
        (stored, failed) = (settings[AfterSettings.stored], settings[AfterSettings.failed])
        run = settings[AfterSettings.run]
    }

    /// These, and those of another profile if nothing is said.
    public func or(_ other: HookCommands) -> HookCommands {
        var commands = self
        commands.stored = stored ?? other.stored
        commands.failed = failed ?? other.failed
        commands.run = run ?? other.run
        return commands
    }

    /// Whether there is none.
    public var isEmpty: Bool { [stored, failed, run].allSatisfy { $0?.command == nil } }
}
