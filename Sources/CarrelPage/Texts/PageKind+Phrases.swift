import CarrelModel

extension PageKind {
    /// How many there are, such as `24 slides`.
    func count(_ count: Int, _ language: Language) -> String {
        count == 1 ? phrases.one.text(language) : phrases.many.text(language, String(count))
    }

    /// Which one it is, such as `Slide 3`.
    func number(_ number: Int, _ language: Language) -> String {
        phrases.number.text(language, String(number))
    }

    private var phrases: (one: Phrase, many: Phrase, number: Phrase) {
        switch self {
        case .page: (.onePage, .pageCount, .pageNumber)
        case .slide: (.oneSlide, .slideCount, .slideNumber)
        case .sheet: (.oneSheet, .sheetCount, .sheetNumber)
        case .chapter: (.oneChapter, .chapterCount, .chapterNumber)
        case .message: (.oneMessage, .messageCount, .messageNumber)
        }
    }
}
