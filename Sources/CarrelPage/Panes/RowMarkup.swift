import CarrelBasics
import CarrelCore
import CarrelHTML
import CarrelModel

/// The rows of a list.
struct RowMarkup: Sendable {
    let context: PageContext

    /// One row: a link to the item, its state, and a line that grows while it is fetched.
    func row(_ row: LibraryView.Row) -> Markup {
        let status = context.status(of: row)
        var address = context.address
        (address.catalog, address.collection, address.item) = (
            row.entry.catalog, row.entry.collection, row.entry.item
        )
        (address.page, address.version) = (nil, nil)
        let isCurrent = context.address.itemKey == row.entry
        return """
            <li class="row" data-key="\(context.rowKey(row))" data-status="\(status.name)">\
            <a href="\(context.link(address))"\(.current(isCurrent))>\
            <span class="number">\(row.item.rank ?? (row.number > 0 ? String(row.number) : ""))</span>\
            <span class="label"><span class="title">\(.isolated(row.item.title))</span>\(subtitle(row))</span>\
            \(status.markup)</a>\(progress(status))</li>
            """
    }

    private func subtitle(_ row: LibraryView.Row) -> Markup {
        let parts = [row.item.subtitle, row.distinction].compactMap(\.self).filter { !$0.isEmpty }
        return parts.isEmpty
            ? .none : "<span class=\"subtitle\">\(.isolated(parts.joined(separator: " · ")))</span>"
    }

    private func progress(_ status: StatusMarkup) -> Markup {
        guard status.name == "downloading" else { return .none }
        guard let fraction = status.fraction else { return "<progress aria-hidden=\"true\"></progress>" }
        return "<progress aria-hidden=\"true\" max=\"100\" value=\"\(Int(fraction * 100))\"></progress>"
    }
}
