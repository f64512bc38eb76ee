import CarrelBasics
import CarrelModel
import Foundation

/// One publication of a catalogue, before it becomes items; URLs are absolute.
struct Publication {
    // More links of one publication are of no use to anybody.
    static let mostLinks = 32

    var id: String?
    var title: String?
    var authors: [String] = []
    var cover: String?
    var page: String?
    /// Labelled facts, in the order in which they are shown.
    var facts: [Detail] = []
    /// What can be fetched.
    private(set) var documents: [AcquisitionLink] = []
    /// What could be fetched if its address led to a document; it is that which the catalogue gives, or empty.
    private var lost: [AcquisitionLink] = []
    /// What can be had in another way: bought, borrowed, subscribed to.
    private(set) var others: [AcquisitionLink.Kind] = []

    /// Adds what a link leads to: a document, or another way to have one.
    mutating func add(_ link: AcquisitionLink) {
        if link.kind == .open {
            guard documents.count < Self.mostLinks, !documents.contains(where: { $0.url == link.url }) else {
                return
            }
            documents.append(link)
        } else if !others.contains(link.kind) {
            others.append(link.kind)
        }
    }

    /// Notes a link that leads nowhere.
    mutating func lose(_ link: AcquisitionLink) {
        if link.kind == .open, lost.count < Self.mostLinks { lost.append(link) }
    }

    /// Whether it has no document and no other way to have one.
    var offersNothing: Bool { documents.isEmpty && lost.isEmpty && others.isEmpty }

    mutating func addFact(_ label: String, _ value: String?) {
        if let value, !value.isEmpty { facts.append(Detail(label, value)) }
    }

    /// The items: one for each document, or one without.
    ///
    /// - Parameter formats: the formats that are wanted, the most wanted one first; all if there are none.
    /// - Returns: no item for a publication that says nothing.
    func items(formats: [String]) -> [Item] {
        guard let title = title ?? documents.first.flatMap({ Self.name($0.url) }) ?? id?.titleText,
            !title.isEmpty
        else { return [] }
        let subtitle = authors.isEmpty ? nil : authors.joined(separator: ", ").titleText
        let wanted = wanted(formats)
        guard !wanted.isEmpty else {
            var details = details
            let names = documents.map(\.format).filter { !$0.isEmpty }
            if !names.isEmpty { details.append(Detail("Formats", names.joined(separator: ", "))) }
            return [
                Item(id: id ?? page ?? title, title: title, subtitle: subtitle, details: details, url: nil)
            ]
        }
        return wanted.map { link in
            var details = details
            if !link.format.isEmpty { details.append(Detail("Format", link.format, key: .kind)) }
            if let length = link.length { details.append(Detail("Size", "\(ByteCount(length))", key: .size)) }
            let suffix = suffix(of: link, among: wanted)
            let parts = [subtitle, wanted.count > 1 ? link.title ?? link.format : nil]
            let beside = parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " · ")
            return Item(
                id: (id ?? link.url) + suffix, title: title, subtitle: beside.nonEmpty,
                details: details, url: link.url)
        }
    }

    /// What tells a document from others of the publication, also where one is added in front: its format, else its address.
    ///
    /// Where no format is known, they share an identity, and their addresses tell them apart.
    private func suffix(of link: AcquisitionLink, among wanted: [AcquisitionLink]) -> String {
        guard wanted.count > 1, wanted.contains(where: { !$0.format.isEmpty }) else { return "" }
        return "#" + (link.format.isEmpty ? StableHash(texts: [link.url]).digits : link.format)
    }

    /// The documents of the first wanted format that the publication has; all if no format is preferred.
    ///
    /// None if that one cannot be fetched now: another format would be stored under its name.
    private func wanted(_ formats: [String]) -> [AcquisitionLink] {
        guard !formats.isEmpty else { return documents }
        for format in formats {
            if let link = documents.first(where: { $0.isOf(format) }) { return [link] }
            if lost.contains(where: { $0.isOf(format) }) { return [] }
        }
        return []
    }

    private var details: [Detail] {
        var details = facts
        if !others.isEmpty {
            let ways = others.map(\.rawValue).joined(separator: ", ")
            details.append(Detail("Not free to fetch", ways))
        }
        if let page { details.append(Detail("Page", page)) }
        if let cover { details.append(Detail("Cover", cover)) }
        return details
    }

    /// The last part of an address.
    private static func name(_ url: String) -> String? {
        url.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last.map {
            ($0.removingPercentEncoding ?? String($0)).titleText
        }
    }
}

/// A link that leads to a publication's document.
struct AcquisitionLink: Hashable {
    /// How the document is had.
    enum Kind: String {
        /// Whoever asks for it gets it.
        case open
        case buy, borrow, subscribe, sample

        /// The kind of a link relation; `nil` for a link to something else.
        init?(relation: String) {
            let relation = relation.trimmed.lowercased()
            for vocabulary in ["http://", "https://"] {
                let acquisition = vocabulary + "opds-spec.org/acquisition"
                if relation == acquisition {
                    self = .open
                    return
                }
                guard relation.hasPrefix(acquisition + "/") else { continue }
                switch relation.dropFirst(acquisition.count + 1) {
                case "open-access": self = .open
                case "buy": self = .buy
                case "borrow": self = .borrow
                case "subscribe": self = .subscribe
                case "sample", "preview": self = .sample
                default: return nil
                }
                return
            }
            // OPDS 2 has names from the registry of relations, too.
            switch relation {
            case "preview": self = .sample
            default: return nil
            }
        }
    }

    var kind: Kind
    /// The absolute URL.
    var url: String
    /// The media type without parameters, in lower case.
    var type: String = ""
    /// The length in bytes that the catalogue declares.
    var length: Int64?
    var title: String?

    /// The format as people call it: `epub`; the media type where it has no such name.
    var format: String { Self.names[type] ?? type }

    /// Whether a setting means this format: by its name, its media type, or what a name of the document ends with.
    func isOf(_ wanted: String) -> Bool {
        let wanted = wanted.lowercased()
        if wanted == type || wanted == format { return true }
        let path = url.lowercased().prefix { $0 != "?" && $0 != "#" }
        return type.isEmpty && path.hasSuffix(".\(wanted)")
    }

    private static let names = [
        "application/epub+zip": "epub", "application/pdf": "pdf", "application/x-mobipocket-ebook": "mobi",
        "application/vnd.amazon.ebook": "azw", "application/vnd.amazon.mobi8-ebook": "azw3",
        "application/x-mobi8-ebook": "azw3", "image/vnd.djvu": "djvu", "text/plain": "txt",
        "text/html": "html",
        "application/x-cbz": "cbz", "application/vnd.comicbook+zip": "cbz", "application/x-cbr": "cbr",
        "application/vnd.comicbook-rar": "cbr", "application/rtf": "rtf", "application/fb2": "fb2",
        "application/x-fictionbook+xml": "fb2", "audio/mpeg": "mp3", "application/zip": "zip",
        "application/audiobook+zip": "audiobook", "application/webpub+json": "webpub",
    ]
}

/// Reads media types as links declare them.
enum LinkType {
    /// Without parameters, in lower case.
    static func essence(_ type: String?) -> String {
        String((type ?? "").prefix { $0 != ";" }).trimmed.lowercased()
    }

    /// Whether a link of this type leads to a further catalogue.
    static func isCatalog(_ type: String?) -> Bool {
        let essence = essence(type)
        if essence == "application/opds+json" { return true }
        let whole = (type ?? "").lowercased()
        return essence == "application/atom+xml" && !whole.contains("type=entry")
    }
}
