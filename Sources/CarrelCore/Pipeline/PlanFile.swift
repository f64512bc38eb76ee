import Foundation

/// Plans as text: one JSON object a line, for each plan one for itself, then one an entry.
public enum PlanFile {
    /// The version of the format.
    public static let version = 1
    /// The largest plan that is read, in bytes.
    public static let maxSize = 2 << 30

    /// Why a plan could not be read.
    public struct DecodingFailure: Error, Sendable, Hashable, CustomStringConvertible {
        /// The line, from 1.
        public let line: Int
        /// What was found and what was expected.
        public let reason: String

        /// The line and the reason.
        public var description: String { "line \(line): \(reason)" }
    }

    private struct Header: Codable {
        var plan: Int
        var catalog: String
    }

    private struct Row: Decodable {
        var action: PlanEntry.Action
        var reason: String
        var collection: String
        var item: String
        var title: String
        var url: String?
        var bytes: Int64?
        var size: Int64?
        var digest: String?
        var duplicateOf: String?
    }

    /// The first line.
    public static func header(of plan: Plan) -> String {
        JSONText.line(Header(plan: version, catalog: plan.catalog)) ?? ""
    }

    /// The line of an entry.
    public static func line(of entry: PlanEntry) -> String {
        var line = JSONObjectText()
        line.add("action", entry.action.rawValue)
        line.add("bytes", entry.bytes)
        line.add("collection", entry.collection)
        line.add("digest", entry.item.digestText)
        line.add("duplicateOf", entry.item.duplicateOf)
        line.add("item", entry.item.id)
        line.add("reason", entry.reason)
        line.add("size", entry.item.size)
        line.add("title", entry.item.title)
        line.add("url", entry.item.url)
        return line.text
    }

    /// Reads plans.
    ///
    /// - Parameter data: the text.
    /// - Returns: the plans in their order, at least one; their URLs are checked when they are applied.
    /// - Throws: `DecodingFailure` for the first line that is not one of a plan.
    public static func decode(_ data: Data) throws(DecodingFailure) -> [Plan] {
        guard data.count <= maxSize else {
            throw DecodingFailure(line: 1, reason: "the plan is larger than 2 GiB")
        }
        let decoder = JSONDecoder()
        var plans: [Plan] = []
        for (index, line) in data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
            .enumerated()
        {
            let bytes = Data(line)
            if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
            if let row = plans.isEmpty ? nil : try? decoder.decode(Row.self, from: bytes) {
                plans[plans.count - 1].entries.append(try entry(row, line: index + 1))
            } else {
                let catalog = try header(
                    bytes, isFirst: plans.isEmpty, line: index + 1, decoder: decoder)
                plans.append(Plan(catalog: catalog, entries: []))
            }
        }
        guard !plans.isEmpty else { throw DecodingFailure(line: 1, reason: "the plan is empty") }
        return plans
    }

    /// The catalogue of the plan that begins with a line.
    private static func header(
        _ bytes: Data, isFirst: Bool, line: Int, decoder: JSONDecoder
    ) throws(DecodingFailure) -> String {
        guard let header = try? decoder.decode(Header.self, from: bytes) else {
            if isFirst {
                throw DecodingFailure(
                    line: line, reason: "not a plan; expected {\"catalog\":…,\"plan\":\(version)}")
            }
            let actions = PlanEntry.Action.allCases.map(\.rawValue).joined(separator: ", ")
            throw DecodingFailure(
                line: line,
                reason:
                    "not an entry; expected an object with action (\(actions)), reason, collection, item and title"
            )
        }
        guard header.plan == version else {
            throw DecodingFailure(line: line, reason: "plan version \(header.plan); expected \(version)")
        }
        return header.catalog
    }

    private static func entry(_ row: Row, line: Int) throws(DecodingFailure) -> PlanEntry {
        var digest: ExpectedDigest?
        if let text = row.digest {
            digest = ExpectedDigest(text: text, origin: .catalog)
            guard digest != nil else {
                throw DecodingFailure(
                    line: line, reason: "not a digest; expected sha-256= or sha-512= and its digits")
            }
        }
        var item = Item(title: row.title, url: row.url, size: row.size, digest: digest)
        item.id = row.item
        item.duplicateOf = row.duplicateOf
        return PlanEntry(
            row.action, reason: row.reason, collection: row.collection, item: item, bytes: row.bytes)
    }
}
