import CarrelBasics
import CarrelHTTP
import CarrelModel
import Foundation

/// Parts of a catalogue as databases keep them, each in one text.
package enum RecordText {
    /// The details in a text; none if it is missing or not readable.
    package static func details(_ text: String?) -> [Detail] {
        if text == "[]" { return [] }
        return text.flatMap { try? JSONDecoder().decode([Detail].self, from: Data($0.utf8)) } ?? []
    }

    /// The text for details.
    package static func text(_ details: [Detail]) -> String {
        if details.isEmpty { return "[]" }
        // What has not changed must be the same text in every run.
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        return (try? encoder.encode(details)).map { String(decoding: $0, as: UTF8.self) } ?? "[]"
    }

    /// The same for a column that is NULL where there is nothing, as nearly always.
    package static func optionalText(_ details: [Detail]) -> String? { details.isEmpty ? nil : text(details) }

    /// The schedule in a text.
    package static func schedule(_ text: String?) -> Schedule? {
        text.flatMap { try? JSONDecoder().decode(Schedule.self, from: Data($0.utf8)) }
    }

    /// The text for a schedule.
    package static func text(_ schedule: Schedule) -> String? {
        (try? JSONEncoder().encode(schedule)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Adds to an item what few items have; `nil` for what it does not have.
    package static func add(digest: String?, mirrors: String?, pieces: String?, to item: inout Item) {
        if let digest { item.digest = ExpectedDigest(text: digest, origin: .catalog) }
        if let mirrors { item.mirrors = mirrors.split(separator: "\n").map(String.init) }
        if let pieces { item.pieces = PieceDigests(text: pieces) }
    }

    /// The mirrors of an item as they are, one a line; `nil` for none.
    package static func mirrors(of item: Item) -> String? {
        // An address that is resolved has no line break.
        let mirrors = item.mirrors.filter { !$0.hasControls }
        return mirrors.isEmpty ? nil : mirrors.joined(separator: "\n")
    }
}
