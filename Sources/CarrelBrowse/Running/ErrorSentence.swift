import CarrelBasics
import CarrelCore
import CarrelStages

/// An error as a sentence for the person.
struct ErrorSentence {
    let text: String
    /// Whether the library is in use, which passes.
    let isBusy: Bool

    init(_ error: any Error) {
        var reason = error as? StoreError
        if case PipelineError.library(let error) = error { reason = error }
        guard let reason, reason.code == .busy else {
            (text, isBusy) = ("\(error)".singleLine, false)
            return
        }
        let who = reason.isOfThisDesk ? "Something else that goes on here" : "Another process"
        (text, isBusy) = ("\(who) uses the library. Try again when it has finished.", true)
    }
}
