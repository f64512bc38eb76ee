import CarrelBasics
import CarrelHTTP
import CarrelMarkup
import CarrelModel
import CarrelRegex
import CarrelStages
import Foundation

/// Gets the values of a mapping's fields out of one document, and counts what each matched.
final class FieldReader {
    // More values of one field are of no use to anybody.
    private static let maxValues = 100
    private static let maxText = 128 << 10
    private static let maxLine = 8192

    let document: any MapDocument
    private let budget: CatalogBudget
    private var formatters: [MapDate: [DateFormatter]] = [:]
    private var counts: [String: MappingTrace.Field] = [:]
    // A fault of an expression is reported once, not for each item.
    private var faults: Set<String> = []
    var problems: ProblemList

    init(_ document: any MapDocument, _ budget: CatalogBudget) {
        self.document = document
        self.budget = budget
        problems = document.problems
    }

    /// What each field matched.
    func counted(_ fields: [MapField]) -> [MappingTrace.Field] {
        fields.map { counts[$0.name] ?? MappingTrace.Field(name: $0.name) }
    }

    /// The places that an expression selects; what is wrong with it is reported.
    func nodes(_ expression: MapExpression?, from node: MapNode) -> [MapNode] {
        do throws(MapFault) {
            return try document.nodes(expression, from: node)
        } catch {
            report(error, at: node)
            return []
        }
    }

    /// Visits the places that an expression selects from the document's root.
    ///
    /// - Returns: whether it counts; `false` if the document has to be repaired and read again.
    func visit(_ expression: MapExpression?, _ body: (MapNode) -> Void) -> Bool {
        let known = document.problems.problems.count
        defer {
            for problem in document.problems.problems.dropFirst(known) {
                problems.add(problem)
            }
        }
        do throws(MapFault) {
            return try document.visit(expression, body)
        } catch {
            report(error, at: document.root)
            return true
        }
    }

    // MARK: Kinds of values

    func line(_ field: MapField?, at node: MapNode) -> String? {
        value(field, at: node)?.prefix(utf8: Self.maxLine).text.singleLine.nonEmpty
    }

    func title(_ field: MapField?, at node: MapNode) -> String? {
        line(field, at: node)?.titleText.nonEmpty
    }

    /// A text of several lines.
    func text(_ field: MapField, at node: MapNode) -> String? {
        value(field, at: node)?.readable.trimmed.nonEmpty
    }

    /// The address of the next page; `nil` also for a link of a page that leads nowhere, as behind the last one.
    func nextPage(_ field: MapField, at node: MapNode) -> String? {
        url(field, at: node, ignoring: \.leadsNowhere)
    }

    /// An absolute URL.
    func url(
        _ field: MapField?, at node: MapNode, ignoring isIgnored: (String) -> Bool = { _ in false }
    ) -> String? {
        guard let field, let text = value(field, at: node, isAddress: true) else { return nil }
        let reference = text.addressText
        if isIgnored(reference) { return nil }
        let resolved =
            field.base.map { URLReference.resolve(reference, against: $0) } ?? budget.resolve(reference)
        guard let resolved, budget.isFetchable(resolved) else {
            problems.add(
                document.place(of: node),
                "\(field.name): “\(reference.titleText)” is no address of a document", gap: .lasting)
            return nil
        }
        return resolved
    }

    /// A number of bytes.
    func size(_ field: MapField?, at node: MapNode) -> Int64? {
        guard let field, let text = line(field, at: node) else { return nil }
        guard let size = Int64(text), size >= 0 else {
            problems.add(
                document.place(of: node), "\(field.name): “\(text.titleText)”, expected a number of bytes")
            return nil
        }
        return size
    }

    /// A digest in hexadecimal digits; its length tells the algorithm.
    func digest(_ field: MapField?, at node: MapNode) -> ExpectedDigest? {
        guard let field, let text = line(field, at: node) else { return nil }
        let hex = text.split(separator: ":").last.map(String.init) ?? text
        let digests = DigestAlgorithm.allCases.lazy.compactMap {
            ExpectedDigest($0, hex: hex, origin: .catalog)
        }
        if let digest = digests.first { return digest }
        problems.add(
            document.place(of: node),
            "\(field.name): “\(text.titleText)”, expected a SHA-256, SHA-512, SHA-1 or MD5 digest")
        return nil
    }

    // MARK: Values

