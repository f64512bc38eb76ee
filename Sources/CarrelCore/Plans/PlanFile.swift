import CarrelBasics
import CarrelHTTP
import CarrelModel
import Foundation

/// Plans as text, one JSON object for each line: a header for each plan, then its entries.
public enum PlanFile {
    /// The version of the format.
    public static let version = 1
    /// The largest plan that is read, in bytes.
    public static let maxSize = 1 << 30
    /// The longest line of a plan, in bytes.
    public static let maxLine = 2 << 20

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
        /// Whether it came from a public address; left out if it did not.
        var isPublic: Bool?
        /// Its name.
        var catalogName: String?
        /// When it was read, in milliseconds since 1970.
        var readAt: Int64?
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
        var mirrors: [String]?
        var path: String?
        var pieces: String?
    }

    /// The first line of a plan.
    public static func header(of plan: Plan) -> String {
        let header = Header(
            plan: version, catalog: plan.catalog, isPublic: plan.isPublic ? true : nil,
            catalogName: plan.catalogName, readAt: plan.readAt)
        return JSONText.line(header) ?? ""
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
        line.add("mirrors", json: entry.item.mirrors.isEmpty ? nil : JSONText.line(entry.item.mirrors))
        line.add("path", entry.item.path)
        line.add("pieces", entry.item.pieces?.text)
        line.add("reason", entry.reason)
        line.add("size", entry.item.size)
        line.add("title", entry.item.title)
        line.add("url", entry.item.url)
        return line.text
    }

    /// Reads plans.
    ///
    /// - Parameter data: the text.
    /// - Returns: the plans in order, at least one; their URLs are only checked when they are applied.
    /// - Throws: `DecodingFailure` for the first line that does not belong to a plan.
    public static func decode(_ data: Data) throws(DecodingFailure) -> [Plan] {
        var reader = Reader()
        _ = data.withUnsafeBytes { reader.take($0) }
        return try reader.finish()
    }

    /// Reads plans piece by piece, so that anything else is refused before much of it is read.
    public struct Reader {
        private let decoder = JSONDecoder()
        private var plans: [Plan] = []
        private var rest = Data()
        private var line = 0
        private var failure: DecodingFailure?

        public init() {}

        /// Takes the next piece, and says whether to go on: not after an error.
        public mutating func take(_ bytes: UnsafeRawBufferPointer) -> Bool {
            var bytes = bytes[...]
            while failure == nil, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
                add(bytes[..<end])
                if failure == nil { readLine() }
                bytes = bytes[(end + 1)...]
            }
            if failure == nil { add(bytes) }
            return failure == nil
        }

        /// Ends the reading, and returns the plans.
        ///
        /// - Throws: `DecodingFailure` for the first line that does not belong to a plan.
        public mutating func finish() throws(DecodingFailure) -> [Plan] {
            if failure == nil, !rest.isEmpty { readLine() }
            if let failure { throw failure }
            guard !plans.isEmpty else { throw DecodingFailure(line: 1, reason: "the plan is empty") }
            return plans
        }

        private mutating func add(_ bytes: Slice<UnsafeRawBufferPointer>) {
            guard rest.count + bytes.count <= maxLine else {
                failure = DecodingFailure(
                    line: line + 1,
                    reason:
                        "a line of more than \(ByteCount(Int64(maxLine))); the lines of a plan are shorter")
                return
            }
            rest.append(contentsOf: bytes)
        }

        private mutating func readLine() {
            line += 1
            defer { rest.removeAll(keepingCapacity: true) }
            do throws(DecodingFailure) { try read(rest) } catch { failure = error }
        }

        private mutating func read(_ bytes: Data) throws(DecodingFailure) {
            if bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { return }
            if let row = plans.isEmpty ? nil : try? decoder.decode(Row.self, from: bytes) {
                plans[plans.count - 1].entries.append(try entry(row, line: line))
            } else {
                let header = try header(bytes, isFirst: plans.isEmpty, line: line, decoder: decoder)
                var plan = Plan(catalog: header.catalog, entries: [], isPublic: header.isPublic == true)
                (plan.readAt, plan.catalogName) = (header.readAt, header.catalogName)
                plans.append(plan)
            }
        }
    }

    /// Reads the header of a plan.
    private static func header(
        _ bytes: Data, isFirst: Bool, line: Int, decoder: JSONDecoder
    ) throws(DecodingFailure) -> Header {
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
        return header
    }

    private static func entry(_ row: Row, line: Int) throws(DecodingFailure) -> PlanEntry {
        guard [row.collection, row.item, row.duplicateOf ?? ""].allSatisfy(CombiningMarks.areFew) else {
            throw DecodingFailure(line: line, reason: "an identity with too many combining marks")
        }
        var digest: ExpectedDigest?
        if let text = row.digest {
            digest = ExpectedDigest(text: text, origin: .catalog)
            guard digest != nil else {
                throw DecodingFailure(
                    line: line,
                    reason: "not a digest; expected an algorithm, such as sha-256, = and the digits")
            }
        }
        var item = Item(title: row.title, url: row.url, size: row.size, digest: digest)
        item.id = row.item
        item.duplicateOf = row.duplicateOf
        if let path = row.path { item.details = [Detail("Path", path, key: .path)] }
        item.mirrors = row.mirrors ?? []
        item.pieces = row.pieces.flatMap(PieceDigests.init(text:))
        return PlanEntry(
            row.action, reason: row.reason, collection: row.collection, item: item, bytes: row.bytes)
    }
}
