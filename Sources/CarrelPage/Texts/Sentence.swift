import CarrelBasics
import CarrelCore
import CarrelStages

/// What went wrong, as a sentence for a person, without secrets.
enum Sentence {
    /// Why a document has no preview: without its file, which is nobody's business who only sees the page.
    static func of(_ error: PreviewError, _ language: Language) -> String {
        let parts = [error.message.reason, error.message.remedy].compactMap(\.self)
        return Phrase.noPreviewBecause.text(language, ShownText.of(parts.joined(separator: ". ")).singleLine)
    }

    /// What an error says itself, with its remedy in the words of the page.
    static func told(_ error: any Error, _ language: Language) -> String {
        ShownText.of(Remedy.sentence(of: error) { $0.words(language) }).singleLine
    }

    /// Why there is no catalogue that an address or a form names.
    static func ofNoCatalog(_ name: String?, _ language: Language) -> String {
        guard let name, !name.isEmpty else { return Phrase.notFound.text(language) }
        return Phrase.noCatalog.text(language, String(ShownText.of(name).singleLine.prefix(100)))
    }

    /// An error in a language; what only the error itself says stays as it says it.
    static func of(_ error: any Error, _ language: Language) -> String {
        switch error {
        case let error as PreviewError: of(error, language)
        case let error as StoreError where error.isOfThisDesk: Phrase.busyHere.text(language)
        case let error as StoreError where error.code == .busy: Phrase.busy.text(language)
        case let error as StoreError where error.code == .gone:
            Phrase.libraryGone.text(language, error.subject.singleLine)
        default: Phrase.failedBecause.text(language, told(error, language))
        }
    }
}

extension Remedy {
    /// As the page says it.
    func words(_ language: Language) -> String {
        switch self {
        case .list: Phrase.listsShow.text(language)
        case .fetch: Phrase.fetchFirst.text(language, Phrase.download.text(language))
        case .accept: Phrase.acceptAside.text(language, Phrase.accept.text(language))
        case .search: Phrase.searchExample.text(language)
        case .sooner: Phrase.askSooner.text(language, Phrase.tryAgain.text(language))
        case .wait: Phrase.askLater.text(language)
        }
    }
}
