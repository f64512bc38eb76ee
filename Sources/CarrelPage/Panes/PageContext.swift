import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelModel

/// What every part of a page is drawn with.
struct PageContext: Sendable {
    var snapshot: LibrarySnapshot
    /// The items that are on their way, with how far they are.
    var underWay: [ItemKey: LiveStatus]
    /// Where the person is.
    var address: PageAddress
    /// What the page speaks, and whose dates it writes.
    var locale: PageLocale
    /// Its colours; `nil` for those of the system.
    var theme: Theme?
    /// What a form must carry to change anything.
    var token: String
    /// The turn of the last sentence that was said before: a page says what is said after it was made.
    var turn: Int64
    /// Whether people sign in, and so can sign out.
    var signsOut = false
    /// Whether nobody may change anything.
    var isReadOnly = false
    /// What happened since the page before, for a browser without scripts.
    var notes: [VisitorNotes.Note] = []

    var language: Language { locale.language }

    /// The collection of the address; `nil` if the library has none there.
    var collection: LibraryView.CollectionRow? {
        address.collectionKey.flatMap { snapshot.collection($0) }
    }

    /// The item of the address; `nil` if the library has none there.
    var row: LibraryView.Row? { address.itemKey.flatMap { snapshot.row(of: $0) } }

    /// How many documents are new or updated.
    var newsCount: Int { snapshot.view.news.reduce(0) { $0 + $1.rows.count } }

    /// What every form carries so that it may change anything.
    var tokenField: Markup { "<input type=\"hidden\" name=\"token\" value=\"\(token)\">" }

    /// The state of an item as it is now.
    func status(of row: LibraryView.Row) -> StatusMarkup {
        StatusMarkup(ItemState(row.now(underWay[row.documentKey])), language)
    }

    /// The name of an item's row.
    func rowKey(_ row: LibraryView.Row) -> String { RowKey.of(snapshot.linkNames(of: row.documentKey)) }

    /// A text of the page.
    func text(_ phrase: Phrase, _ arguments: String...) -> String {
        phrase.text(language, arguments)
    }

    /// A number of bytes, for people.
    func size(_ bytes: Int64) -> String { language.size(ByteCount(bytes)) }

    func link(_ address: PageAddress, path: String = "/", _ more: [(String, String)] = []) -> String {
        address.link(snapshot, path: path, more)
    }

    /// A button that first says what it will do, and a second one that does it; it works without scripts.
    ///
    /// - Parameters:
    ///   - action: what it does: the path of `POST`.
    ///   - label: what both buttons say.
    ///   - says: what will happen, and whether it can be taken back.
    ///   - fields: what it is about.
    ///   - thing: what it is about, in words, where others on the page say the same.
    /// - Returns: the buttons.
    func sureButton(
        _ action: String, _ label: Phrase, says: String, _ fields: [(String, String)],
        about thing: String? = nil
    ) -> Markup {
        """
        <details class="sure"><summary class="plain"\(name(label, about: thing))>\(text(label))…</summary>\
        <div><p>\(says)</p>\(button(action, label, fields, kind: "main", about: thing))</div></details>
        """
    }

    /// A form of one button that changes something; it works without scripts, and a script sends it without leaving.
    ///
    /// - Parameters:
    ///   - action: what it does: the path of `POST`.
    ///   - label: what the button says.
    ///   - fields: what it is about.
    ///   - kind: how the button looks; `main` for what most people want next.
    ///   - thing: what it is about, in words, where others on the page say the same.
    /// - Returns: the form.
    func button(
        _ action: String, _ label: Phrase, _ fields: [(String, String)], kind: String = "plain",
        about thing: String? = nil
    ) -> Markup {
        let hidden = FormFields(fields).text
        return """
            <form class="action" method="post" action="/\(action)">\(tokenField)\
            <input type="hidden" name="what" value="\(hidden)">\
            <button class="\(kind)"\(name(label, about: thing))>\(text(label))</button></form>
            """
    }

    /// What a screen reader calls a control that says the same as others: whoever hears a list of them has nothing else to tell
    /// them apart.
    func name(_ label: Phrase, about thing: String?) -> Markup {
        Markup.when(thing) { " aria-label=\"\(text(label)): \(ShownText.of($0))\"" }
    }
}
