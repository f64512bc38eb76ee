import Foundation

/// A document's table of contents, as previews bring it: a line for each entry, indented by its level, with its page.
package struct DocumentOutline: Sendable, Equatable {
    /// A heading.
    package struct Entry: Sendable, Equatable {
        package let title: String
        /// How deep it is, from 0.
        package let level: Int
        /// The page where it stands, if that is said.
        package let page: Int?
    }

    /// The headings in their order.
    package let entries: [Entry]

    package init(_ text: String) {
        entries = text.split(whereSeparator: \.isNewline).compactMap { line in
            let title = line.drop { $0 == " " }
            let level = (line.count - title.count) / 2
            guard let mark = title.range(of: " · ", options: .backwards),
                let page = Int(title[mark.upperBound...])
            else { return title.isEmpty ? nil : Entry(title: String(title), level: level, page: nil) }
            return Entry(title: String(title[..<mark.lowerBound]), level: level, page: page)
        }
    }
}
