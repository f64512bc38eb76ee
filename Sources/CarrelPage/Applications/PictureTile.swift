import CarrelBasics
import CarrelCore
import CarrelFrontEnd
import CarrelHTML
import CarrelModel
import CarrelStages

/// A picture of an item, with room kept for it before it comes.
///
/// The browser asks nobody but the server: a picture that is not stored is fetched through the desk when a script sees its
/// place come near, and shown when the item's status says that it is there.
struct PictureTile: Sendable {
    let context: PageContext
    let row: LibraryView.Row
    /// The class of the entry: `tile` or `photo`.
    let kind: String
    /// Where its link leads.
    let link: String
    /// The width of the picture, in dots.
    var width = 640
    /// The shape of the room for it; `nil` for a square.
    var shape: PictureShape?

    /// The entry of a list.
    var markup: Markup {
        let status = context.status(of: row)
        let source = context.link(
            PageAddress(row.entry), path: "/picture", [("width", String(width)), ("tile", "1")])
        let what = FormFields(PageAddress(row.entry).fields(context.snapshot)).text
        let image: Markup =
            row.isStored
            ? "<img src=\"\(source)\" alt=\"\" loading=\"lazy\" decoding=\"async\">" : .none
        let isCurrent = context.address.itemKey == row.entry
        return """
            <li class="\(kind)"\(Markup.when(shape) { " data-shape=\"\($0.twelfths)\"" }) data-key="\(context.rowKey(row))" data-status="\(status.name)" data-picture="\(source)" \
            data-what="\(what)"><a href="\(link)"\(.current(isCurrent))><span class="art">\(image)\
            \(Markup.when(row.item.rank) { "<span class=\"rank\">\($0)</span>" })\(status.markup)</span>\
            <span class="title">\(.isolated(row.item.title))</span>\
            \(Markup.when(kind == "tile" ? row.item.subtitle : nil) { "<span class=\"subtitle\">\(.isolated($0))</span>" })</a></li>
            """
    }
}
