import CarrelBasics
import Foundation

/// What a document says about itself, in libmagic's words: names and values in a row, apart by commas.
struct LegacyFacts {
    private(set) var title: String?
    private(set) var pages: Int?
    private(set) var metadata: [String: String] = [:]

    private static let names: [String: String] = [
        "Title": "title", "Subject": "subject", "Author": "author", "Keywords": "keywords",
        "Comments": "description", "Last Saved By": "modified by", "Name of Creating Application": "producer",
        "Create Time/Date": "created", "Last Saved Time/Date": "modified", "Number of Pages": "pages",
        "Number of Words": "words", "Template": "", "Revision Number": "", "Total Editing Time": "",
        "Last Printed": "", "Number of Characters": "", "Security": "", "Code page": "", "Version": "",
        "Os": "",
    ]

    init(_ description: String) {
        // A value may hold commas: it goes on to the next name.
        var values: [(name: String, value: String)] = []
        for part in description.components(separatedBy: ", ") {
            if let colon = part.range(of: ": "), let name = Self.names[String(part[..<colon.lowerBound])] {
                values.append((name, String(part[colon.upperBound...])))
            } else if !values.isEmpty {
                values[values.count - 1].value += ", " + part
            }
        }
        for (name, value) in values where !name.isEmpty { take(name, value.titleText) }
    }

    private mutating func take(_ name: String, _ value: String) {
        guard !value.isEmpty else { return }
        switch name {
        case "title": title = value
        case "pages": pages = Int(value).flatMap { $0 > 0 ? $0 : nil }
        case "words": if let count = Int(value), count > 0 { metadata[name] = value }
        case "created", "modified": metadata[name] = Self.time(value)
        default: metadata[name] = value
        }
    }

    /// `Sat Sep 17 12:44:40 2011` as ISO 8601 writes it.
    private static func time(_ text: String) -> String? {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let words = text.split(separator: " ")
        guard words.count == 5, let month = months.firstIndex(of: String(words[1])), let day = Int(words[2]),
            let year = Int(words[4]), (1900...9999).contains(year)
        else { return nil }
        return "\(year)-\((month + 1).twoDigits)-\(day.twoDigits)T\(words[3])"
    }
}
