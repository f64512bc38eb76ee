import CarrelBasics
import CarrelStages

/// What went wrong, as a sentence for a person.
enum Sentence {
    /// An error in a language; what only the error itself says stays as it says it.
    static func of(_ error: any Error, _ language: Language) -> String {
        switch error {
        case let error as StoreError where error.code == .busy: Phrase.busy.text(language)
        case let error as StoreError where error.code == .gone:
            Phrase.libraryGone.text(language, error.subject.singleLine)
        default: Phrase.failedBecause.text(language, "\(error)".singleLine)
        }
    }
}
