import CarrelJSON
import CarrelJSONPath
import CarrelTesting
import Foundation
import Testing

/// The compliance suite of JSONPath (github.com/jsonpath-standard).
@Suite(
    .enabled(if: ComplianceSuite.isPresent, "needs the folder ../shared/corpora/jsonpath"),
    .timeLimit(.minutes(1)))
struct JSONPathComplianceTests {
    @Test func `every query that is none is refused with its column`() throws {
        for test in try ComplianceSuite.tests() where test["invalid_selector"]?.boolean == true {
            let selector = try #require(test["selector"]?.string)
            do throws(JSONPathSyntaxError) {
                _ = try JSONPathQuery(selector)
                Issue.record("\(test["name"]?.string ?? ""): \(selector) was taken")
            } catch {
                #expect((1...(selector.unicodeScalars.count + 1)).contains(error.column))
            }
        }
    }

    @Test func `every query selects what the suite says, at the places that it says`() throws {
        var count = 0
        for test in try ComplianceSuite.tests() where test["invalid_selector"]?.boolean != true {
            let selector = try #require(test["selector"]?.string)
            let document = try #require(test["document"])
            let found = try JSONPathQuery(selector).nodes(in: document)
            let name = "\(test["name"]?.string ?? ""): \(selector)"
            let values = found.map(ComplianceSuite.text)
            #expect(ComplianceSuite.lists(test, "result").contains(values), "\(name) gave \(values)")
            let places = found.map { ComplianceSuite.place(of: $0, below: document) }
            let expected = ComplianceSuite.lists(test, "result_path")
            if !expected.isEmpty {
                #expect(expected.contains(places.map { "\"\($0)\"" }), "\(name) went to \(places)")
            }
            count += 1
        }
        #expect(count > 400)
    }
}

extension JSONPathQuery {
    /// The values that the query selects in a document.
    func nodes(in root: JSONNode) throws(JSONPathStop) -> [JSONNode] {
        var evaluation = JSONPathEvaluation(root: root)
        return try evaluation.nodes(self, from: root)
    }
}

enum ComplianceSuite {
    private static let file = RealData.folder.deletingLastPathComponent().appending(
        path: "corpora/jsonpath/cts.json")

    static var isPresent: Bool { FileManager.default.fileExists(atPath: file.path) }

    static func tests() throws -> [JSONNode] {
        let root = try JSONDocument(Data(contentsOf: file)).root
        return Array(try #require(root["tests"]?.elements))
    }

    /// The lists of which one must come: that of `result`, or those of `results`; the same for paths.
    static func lists(_ test: JSONNode, _ name: String) -> [[String]] {
        let (one, several) =
            name == "result" ? ("result", "results") : ("result_paths", "results_paths")
        let lists = test[several]?.elements.map { Array($0) } ?? [test[one]].compactMap(\.self)
        return lists.map { list in list.elements?.map { text($0) } ?? [] }
    }

    /// A value as JSON, members by their names.
    static func text(_ node: JSONNode) -> String {
        if let elements = node.elements { return "[\(elements.map(text).joined(separator: ","))]" }
        if let members = node.members {
            let texts = members.map { "\"\($0.name)\":\(text($0.node))" }.sorted()
            return "{\(texts.joined(separator: ","))}"
        }
        return node.string.map { "\"\($0)\"" } ?? node.summary
    }

    /// The normalised path (RFC 9535, section 2.7).
    static func place(of node: JSONNode, below document: JSONNode) -> String {
        let (all, above) = (steps(node.path), steps(document.path))
        return "$" + all.dropFirst(above.count).joined()
    }

    private static func steps(_ path: JSONPath) -> [String] {
        switch path {
        case .root: []
        case .element(let parent, let index): steps(parent) + ["[\(index)]"]
        case .member(let parent, let name): steps(parent) + ["['\(escaped(name))']"]
        }
    }

    /// A text as a string of JSON.
    static func quoted(_ text: String) -> String {
        let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
        return "\"\(escaped.replacing("\n", with: "\\n"))\""
    }

    private static func escaped(_ name: String) -> String {
        name.unicodeScalars.map { scalar in
            switch scalar {
            case "'": "\\'"
            case "\\": "\\\\"
            case "\u{8}": "\\b"
            case "\u{C}": "\\f"
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case ..<" ": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
            default: String(scalar)
            }
        }.joined()
    }
}
