import Foundation

/// The processors that this process may use.
public enum Processors {
    /// How many there are, at least one.
    ///
    /// Asked once: Foundation reads files of the system for it, and the number is needed several times a command.
    public static let count = max(1, ProcessInfo.processInfo.activeProcessorCount)
}
