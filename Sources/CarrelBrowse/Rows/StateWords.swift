import CarrelFrontEnd
import CarrelTerminal

/// The states of items as the browser's lists say them: a sign, a word and a colour.
enum StateWords {
    /// The word.
    static func of(_ state: ItemState) -> String {
        switch state.name {
        case .notAvailable: "not available yet"
        case .available: "not fetched"
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
        }
    }

    /// The sign before a title, one column wide.
    static func sign(_ state: ItemState) -> String {
        switch state.name {
        case .notAvailable, .ignored, .unlisted: "-"
        case .available: "○"
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
        case .notAvailable, .available, .ignored, .unlisted, .stored: CellStyle.plain.with(.dim)
        case .downloading: CellStyle(.cyan)
        case .failed, .discarded: CellStyle(.red)
        case .setAside, .edited, .updateAvailable: CellStyle(.yellow)
        case .new: CellStyle(.green, .bold)
        case .updated: CellStyle(.yellow, .bold)
        }
    }
}
