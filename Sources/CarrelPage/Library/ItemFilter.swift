import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import Foundation

/// Which items of a collection a list shows.
struct ItemFilter: Sendable, Equatable {
    /// What an item may be, by groups that a person thinks in.
    enum Status: String, Sendable, CaseIterable {
        case new, stored, missing, failed, ignored

        /// Whether a row is of the group.
        func takes(_ row: LibraryView.Row) -> Bool {
            switch self {
            case .new: row.news != nil && !row.isIgnored
            case .stored: row.document != nil
            case .missing: row.document == nil && !row.isIgnored
            case .failed:
                switch row.trouble ?? row.status {
                case .failed, .setAside: true
                default: false
                }
            case .ignored: row.isIgnored
            }
        }
    }

    /// What kind of document an item is.
    enum Kind: String, Sendable, CaseIterable {
        case pdf, page, text, picture, sound, film, archive, other

        /// The kind of a media type.
        init(_ type: MediaType) {
            switch type.essence {
            case "application/pdf": self = .pdf
            case "text/html", "application/xhtml+xml": self = .page
            case "application/zip", "application/gzip", "application/x-tar", "application/x-7z-compressed":
                self = .archive
            default:
                switch type.essence.prefix(while: { $0 != "/" }) {
                case "text": self = .text
                case "image": self = .picture
                case "audio": self = .sound
                case "video": self = .film
                default: self = .other
                }
            }
        }

        /// The kind of a row: that of its document, or the one that its address suggests.
        init(_ row: LibraryView.Row) {
            if let type = row.document?.mediaType {
                self.init(type)
            } else {
                let name = row.document?.name ?? row.item.url ?? ""
                let suffix = name.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last?.split(
                    separator: "."
                ).last
                self.init(suffix.flatMap { MediaType.forFileExtension(String($0)) } ?? .octetStream)
            }
        }
    }

    /// Only items of this group.
    var status: Status?
    /// Only documents of this kind.
    var kind: Kind?
    /// Only items whose title or subtitle has these words, in any order and case.
    var text = ""

    init() {}

    /// Reads a filter; what it does not know does not count.
    init(_ fields: FormFields) {
        status = fields["status"].flatMap(Status.init)
        kind = fields["type"].flatMap(Kind.init)
        text = String((fields["filter"] ?? "").singleLine.prefix(200))
    }

    /// The fields of a query.
    var fields: [(String, String)] {
        [
            status.map { ("status", $0.rawValue) }, kind.map { ("type", $0.rawValue) },
            text.isEmpty ? nil : ("filter", text),
        ].compactMap(\.self)
    }

    /// Whether it lets everything through.
    var isEmpty: Bool { self == ItemFilter() }

    /// The rows that pass.
    func rows(_ rows: [LibraryView.Row]) -> [LibraryView.Row] {
        guard !isEmpty else { return rows }
        let words = text.split(separator: " ").map { Self.folded(String($0)) }
        return rows.filter { row in
            guard status?.takes(row) ?? true, kind.map({ Kind(row) == $0 }) ?? true else { return false }
            guard !words.isEmpty else { return true }
            let title = Self.folded([row.item.title, row.item.subtitle ?? ""].joined(separator: " "))
            return words.allSatisfy(title.contains)
        }
    }

    /// A text without case and marks, as a person searches for it.
    private static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
