import CarrelBasics
import CarrelHTML
import CarrelHTTP
import CarrelModel
import Foundation

/// Facts in pairs of a label and a value.
enum DetailMarkup {
    /// What a catalogue says of something; an address becomes a link if it is one of the web.
    static func row(_ detail: Detail, _ locale: PageLocale) -> Markup {
        let date = DateMarkup.markup(written: detail.value, locale)
        return row(FactNames.text(ofItem: detail.label, locale.language), of: date ?? value(detail.value))
    }

    /// A fact of our own.
    static func row(_ label: String, _ value: String?) -> Markup {
        row(label, of: value.map(Markup.isolated))
    }

    /// A fact whose value is markup.
    static func row(_ label: String, of value: Markup?) -> Markup {
        Markup.when(value) { "<dt>\(label)</dt><dd>\($0)</dd>" }
    }

    private static func value(_ text: String) -> Markup {
        let shown = ShownText.of(text)
        // An address leads nowhere without its secret.
        guard isWebAddress(text), shown == text else {
            return "<bdi class=\"lines\">\(lines: shown)</bdi>"
        }
        return "<a rel=\"noopener noreferrer\" href=\"\(text)\">\(.isolated(text))</a>"
    }

    /// Whether a text is a URL that a page may link to.
    static func isWebAddress(_ text: String) -> Bool {
        guard text.utf8.allSatisfy({ (0x21..<0x7F).contains($0) }), let url = URL(string: text),
            let scheme = url.scheme?.lowercased(), url.host?.isEmpty == false
        else { return false }
        return scheme == "http" || scheme == "https"
    }
}
