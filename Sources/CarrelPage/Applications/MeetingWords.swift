import CarrelFrontEnd
import CarrelModel
import Foundation

/// The words of the kinds of meetings, in the languages of the page.
extension MeetingKind {
    /// The word for a person; a kind that is not known keeps its own.
    func word(_ written: String?, _ language: Language) -> String {
        switch self {
        case .lecture: Phrase.kindLecture.text(language)
        case .tutorial: Phrase.kindTutorial.text(language)
        case .lab: Phrase.kindLab.text(language)
        case .meeting: written ?? Phrase.kindMeeting.text(language)
        }
    }
}

/// The names of the days in a language of the page.
enum DayNames {
    /// The whole name.
    static func name(of day: Weekday, _ language: Language) -> String {
        symbols(language).weekdaySymbols[day.rawValue % 7]
    }

    /// A short one, for a row of links.
    static func short(_ day: Weekday, _ language: Language) -> String {
        symbols(language).shortWeekdaySymbols[day.rawValue % 7]
    }

    private static func symbols(_ language: Language) -> Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.locale = Locale(identifier: language.rawValue)
        return calendar
    }
}
