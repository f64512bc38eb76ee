/// What kind of meeting a timetable tells: each has a word, a small picture and a hue.
package enum MeetingKind: String, Sendable, CaseIterable {
    case lecture, tutorial, lab, meeting

    /// The kind that a catalogue's word means; `.meeting` for a word that is not known.
    package init(_ word: String?) {
        switch (word ?? "").lowercased() {
        case "lecture", "lec", "vorlesung": self = .lecture
        case "tutorial", "tut", "seminar", "class", "tutorium": self = .tutorial
        case "lab", "practical", "laboratory", "workshop", "praktikum": self = .lab
        default: self = .meeting
        }
    }
}
