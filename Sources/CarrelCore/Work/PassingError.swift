import CarrelStages

extension StoreError {
    /// The part of an error that may pass after a while, because what is in the way is on another machine.
    ///
    /// - Parameter error: any error of a library.
    /// - Returns: the error; `nil` if waiting does not help.
    public static func passing(_ error: any Error) -> StoreError? {
        let found: StoreError
        switch error {
        case let error as StoreError: found = error
        case PipelineError.library(let error): found = error
        default: return nil
        }
        switch found.code {
        case .unreachable, .denied, .busy, .database, .notFound, .nameTaken: return found
        default: return nil
        }
    }
}
