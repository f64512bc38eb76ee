import CarrelCore
import CarrelModel

/// What a person can do with an item, in the order in which it is offered.
package enum ItemOffer: Sendable, Hashable, CaseIterable {
    case cancel, download, tryAgain, accept, discard, openFile, markRead, markUnread, ignore, unignore

    /// What is offered for a row in a state.
    package static func of(_ row: LibraryView.Row, _ state: ItemState) -> [ItemOffer] {
        var offers: [ItemOffer] = []
        switch state.name {
        case .downloading: offers.append(.cancel)
        case .available, .paused, .updateAvailable: if row.isFetchable { offers.append(.download) }
        case .failed, .discarded: if row.isFetchable { offers.append(.tryAgain) }
        case .setAside: offers += row.isOfUnknownItem ? [.discard] : [.accept, .discard]
        default: break
        }
        if row.isStored { offers.append(.openFile) }
        if row.document != nil {
            offers.append(row.news == nil ? .markUnread : .markRead)
        } else if !row.isIgnored, row.item.url != nil {
            offers.append(.ignore)
        }
        if row.isIgnored { offers.append(.unignore) }
        return offers
    }
}
