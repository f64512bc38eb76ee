import CarrelBasics
import CarrelConfiguration
import CarrelCore
import CarrelOpening
import CarrelStages

/// Any error as a message and an exit status.
struct Failure {
    var status: ExitStatus
    var message: String

    /// Takes an error.
    ///
    /// - Parameters:
    ///   - error: the error.
    ///   - hints: completes the commands that it names.
    ///   - goesOn: whether the same command goes on where it was interrupted.
    init(_ error: any Error, _ hints: LibraryHints = LibraryHints(), goesOn: Bool = false) {
        switch error {
        case _ where Self.isInterruption(error):
            let hint = goesOn ? "; the same command continues from here" : ""
            (status, message) = (.interrupted, "carrel: interrupted\(hint)")
        case let error as CommandError: (status, message) = (error.status, error.message)
        case let error as OpeningError: (status, message) = (error.code.status, "carrel: \(error)")
        case let error as ConfigurationError: (status, message) = (.configuration, error.description)
        case let error where Self.library(error)?.code == .beingFetched:
            (status, message) = (.failedItems, "carrel: \(error)")
        case let error where Self.library(error) != nil: (status, message) = (.library, "carrel: \(error)")
        case let error as PipelineError: (status, message) = (.catalog, "carrel: \(error)")
        case let error as CatalogNameError:
            (status, message) = (error == .malformed ? .usage : .failedItems, "carrel: \(error)")
        default: (status, message) = (.failedItems, "carrel: \(error)")
        }
        message = hints.completing(message.terminalSafe)
    }

    /// Whether an error only says that a signal ended the command.
    private static func isInterruption(_ error: any Error) -> Bool {
        switch error {
        case PipelineError.cancelled, is CancellationError: true
        // What a signal interrupted while it read the profile is not an error of the profile.
        case is ConfigurationError: Task.isCancelled
        case let error as SourceError: error.code == .cancelled
        case let error as PreviewError: error.code == .cancelled
        default: library(error)?.code == .cancelled
        }
    }

    /// The message without the program's name and that of the command before it.
    var reason: String { String(message.trimmingPrefix(#/carrel(?: [a-z-]+)*: /#)) }

    /// Why the library could not be read or written; `nil` for any other error.
    static func library(_ error: any Error) -> StoreError? {
        if case PipelineError.library(let reason) = error { return reason }
        return error as? StoreError
    }
}

extension OpeningError.Code {
    /// The exit status that it has as the end of a command.
    fileprivate var status: ExitStatus {
        switch self {
        case .unclear, .severalLines, .standardInput: .usage
        case .noFile: .catalog
        case .noSource: .configuration
        case .noLibrary: .library
        }
    }
}

extension CommandError: CustomStringConvertible {
    /// The sentence without the name of a command, as pages show it.
    var description: String { Failure(self).reason }
}
