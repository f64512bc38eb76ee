import CarrelCore
import CarrelModel

/// The state of an item as a list shows it: one word, why, and how far it is.
package struct ItemState: Sendable, Hashable {
    /// The states that lists tell apart.
    package enum Name: String, Sendable, CaseIterable {
        case notAvailable, available, paused, downloading, failed, setAside, discarded, ignored, stored
        case updateAvailable, new, updated, unlisted, edited, unnamed
    }

    /// Which it is.
    package let name: Name
    /// The whole sentence, where there is more to say than the word.
    package let reason: String?
    /// How far it is, from 0 to 1; `nil` if that is not known or it is not on its way.
    package let fraction: Double?

    /// Whether a document is stored, whatever the last try brought.
    package private(set) var isStored = false
    /// Whether it was fetched, and its file is gone.
    package private(set) var isLost = false

    /// The state of a row.
    package init(_ row: LibraryView.Row) {
        if case .downloading = row.status {
            self.init(row.status)
        } else if row.isIgnored {
            self.init(.ignored)
        } else if row.isOrphaned {
            self.init(.unlisted, nil, nil)
        } else if row.isEdited {
            self.init(.edited, nil, nil)
        } else if row.isUnnamed {
            self.init(.unnamed, nil, nil)
        } else {
            self.init(row.trouble ?? row.status, news: row.news)
        }
        (isStored, isLost) = (row.isStored, row.isLost && !row.isUnnamed)
    }

    private init(_ name: Name, _ reason: String?, _ fraction: Double?) {
        (self.name, self.reason, self.fraction) = (name, reason, fraction)
    }

    /// A status; `news` is what is new about a stored document.
    private init(_ status: ItemStatus, news: News? = nil) {
        switch (status, news) {
        case (.stored, .new): self.init(.new, nil, nil)
        case (.stored, .updated): self.init(.updated, nil, nil)
        case (.stored, nil): self.init(.stored, nil, nil)
        case (.notAvailable, _): self.init(.notAvailable, nil, nil)
        case (.available, _): self.init(.available, nil, nil)
        case (.paused, _): self.init(.paused, nil, nil)
        case (.downloading(let part), _): self.init(.downloading, nil, part)
        case (.failed(let why), _): self.init(.failed, why, nil)
        case (.setAside(let why), _): self.init(.setAside, why, nil)
        case (.discarded(let why), _): self.init(.discarded, why, nil)
        case (.ignored, _): self.init(.ignored, nil, nil)
        case (.updateAvailable, _): self.init(.updateAvailable, nil, nil)
        }
    }
}
