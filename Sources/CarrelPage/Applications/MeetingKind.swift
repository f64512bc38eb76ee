import Foundation
import CarrelModel

/// What kind of meeting a timetable tells: each has a word, a small picture and a hue.
enum MeetingKind: String, Sendable, CaseIterable {
    case lecture, tutorial, lab, meeting

    /// The kind that a catalogue's word means; `.meeting` for a word that is not known.
    init(_ word: String?) {
        switch (word ?? "").lowercased() {
        case "lecture", "lec", "vorlesung": self = .lecture
        case "tutorial", "tut", "seminar", "class", "tutorium": self = .tutorial
        case "lab", "practical", "laboratory", "workshop", "praktikum": self = .lab
        default: self = .meeting
        }
    }

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
