import CarrelFrontEnd
import CarrelTerminal

/// The states of items as the browser's lists say them: a sign, a word and a colour.
enum StateWords {
    /// The word; of a failed try to update a stored document, that this is there, too.
    static func of(_ state: ItemState) -> String {
        outcome(state).map { "stored, last try \($0)" } ?? word(state)
    }

    /// The same, shorter if that takes more than a number of columns.
    static func of(_ state: ItemState, within columns: Int) -> String {
        let words = of(state)
        guard TextWidth.of(words) > columns, let outcome = outcome(state) else { return words }
        return "stored, \(outcome)"
    }

    /// What stands in the way of something: of a document that is new, that it is stored.
    static func obstacle(_ state: ItemState) -> String {
        [.new, .updated].contains(state.name) ? "stored" : of(state)
    }

    /// What came of the last try to update a stored document, if it is not the document.
    private static func outcome(_ state: ItemState) -> String? {
        state.isStored && [.failed, .setAside, .discarded].contains(state.name) ? word(state) : nil
    }

    private static func word(_ state: ItemState) -> String {
        switch state.name {
        case .notAvailable: "not available yet"
        case .available: state.isLost ? "missing" : "not fetched"
        case .paused: "paused"
        case .downloading: state.fraction.map { "fetching \(Int($0 * 100)) %" } ?? "fetching"
        case .failed: "failed"
        case .setAside: "set aside"
        case .discarded: "discarded"
        case .ignored: "ignored"
        case .stored: "stored"
        case .updateAvailable: "update available"
        case .new: "new"
        case .updated: "updated"
        case .unlisted: "no longer listed"
        case .edited: "changed on disk"
        case .unnamed: "waits for its name"
        }
    }

    /// The sign before a title, one column wide.
    static func sign(_ state: ItemState) -> String {
        switch state.name {
        case .notAvailable, .ignored, .unlisted: "-"
        case .available, .unnamed: "○"
        case .paused: "◐"
        case .downloading: "↓"
        case .failed, .discarded: "×"
        case .setAside: "!"
        case .stored: " "
        case .updateAvailable: "↑"
        case .new, .updated: "●"
        case .edited: "*"
        }
    }

    /// The look of sign and word; the word says the same without colours.
    static func style(_ state: ItemState) -> CellStyle {
        switch state.name {
        case .notAvailable, .available, .ignored, .unlisted, .stored, .unnamed: CellStyle.plain.with(.dim)
        case .paused, .downloading: CellStyle(.cyan)
        case .failed, .discarded: CellStyle(.red)
        case .setAside, .edited, .updateAvailable: CellStyle(.yellow)
        case .new: CellStyle(.green, .bold)
        case .updated: CellStyle(.yellow, .bold)
        }
    }
}
