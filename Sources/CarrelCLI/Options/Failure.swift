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
        let interrupted = "carrel: interrupted" + (goesOn ? "; the same command continues from here" : "")
        switch error {
        case let error as CommandError: (status, message) = (error.status, error.message)
        case let error as OpeningError: (status, message) = (error.code.status, "carrel: \(error)")
        // If a signal interrupted reading the profile, that is not an error of the profile.
        case is ConfigurationError where Task.isCancelled:
            (status, message) = (.interrupted, interrupted)
        case let error as ConfigurationError: (status, message) = (.configuration, error.description)
        case PipelineError.cancelled: (status, message) = (.interrupted, interrupted)
        case let error where Self.library(error)?.code == .cancelled:
            (status, message) = (.interrupted, interrupted)
        case let error where Self.library(error)?.code == .beingFetched:
            (status, message) = (.failedItems, "carrel: \(error)")
        case let error where Self.library(error) != nil: (status, message) = (.library, "carrel: \(error)")
        case let error as PipelineError: (status, message) = (.catalog, "carrel: \(error)")
        case let error as CatalogNameError:
            (status, message) = (error == .malformed ? .usage : .failedItems, "carrel: \(error)")
        case let error as PreviewError where error.code == .cancelled:
            (status, message) = (.interrupted, interrupted)
        case is CancellationError: (status, message) = (.interrupted, interrupted)
        default: (status, message) = (.failedItems, "carrel: \(error)")
        }
        message = hints.completing(message.terminalSafe)
    }

    /// The message without the program's name before it.
    var reason: String { String(message.trimmingPrefix(#/carrel( [a-z-]+)?: /#)) }

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
        case .unclear, .severalLines: .usage
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
