import CarrelCore
import CarrelModel

/// The state of an item as a row shows it: a sign, a word, and how far it is.
struct StatusMarkup: Sendable {
    /// The name that style and scripts know it by.
    let name: String
    /// The word.
    let words: String
    /// The whole sentence, where there is more to say than the word.
    let reason: String?
    /// How far it is, from 0 to 1; `nil` if that is not known or it is not on its way.
    let fraction: Double?

    /// The state of a row; `live` is that of an item on its way.
    init(_ row: LibraryView.Row, live: ItemStatus?, _ language: Language) {
        if let live {
            self.init(live, news: nil, language)
        } else if row.isIgnored {
            self.init(.ignored, news: nil, language)
        } else if row.isOrphaned {
            self.init("unlisted", Phrase.unlisted.text(language))
        } else if row.isEdited {
            self.init("edited", Phrase.edited.text(language))
        } else {
            self.init(row.trouble ?? row.status, news: row.news, language)
        }
    }

    private init(_ name: String, _ words: String, reason: String? = nil, fraction: Double? = nil) {
        (self.name, self.words, self.reason, self.fraction) = (name, words, reason, fraction)
    }

    /// A state; `news` is what is new about a stored document.
    init(_ status: ItemStatus, news: News?, _ language: Language) {
        var (name, phrase, reason, fraction): (String, Phrase, String?, Double?)
        (name, reason, fraction) = (status.name, nil, nil)
        switch status {
        case .notAvailable: phrase = .notAvailable
        case .available: phrase = .available
        case .downloading(let part): (phrase, fraction) = (.downloading, part)
        case .failed(let why): (phrase, reason) = (.failed, why)
        case .setAside(let why): (phrase, reason) = (.setAside, why)
        case .discarded(let why): (phrase, reason) = (.discarded, why)
        case .ignored: phrase = .ignored
        case .stored: phrase = .stored
        case .updateAvailable: phrase = .updateAvailable
        }
        switch (status, news) {
        case (.stored, .new): (name, phrase) = ("new", .new)
        case (.stored, .updated): (name, phrase) = ("updated", .updated)
        default: break
        }
        var words = phrase.text(language)
        if let fraction { words += " \(Int(fraction * 100)) %" }
        self.init(name, words, reason: reason, fraction: fraction)
    }

    /// The sign and the word.
    var markup: Markup {
        """
        <span class="status" data-status="\(name)"><span class="sign" aria-hidden="true"></span>\
        <span class="words">\(words)</span></span>
        """
    }
}
