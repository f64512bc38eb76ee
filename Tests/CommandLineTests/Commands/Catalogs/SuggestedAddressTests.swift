import CarrelTesting
import Foundation
import Testing

/// Which of several values a proposed mapping takes for the address of a document, and for its title.
@Suite(.timeLimit(.minutes(2))) struct SuggestedAddressTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.write("empty.toml", "")
    }

    /// The lines of a mapping that is proposed for a list of two entries, which differ by a number in the place of `*`.
    private func proposed(_ entry: String) async throws -> [String] {
        let entries = ["1", "2"].map { entry.replacing("*", with: $0) }
        try workspace.write("list.json", "[\(entries.joined(separator: ","))]")
        let proposal = try await workspace.carrel("map", "suggest", "--config", "empty.toml", "list.json")
        #expect(proposal.status == 0, "\(proposal.error)")
        return proposal.output.split(separator: "\n").map(String.init)
    }

    @Test(arguments: [
        (
            #"{"name": "*.pdf", "url": "https://api.x/*", "html_url": "https://x/*", "download_url": "https://raw.x/*.pdf"}"#,
            "download_url"
        ),
        (
            #"{"name": "*", "webUrl": "https://x/*", "@graph.downloadUrl": "https://x/dl/*"}"#,
            "@['@graph.downloadUrl']"
        ),
        (
            #"{"name": "*", "link": "https://x/?p=*", "thumb": "https://x/*.png", "source_url": "https://x/*.pdf"}"#,
            "source_url"
        ),
        (#"{"name": "*", "url": "https://x/*", "thumbnail": "https://x/*.png"}"#, "url"),
        (#"{"name": "*", "url": "https://x/*", "site": "https://x.example"}"#, "url"),
        (#"{"titel": "*", "dateiname": "*.pdf", "pfad": "/dl/*"}"#, "pfad"),
    ])
    func `the address is that of the file`(entry: String, expected: String) async throws {
        let lines = try await proposed(entry)
        #expect(lines.contains("url = \"\(expected)\""), "\(lines)")
    }

    @Test func `a secret in the address of a list is in a variable, not in the proposal`() async throws {
        let server = try LoopbackServer()
        let list = #"[{"title": "One", "url": "/1.txt"}, {"title": "Two", "url": "/2.txt"}]"#
        server.on("/list", .document(list, entityTag: "\"1\"", mediaType: "application/json"))
        let secret = "s3cret-that-nobody-sees"
        let place = server.address("/list?token=\(secret)&format=json")
        let proposal = try await workspace.carrel("map", "suggest", "--config", "empty.toml", place)
        #expect(
            proposal.output.contains("/list?token={key}&format=json\"\n")
                && proposal.output.contains("\nkey = \"env:KEY\""), "\(proposal.output)\(proposal.error)")
        #expect(!proposal.output.contains(secret))
        try workspace.write("proposed.toml", proposal.output)
        let tested = try await workspace.carrel(
            "map", "test", "--config", "proposed.toml", environment: ["KEY": secret])
        #expect(tested.status == 0 && tested.output.contains("Two"), "\(tested.output)\(tested.error)")
        #expect(server.requests.map(\.target).allSatisfy { $0.contains("token=\(secret)&") })
    }

    @Test func `a list of bare addresses is one`() async throws {
        let lines = try await proposed(#""https://x/*.pdf""#)
        #expect(lines.contains("at = \"$[*]\"") && lines.contains("url = \"@\""), "\(lines)")
    }

    @Test func `a title within what says how it is written is one`() async throws {
        let lines = try await proposed(#"{"title": {"rendered": "Week *"}, "url": "https://x/*.pdf"}"#)
        #expect(lines.contains("title = \"@.title.rendered\""), "\(lines)")
    }
}
