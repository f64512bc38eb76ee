import CarrelModel
import Foundation
import Testing

/// Tables whose cells take several rows or columns.
@Suite(.timeLimit(.minutes(1)))
struct PageTableTests {
    private func show(_ rows: String) async throws -> String {
        try await Pages.show("<table>\(rows)</table>").text
    }

    @Test
    func `a cell that takes two rows leaves the next ones under their headings`() async throws {
        let text = try await show(
            """
            <tr><td>Zeit</td><td>Mo</td><td>Di</td></tr><tr><td>8:15</td><td rowspan=2>Analysis</td><td>Physik</td></tr>
            <tr><td>9:15</td><td>Chemie</td></tr>
            """)
        #expect(
            text == """
                | Zeit | Mo | Di |
                | --- | --- | --- |
                | 8:15 | Analysis | Physik |
                | 9:15 |  | Chemie |
                """)
    }

    @Test(arguments: [
        "<caption>Tides</caption><tr><th>When<th>How<tr><td>noon<td>high",
        "<tbody><tr><th>When<th>How<tr><td>noon<td>high</tr><caption><b>Tides</b></caption>",
    ])
    func `the caption of a table stands before it`(rows: String) async throws {
        let text = try await show(rows)
        #expect(text == "Tides\n\n| When | How |\n| --- | --- |\n| noon | high |")
    }

    @Test
    func `the caption of a table in a cell stands once`() async throws {
        let text = try await show(
            "<tr><th>When<th>How<tr><td>noon<td><table><caption>Inner</caption><tr><td>high</table>")
        #expect(text.components(separatedBy: "Inner").count == 2, "\(text)")
    }

    @Test
    func `a cell that takes two columns leaves the second empty`() async throws {
        let text = try await show(
            """
            <tr><th>Port</th><th colspan=2>High water</th><th>Moon</th></tr>
            <tr><td>Dover</td><td>6:10</td><td>18:40</td><td>new</td></tr>
            """)
        #expect(text.hasPrefix("| Port | High water |  | Moon |"))
        #expect(text.hasSuffix("| Dover | 6:10 | 18:40 | new |"))
    }

    @Test
    func `no cell reaches out of its part of the table`() async throws {
        let text = try await show(
            """
            <thead><tr><th rowspan=0>a</th><th>b</th></tr></thead>
            <tbody><tr><td>1</td><td>2</td></tr><tr><td rowspan=3>3</td><td>4</td></tr></tbody>
            """)
        #expect(text.hasSuffix("| 1 | 2 |\n| 3 | 4 |"))
    }

    @Test(arguments: ["0", "-3", "x", "", "2x"])
    func `what is no number of columns is one`(columns: String) async throws {
        let text = try await show(
            "<tr><td>a</td><td>b</td><td>c</td></tr><tr><td colspan=\"\(columns)\">1</td><td>2</td><td>3</td></tr>"
        )
        #expect(columns == "2x" ? text.hasSuffix("| 1 |  | 2 | 3 |") : text.hasSuffix("| 1 | 2 | 3 |"))
    }

    @Test
    func `numbers beyond all tables take neither time nor room`() async throws {
        let cell = "<td colspan=99999999999 rowspan=99999999999>x</td>"
        let wide = try await show(
            String(repeating: "<tr>\(String(repeating: cell, count: 20))</tr>", count: 200))
        #expect(wide.utf8.count < 1 << 20)
        let row = "<tr><td>a</td><td>b</td></tr>"
        let tall = try await show(
            "<tr><td>a</td><td colspan=1000>b</td><td rowspan=65534>c</td></tr>"
                + String(repeating: row, count: 5000))
        #expect(tall.contains("a"))
    }

    @Test
    func `cells that reach over all columns make no table of one that has only one`() async throws {
        let text = try await show("<tr><td colspan=2>One</td></tr><tr><td colspan=2>Two</td></tr>")
        #expect(text == "One\n\nTwo")
    }
}
