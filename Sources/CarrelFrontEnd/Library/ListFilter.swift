import CarrelBasics
import CarrelCore
import CarrelHTTP
import CarrelModel
import Foundation

/// Which items of a collection a list shows.
package struct ListFilter: Sendable, Equatable {
    /// What an item may be, by groups that a person thinks in.
    package enum Status: String, Sendable, CaseIterable {
        case new, stored, missing, failed, ignored

        /// Whether a row is of the group.
        package func takes(_ row: LibraryView.Row) -> Bool {
            switch self {
            case .new: row.isNews
            case .stored: row.isStored
            case .missing: !row.isStored && !row.isIgnored
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
    package enum Kind: String, Sendable, CaseIterable {
        case pdf, page, text, picture, sound, film, archive, other

        /// The kind of a media type.
        package init(_ type: MediaType) {
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
        package init(_ row: LibraryView.Row) {
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
    package var status: Status?
    /// Only documents of this kind.
    package var kind: Kind?
    /// Only items whose title or subtitle has these words, in any order and case.
    package var text = ""

    package init() {}

    /// Whether it lets everything through.
    package var isEmpty: Bool { self == ListFilter() }

    /// The rows that pass, and that of an entry that stays whatever it is by now; `nil` for none.
    package func rows(_ rows: [LibraryView.Row], with staying: ItemKey? = nil) -> [LibraryView.Row] {
        guard !isEmpty else { return rows }
        let words = text.split(separator: " ").map { Self.folded(String($0)) }
        return rows.filter { takes($0, words) || $0.entry == staying }
    }

    private func takes(_ row: LibraryView.Row, _ words: [String]) -> Bool {
        guard status?.takes(row) ?? true, kind.map({ Kind(row) == $0 }) ?? true else { return false }
        guard !words.isEmpty else { return true }
        let title = Self.folded([row.item.title, row.item.subtitle ?? ""].joined(separator: " "))
        return words.allSatisfy(title.contains)
    }

    /// A text without case and marks, as a person searches for it.
    private static func folded(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
        return text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
