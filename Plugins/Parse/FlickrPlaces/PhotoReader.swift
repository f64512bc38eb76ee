import CarrelBasics
import CarrelJSON
import CarrelJSONReading
import CarrelMarkup
import CarrelModel
import Foundation

/// Reads photos one by one and gathers what could not be used.
struct PhotoReader {
    private let addresses: PhotoAddresses
    private(set) var items: [Item] = []
    private(set) var problems = ProblemList()
    private var known: [String: JSONNode] = [:]

    init(addresses: PhotoAddresses) { self.addresses = addresses }

    mutating func read(_ photo: JSONNode) {
        guard photo.kind == .object else {
            problems.add(photo, expected: "a photo as an object", gap: .lasting)
            return
        }
        guard let id = photo["id"]?.plainText?.prefix(utf8: 2048).text.singleLine, !id.isEmpty else {
            problems.add(photo["id"] ?? photo, expected: "a photo's identity in \"id\"", gap: .lasting)
            return
        }
        if let first = known[id] {
            problems.add(
                repeated: photo, id: id, first: first, outcome: "the photo counts as a repetition of that one"
            )
        } else {
            known[id] = photo
        }
        let description = description(of: photo)
        let lines = description.split(whereSeparator: \.isNewline).map { String($0).titleText }
        var title = text(photo["title"])?.titleText ?? ""
        if title.isEmpty { title = lines.first { !$0.isEmpty } ?? "Unknown" }
        let line = description.prefix(utf8: 4096).text.singleLine
        let subtitle = line.isEmpty || line.titleText == title ? nil : line
        var details = details(of: photo)
        // What neither title nor subtitle shows as it is written.
        if description != title, description != (subtitle ?? "") {
            details.append(Detail("Description", description))
        }
        items.append(
            Item(id: id, title: title, subtitle: subtitle, details: details, url: addresses.url(of: photo)))
    }

    /// A text of the service: a string, or an object around one.
    private mutating func text(_ node: JSONNode?) -> String? {
        problems.string(node?.kind == .object ? node?["_content"] : node)
    }

    private mutating func description(of photo: JSONNode) -> String {
        guard let text = text(photo["description"]) else { return "" }
        return HTMLFragment.text(text).readable.trimmed.prefix(utf8: 16 << 10).text
    }

    private func details(of photo: JSONNode) -> [Detail] {
        func fact(_ field: String) -> String? {
            photo[field]?.plainText?.titleText.nonEmpty
        }
        return [
            ("Owner", fact("ownername") ?? fact("owner")),
            ("Taken", fact("datetaken")),
            ("Uploaded", fact("dateupload").flatMap(Self.date)),
            ("Coordinates", Coordinates(photo)?.text),
            ("Tags", fact("tags")),
        ].compactMap { label, value in value.map { Detail(label, $0) } }
    }

    /// A date that is written as seconds since 1970, in UTC.
    private static func date(_ seconds: String) -> String? {
        guard let seconds = Int64(seconds), (1..<253_402_300_800).contains(seconds) else { return nil }
        return Date(timeIntervalSince1970: Double(seconds)).formatted(.iso8601)
    }
}
