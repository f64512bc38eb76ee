import CarrelStages

extension StoreError {
    /// The part of an error that may pass after a while, because what is in the way is on another machine.
    ///
    /// - Parameters:
    ///   - error: any error of a library.
    ///   - untilEmpty: whether it is of a worker that ends by itself: whoever started it waits for that, and learns only then
    ///     that its user lacks rights.
    /// - Returns: the error; `nil` if waiting does not help.
    public static func passing(_ error: any Error, untilEmpty: Bool = false) -> StoreError? {
        let found: StoreError
        switch error {
        case let error as StoreError: found = error
        case PipelineError.library(let error): found = error
        default: return nil
        }
        switch found.code {
        case .unreachable, .denied, .busy, .database, .notFound, .nameTaken: return found
        case .forbidden: return untilEmpty ? nil : found
        default: return nil
        }
    }
}
