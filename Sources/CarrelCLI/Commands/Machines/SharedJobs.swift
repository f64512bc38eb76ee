import CarrelConfiguration
import CarrelOpening
import CarrelStages
import CarrelStandard

/// What only libraries whose machines share their jobs can do.
extension Workspace {
    /// Whether they do.
    var sharesJobs: Bool {
        get throws { try opener.builder().makeQueueMaker().isShared }
    }

    /// The settings with which they would.
    private static var remedyToShareJobs: String {
        let names = [
            ("queue", Standard.registry.queues.first(.sharesJobs)?.name),
            ("library", Standard.registry.libraries.first(.sharesJobs)?.name),
            ("store", Standard.registry.stores.first(.sharesJobs)?.name),
        ]
        let settings = names.compactMap { kind, name in name.map { "\(kind).use = \"\($0)\"" } }
        return "set \(settings.joined(separator: ", ")) (docs/ManyMachines.md)"
    }

    /// Refuses a command where they do not.
    ///
    /// - Parameter name: the command or the option that needs it.
    /// - Throws: `CommandError`, `ConfigurationError`.
    func requireSharedJobs(for name: String) throws {
        guard try !sharesJobs else { return }
        throw CommandError.usage(
            invocation.command,
            "\(name) needs a library whose machines share jobs, and each run of this one has its own; "
                + Self.remedyToShareJobs)
    }
}
