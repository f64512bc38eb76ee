import Foundation
import Testing

/// What a proposed mapping calls the links of a page.
@Suite(.timeLimit(.minutes(2))) struct SuggestedTitleTests {
    private let workspace: Workspace

    init() throws {
        workspace = try Workspace()
        try workspace.write("empty.toml", "")
    }

    @Test func `links that all say the same are named by their row or their card`() async throws {
        func row(_ number: Int) -> String {
            let link = "<a href='files/\(number).txt'>"
            return "<tr><td>2026-0\(number)-01</td><td>Minutes \(number)</td><td>\(link)PDF</a></td></tr>"
        }
        func pair(_ number: Int) -> String {
            let links = ["Slides", "Notes"].map { "<a href='files/\(number)\($0).txt'>\($0)</a>" }
            return "<tr><td>Lecture \(number)</td><td>\(links.joined(separator: " "))</td></tr>"
        }
        func card(_ number: Int) -> String {
            "<div class='card'><h3>Sheet \(number)</h3><p><a href='files/\(number).txt'>Download</a></p></div>"
        }
        for (part, line, title) in [
            (row, #"title = "ancestor::tr[1]/*[2]""#, "Minutes 2"),
            (
                pair, #"title = { at = "ancestor::tr[1]/*[1]", template = "{value} {.}" }"#,
                "Lecture 2 Slides"
            ), (card, #"title = "ancestor::*[h3][1]/h3[1]""#, "Sheet 2"),
        ] {
            let rows = (1...3).map(part).joined()
            let list = rows.hasPrefix("<tr>") ? "<table class='list'>\(rows)</table>" : rows
            try workspace.write("list.html", "<!DOCTYPE html><html><body>\(list)</body></html>")
            let proposal = try await workspace.carrel("map", "suggest", "--config", "empty.toml", "list.html")
            let found = proposal.output.split(separator: "\n").map(String.init)
            #expect(found.contains(line), "\(proposal.output)\(proposal.error)")
            try workspace.write("proposed.toml", proposal.output)
            let tested = try await workspace.carrel("map", "test", "--config", "proposed.toml")
            #expect(tested.output.contains(title), "\(tested.output)\(tested.error)")
        }
    }

    @Test func `a page with very many places of links does not keep anybody waiting`() async throws {
        let lines = (0..<20_000).map { "<p class='c\($0)'><a href='\($0).pdf'>PDF</a></p>" }
        try workspace.write("list.html", "<!DOCTYPE html><html><body>\(lines.joined())</body></html>")
        let proposal = try await workspace.carrel("map", "suggest", "--config", "empty.toml", "list.html")
        #expect(proposal.output.contains("[parse.items]"), "\(proposal.output)\(proposal.error)")
    }
}
