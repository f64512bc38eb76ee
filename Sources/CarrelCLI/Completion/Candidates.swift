import CarrelBasics

/// What can stand where the cursor is.
struct Candidates {
    /// One of them.
    struct Candidate {
        /// The whole word; one that ends with a slash or an equals sign goes on behind it.
        var text: String
        /// What it means, in one line.
        var note: String
    }

    /// What the shell itself completes if none of these fits.
    enum Names: String {
        case none = ""
        case files
        case folders
    }

    private(set) var all: [Candidate] = []
    private var words = Set<String>()
    /// Whether names of files are expected, too.
    var names = Names.none

    private let typed: String
    private let typedCount: Int
    private let before: String

    /// Begins a list.
    ///
    /// - Parameters:
    ///   - typed: what each of them must begin with, in upper or lower case.
    ///   - before: what stands before that in the same word.
    init(typed: String, before: String = "") {
        (self.typed, typedCount, self.before) = (typed.lowercased(), typed.count, before)
    }

    /// Adds a word where it fits and can do no harm.
    ///
    /// Words come from catalogues, too: what acts on a terminal, would be two lines or would be taken for an option is left
    /// out. Notes are cleaned.
    mutating func add(_ text: String, note: String = "", isOption: Bool = false) {
        guard begins(text), !text.isEmpty, text == text.singleLine,
            isOption || !text.hasPrefix("-"), words.insert(text).inserted
        else { return }
        all.append(Candidate(text: before + text, note: TextTable.cut(note.singleLine, to: Self.noteWidth)))
    }

    /// Whether a text begins as it is typed, in upper or lower case.
    func begins(_ text: String) -> Bool { typed.isEmpty || text.prefix(typedCount).lowercased() == typed }

    /// Columns of a note.
    private static let noteWidth = 60
}
