import CarrelTesting
import Foundation
import Testing

/// docs/CatalogForm.md and docs/catalog.schema.json say what the parser `carrel` reads.
@Suite(.timeLimit(.minutes(1)), .enabled(if: JSONSchema.canBeRead, "needs python3-jsonschema"))
struct CatalogFormPageTests {
    private let workspace: Workspace
    private let schema: JSONSchema

    init() throws {
        workspace = try Workspace()
        schema = JSONSchema(workspace)
    }

    private func page() throws -> String {
        let file = Project.folder.appending(path: "docs/CatalogForm.md")
        return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    }

    private func example() throws -> String {
        let block = try page().components(separatedBy: "```jsonl\n").dropFirst().first
        return try #require(block?.components(separatedBy: "\n```").first) + "\n"
    }

    @Test func `the samples and the page's example are as the schema says`() async throws {
        let paths = try SampleData.paths("jsonl")
        #expect(paths.count >= 2)
        for path in paths {
            let lines = String(decoding: try SampleData.data(path), as: UTF8.self)
            #expect(try await schema.problems("catalog", lines) == nil, "\(path)")
        }
        #expect(try await schema.problems("catalog", try example()) == nil)
    }

    @Test(arguments: [
        #"{"carrel": 2}"#, #"{"title": "No head"}"#, "{\"carrel\": 1}\n{\"type\": \"note\"}",
        "{\"carrel\": 1}\n{\"type\": \"item\"}",
        "{\"carrel\": 1}\n{\"type\": \"item\", \"title\": \"A\", \"size\": -1}",
        "{\"carrel\": 1}\n{\"type\": \"meeting\", \"day\": \"mon\", \"time\": \"09:00\"}",
    ])
    func `the schema refuses what the parser refuses`(lines: String) async throws {
        #expect(try await schema.problems("catalog", lines + "\n") != nil)
    }

    @Test func `blank lines are nothing wrong, and a line that is not JSON is named`() async throws {
        let item = #"{"type": "item", "title": "A"}"#
        #expect(try await schema.problems("catalog", "\n{\"carrel\": 1}\n\n\(item)\n") == nil)
        let problems = try await schema.problems("catalog", "{\"carrel\": 1}\nA | a.pdf\n\(item)\n")
        #expect(problems?.contains("line 2: column 1 is not JSON") == true, "\(problems ?? "")")
    }

    @Test func `the page's example is read as it says`() async throws {
        try workspace.write("school.jsonl", try example())
        let result = try await workspace.carrel("sync", "--dry-run", "school.jsonl")
        #expect(result.status == 0, "\(result.error)")
        #expect(result.output.contains("Reading a chart"), "\(result.output)")
    }

    @Test func `the page names every key of the schema`() throws {
        let file = Project.folder.appending(path: "docs/catalog.schema.json")
        let schema = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any]
        let definitions = try #require(schema?["$defs"] as? [String: [String: Any]])
        let page = try page()
        for (name, definition) in definitions {
            for key in (definition["properties"] as? [String: Any] ?? [:]).keys {
                #expect(page.contains("`\(key)`"), "\(name).\(key)")
            }
        }
    }
}
