import CarrelBasics
import CarrelStages
import Foundation

/// One call of a command of `[after]`, with its event.
public struct HookCall: Sendable {
    /// The key of the setting, such as `stored`.
    public var name: String
    /// The command.
    public var command: CommandWords
    /// The event, as in docs/JSON.md.
    public var event: EventRow

    /// The variables with the event, in addition to those of this process.
    ///
    /// Their values come from outside, so a command must only treat them as text.
    public var variables: [String: String] {
        let counts = [
            ("NEW", event.new), ("UPDATED", event.updated), ("FAILED", event.failed),
            ("QUARANTINED", event.quarantined), ("UNCHANGED", event.unchanged),
        ].map { ($0, $1.map(String.init)) }
        let texts = [
            ("CATALOGUE", event.catalogName ?? event.catalog), ("COLLECTION", event.collection),
            ("ITEM", event.item), ("TITLE", event.title), ("URL", event.url), ("FILE", event.path),
            ("REASON", event.reason),
        ]
        var variables = ["CARREL_EVENT": event.event]
        for (name, value) in texts + counts {
            // A variable cannot hold a NUL.
            variables["CARREL_EVENT_\(name)"] = value?.replacing("\0", with: "")
        }
        return variables
    }

    /// The event as JSON, for standard input.
    public var input: Data { Data((event.lineText + "\n").utf8) }
}

/// The commands of one profile.
public struct HookCommands: Sendable, Hashable {
    /// The commands for each stored document, each failed item, and each catalogue that is done.
    public var stored, failed, run: AfterCommand?

    /// Takes the commands of the table `[after]`.
    public init(_ settings: Settings) {
        (stored, failed) = (settings[AfterSettings.stored], settings[AfterSettings.failed])
        run = settings[AfterSettings.run]
    }

    /// These commands, and those of another profile for the events without one.
    public func or(_ other: HookCommands) -> HookCommands {
        var commands = self
        commands.stored = stored ?? other.stored
        commands.failed = failed ?? other.failed
        commands.run = run ?? other.run
        return commands
    }

    /// Whether there is no command to run.
    public var isEmpty: Bool { [stored, failed, run].allSatisfy { $0?.command == nil } }
}
