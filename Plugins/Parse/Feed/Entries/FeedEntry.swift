import CarrelBasics
import CarrelStages
import Foundation

/// One entry as a feed gives it, before it becomes items; URLs are absolute.
struct FeedEntry {
    /// The identity: a GUID, an Atom id, the address of an RDF item.
    var id: String?
    var title: String?
    /// A title that counts where the entry has none of its own.
    var otherTitle: String?
    /// The address of the page.
    var page: String?
    /// Whether that address is known to be a page's, not another form of the entry.
    var hasPage = false
    /// The address of the page where `page` leads there by way of others.
    var originalPage: String?
    /// RSS's identity, which may be the page's address, too.
    var guid: String?
    /// Whether that is said to be none.
    var isGUIDOnly = false
    var enclosures: [Enclosure] = []
    /// The addresses of enclosures that cannot be used, as the feed gives them.
    var lostEnclosures: [String] = []
    /// Pictures that go with the entry: its documents only where it has nothing else.
    var pictures: [Enclosure] = []
    var authors: [String] = []
    /// Dates as the feed writes them.
    var published: String?
    var updated: String?
    var summary: String?
    /// A summary that counts where the entry has none of its own.
    var otherSummary: String?
    var content: String?
    /// How long it plays, as `28:49`.
    var duration: String?
    var season: String?
    var episode: String?
    var categories: [String] = []
    /// The address of the picture that stands for the entry.
    var picture: String?
}

extension FeedEntry {
    /// Decides which address is the page's, once all that the entry says is read.
    mutating func settlePage(_ budget: CatalogBudget) {
        if let originalPage { page = originalPage }
        guard page == nil, !isGUIDOnly, let guid else { return }
        if guid.hasPrefix("http://") || guid.hasPrefix("https://") { page = budget.resolve(guid) }
    }
}

/// A document that belongs to an entry.
struct Enclosure: Hashable {
    // More in one entry are of no use to anybody.
    static let most = 64

    /// The absolute URL.
    var url: String
    /// The media type that the feed declares.
    var type: String?
    /// The length in bytes that the feed declares.
    var length: Int64?
    var title: String?
    var duration: String?
    /// Whether it is the one of several forms that the feed prefers.
    var isDefault = false

    /// A length as feeds write it: `nil` for zero, which they write when they do not know.
    static func length(_ text: String?) -> Int64? {
        let digits = (text ?? "").trimmed.filter { $0 != "," }
        guard !digits.isEmpty, digits.utf8.allSatisfy(\.isDigit) else { return nil }
        return Int64(digits).flatMap { $0 > 0 ? $0 : nil }
    }
}

/// What a feed says of itself; URLs are absolute.
struct FeedHead {
    var title: String?
    /// A title that counts where the feed has none of its own.
    var otherTitle: String?
    var subtitle: String?
    var otherSubtitle: String?
    /// The address of the web page that the feed is of.
    var page: String?
    var authors: [String] = []
    var updated: String?
    var rights: String?
    /// The address of the feed's next page.
    var next: String?
    /// Where the feed has moved to.
    var newAddress: String?
    /// Whether the feed lists all that there is (RFC 5005 section 2).
    var isComplete = false
    /// How often it changes.
    var interval = UpdateInterval()
}
