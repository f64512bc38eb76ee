import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelModel

/// The state of an item as a row shows it: a sign, a word, and how far it is.
struct StatusMarkup: Sendable {
    let state: ItemState
    let words: String

    /// The name that style and scripts know it by.
    var name: String { state.name.rawValue }
    /// The whole sentence, where there is more to say than the word.
    var reason: String? { state.reason }
    /// How far it is, from 0 to 1; `nil` if that is not known or it is not on its way.
    var fraction: Double? { state.fraction }

    /// A state in words.
    init(_ state: ItemState, _ language: Language) {
        self.state = state
        let percent = state.fraction.map { " \(Int($0 * 100)) %" } ?? ""
        words = (state.isLost ? Phrase.missing : Self.phrase(of: state.name)).text(language) + percent
    }

    private static func phrase(of name: ItemState.Name) -> Phrase {
        switch name {
        case .notAvailable: .notAvailable
        case .available: .available
        case .paused: .paused
        case .downloading: .downloading
        case .failed: .failed
        case .setAside: .setAside
        case .discarded: .discarded
        case .ignored: .ignored
        case .stored: .stored
        case .updateAvailable: .updateAvailable
        case .new: .new
        case .updated: .updated
        case .unlisted: .unlisted
        case .edited: .edited
        case .unnamed: .unnamed
        }
    }

    /// The sign and the word.
    var markup: Markup {
        """
        <span class="status" data-status="\(name)"><span class="sign" aria-hidden="true"></span>\
        <span class="words">\(words)</span></span>
        """
    }
}
