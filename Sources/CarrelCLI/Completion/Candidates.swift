import CarrelBasics
import CarrelTerminal

/// The candidates for the place of the cursor.
struct Candidates {
    /// One candidate.
    struct Candidate {
        /// The whole word; one that ends with a slash or an equals sign continues after it.
        var text: String
        /// What it means, in one line.
        var note: String
    }

    /// What the shell itself completes if no candidate fits.
    enum Names: String {
        case none = ""
        case files
        case folders
    }

    private(set) var all: [Candidate] = []
    private var words = Set<String>()
    /// Whether names of files are possible, too.
    var names = Names.none

    private let typed: String
    private let typedCount: Int
    private let before: String

    /// Begins an empty list.
    ///
    /// - Parameters:
    ///   - typed: the text with which each candidate must begin, in any case.
    ///   - before: the part of the same word before that text.
    init(typed: String, before: String = "") {
        (self.typed, typedCount, self.before) = (typed.lowercased(), typed.count, before)
    }

    /// Adds a word if it fits and is harmless.
    ///
    /// Words may come from catalogues, so it leaves out words that act on a terminal, have several lines or look like
    /// options. It cleans notes.
    mutating func add(_ text: String, note: String = "", isOption: Bool = false) {
        guard begins(text), !text.isEmpty, text == text.singleLine,
            isOption || !text.hasPrefix("-"), words.insert(text).inserted
        else { return }
        all.append(Candidate(text: before + text, note: TextWidth.cut(note.singleLine, to: Self.noteWidth)))
    }

    /// Whether a text begins with what is typed, in any case.
    func begins(_ text: String) -> Bool { typed.isEmpty || text.prefix(typedCount).lowercased() == typed }

    /// The most columns of a note.
    private static let noteWidth = 60
}
