import CarrelBrowse
import CarrelTesting
import Foundation
import Testing

/// docs/Browse.md tells the keys that there are.
@Suite struct BrowsePageTests {
    @Test func `the page lists every key of the browser, with its words`() throws {
        let page = try String(contentsOf: Project.folder.appending(path: "docs/Browse.md"), encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }.map(String.init)
        let expected = KeyTable.all.map { binding in
            "| \(binding.names.map { "`\($0)`" }.joined(separator: ", ")) | \(binding.words) |"
        }
        #expect(rows == expected)
    }
}