    private func value(_ field: MapField?, at node: MapNode, isAddress: Bool = false) -> String? {
        guard let field else { return nil }
        let found = found(field, at: node, isAddress)
        counts[field.name, default: MappingTrace.Field(name: field.name)].count(found)
        return found ?? field.fallback
    }

    /// The value after every step that the field asks for, in the order in which `MapField` lists them.
    private func found(_ field: MapField, at node: MapNode, _ isAddress: Bool) -> String? {
        var value = raw(field, at: node, isAddress)
        if field.isMarkup { value = value.map { HTMLFragment.text($0) } }
        value = value?.prefix(utf8: Self.maxText).text.trimmed.nonEmpty
        if let text = value, let pattern = field.pattern {
            let groups = pattern.firstMatch(in: text)
            guard !groups.isEmpty else { return nil }
            value =
                field.replacement.map { Self.filled($0, groups) }
                ?? (groups.count > 1 ? groups[1] : groups[0])
        }
        if let text = value, let date = field.date {
            let readers = formatters[date] ?? date.makeFormatters()
            formatters[date] = readers
            guard let written = date.text(text, readers) else {
                problems.add(
                    document.place(of: node),
                    "\(field.name): “\(text.titleText)”, expected a date as \(date.expectation)")
                return nil
            }
            value = written
        }
        if let text = value, let meant = field.lookup[text] { value = meant }
        if let template = field.template { value = filled(template, value, at: node, isAddress) }
        return value?.nonEmpty
    }

    private func raw(_ field: MapField, at node: MapNode, _ isAddress: Bool) -> String? {
        for expression in field.expressions {
            var texts = texts(expression, at: node, most: field.join == nil ? 1 : Self.maxValues)
            // Services write `false` where there is not an address.
            if isAddress { texts.removeAll { $0 == "false" } }
            if let join = field.join, !texts.isEmpty { return texts.joined(separator: join) }
            if let first = texts.first { return first }
        }
        return nil
    }

    private func texts(_ expression: MapExpression, at node: MapNode, most: Int) -> [String] {
        do throws(MapFault) {
            return try document.texts(expression, from: node, most: most).filter(\.saysSomething)
        } catch {
            report(error, at: node)
            return []
        }
    }

    private func filled(
        _ template: MapTemplate, _ value: String?, at node: MapNode, _ isAddress: Bool
    ) -> String? {
        if template.needsValue, value == nil { return nil }
        var text = ""
        for part in template.parts {
            switch part {
            case .text(let literal): text += literal
            case .value: text += Self.part(value ?? "", isAddress)
            case .expression(let expression):
                guard let found = texts(expression, at: node, most: 1).first else { return nil }
                text += Self.part(found.trimmed, isAddress)
            }
            guard text.utf8.count <= Self.maxText else { return nil }
        }
        return text
    }

    /// A value within a template: in an address with what addresses do not have escaped.
    private static func part(_ value: String, _ isAddress: Bool) -> String {
        guard isAddress else { return value }
        return value.percentEncoded {
            $0.isURLUnreserved || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "%")
        }
    }

    /// A replacement with `\1` … `\9` and `\0` for groups.
    private static func filled(_ replacement: String, _ groups: [String?]) -> String {
        var text = ""
        var rest = replacement[...]
        while let character = rest.popFirst() {
            guard character == "\\", let next = rest.popFirst() else {
                text.append(character)
                continue
            }
            if let group = next.wholeNumberValue, next.isASCII {
                if groups.indices.contains(group) { text += groups[group] ?? "" }
            } else {
                text.append(next)
            }
        }
        return text
    }

    private func report(_ fault: MapFault, at node: MapNode) {
        guard faults.insert(fault.reason).inserted else { return }
        problems.add(document.place(of: node), fault.reason, gap: .lasting)
    }
}

extension MappingTrace.Field {
    /// Counts that the field was asked for, and what it gave.
    fileprivate mutating func count(_ found: String?) {
        asked += 1
        guard let found else { return }
        matched += 1
        if example == nil { example = found.titleText }
    }
}

extension String {
    /// Whether it is a link to its own page, or to a script that does nothing.
    fileprivate var leadsNowhere: Bool {
        if hasPrefix("#") { return true }
        let script = lowercased().filter { !$0.isWhitespace && !"();".contains($0) }
        return ["javascript:", "javascript:void", "javascript:void0"].contains(script)
    }

    /// Whether there is anything but white space in it; letters of English, which are most, are not looked up.
    fileprivate var saysSomething: Bool {
        utf8.contains { (0x21..<0x7F).contains($0) } || contains { !$0.isWhitespace }
    }
}
