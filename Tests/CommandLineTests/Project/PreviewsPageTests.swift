import CarrelTesting
import Foundation
import Testing

/// docs/Previews.md: what it shows is what happens.
@Suite(.timeLimit(.minutes(2)))
struct PreviewsPageTests {
    /// The part of the page that is followed: what else it shows needs a library.
    private static func example(_ page: String) -> String {
        let part = page.components(separatedBy: "### An example").dropFirst().first
        return part?.components(separatedBy: "\n## ").first ?? ""
    }

    @Test func `the example of a command works as written, and prints what the page shows`() async throws {
        let workspace = try Workspace()
        var output = ""
        var compared = 0
        for step in try PageOfCommands("docs/Previews.md", changing: Self.example).steps {
            switch step {
            case .profile(let text): try workspace.write("carrel.toml", text)
            case .output(let lines):
                #expect(PageOfCommands.missing(lines, in: output) == [], "\(output)")
                compared += 1
            case .session: Issue.record("a block of another page's kind")
            case .commands(let text):
                let result = try await workspace.shell(text)
                output = result.output
                #expect(result.status == 0, "\(text): \(result.error)")
            }
        }
        #expect(compared >= 1)
    }

    @Test func `the schema of what commands write names every key that the page does`() throws {
        let folder = Project.folder.appending(path: "docs")
        let schema =
            try JSONSerialization.jsonObject(
                with: Data(contentsOf: folder.appending(path: "preview-command.schema.json")))
            as? [String: Any]
        let keys = try #require(schema?["properties"] as? [String: Any]).keys
        let page = String(
            decoding: try Data(contentsOf: folder.appending(path: "Previews.md")), as: UTF8.self)
        #expect(keys.count == 8)
        for key in keys { #expect(page.contains("\n| `\(key)` |"), "\(key)") }
    }
}
