import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTables
import Foundation
import TablePreviewing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct TablePreviewerTests {
    private func show(
        _ text: String, _ type: String = "text/csv", limits: PreviewLimits = PreviewLimits()
    ) async throws -> Preview {
        try await preview(text, as: type, with: TablePreviewer(), limits: limits)
    }

    @Test(arguments: [
        ("a,b\n1,2\n", "comma"), ("a;b\n1,5;2,5\n3;4\n", "semicolon"), ("a\tb\n1\t2,3\n", "tab"),
        ("a|b\n1|2\n", "bar"), ("7,A; B\n8,C; D\n", "comma"), ("K 1, g;3,49\nT, l;2,50\n", "semicolon"),
        ("0,1;2,5\n1,5;2,75\n", "semicolon"), ("0,1\t2,5\n1,5\t2,75\n", "tab"),
        ("\"x;y\",b\n\"1;2\",2\n", "comma"), ("sep=;\na;b\n", "semicolon"), ("SEP=|\r\na,x|b,y\r\n", "bar"),
    ])
    func `the separator is found`(text: String, name: String) async throws {
        let shown = try await show(text)
        #expect(shown.metadata["delimiter"] == name)
        #expect(shown.metadata["columns"] == "2")
    }

    @Test func `numbers with decimal commas are one column under a heading without one`() async throws {
        let shown = try await show("Weight\r\n1,5\r\n-2,75\r\n3\r\n")
        #expect(shown.text == "| Weight |\n| --- |\n| 1,5 |\n| -2,75 |\n| 3 |", "\(shown.text)")
        for text in ["Weight\n1,5\nx,y\n", "Weight\n1,5,6\n", "a,b\n1,5\n"] {
            #expect(try await show(text).metadata["columns"] != "1")
        }
    }

    @Test func `sentences are one column under a heading without their commas`() async throws {
        let shown = try await show("Dish\nBread, butter and jam\nSoup\nPeas, beans, rice; and salt\n")
        #expect(
            shown.text
                == "| Dish |\n| --- |\n| Bread, butter and jam |\n| Soup |\n| Peas, beans, rice; and salt |",
            "\(shown.text)")
        let tabs = try await show("Dish\nBread, butter\nSoup\n", "text/tab-separated-values")
        #expect(tabs.metadata["columns"] == "1" && tabs.metadata["delimiter"] == "tab")
        // A title above a table, rows of different lengths, and words that quotes keep together.
        for text in [
            "Kitchen\nShelf A\nDish, Price\nSoup, 3\n", "Kitchen\nDish,Price,Note\nSoup,3\n",
            "Dish, Price\nSoup\n",
            "Kitchen\nDish,Note\nSoup,\"salt, pepper, oil, and\nmore of it\"\nSource: a friend\n",
        ] {
            #expect(try await show(text).metadata["delimiter"] == "comma", "\(text)")
        }
    }

    @Test func `colours for a terminal are neither in cells nor between them`() async throws {
        let shown = try await show("a,b\n\u{1B}[38;5;1m1\u{1B}[0m,2\n")
        #expect(shown.text == "| a | b |\n| --- | --- |\n| 1 | 2 |" && shown.metadata["columns"] == "2")
    }

    @Test func `cells with signs that Markdown knows are shown as they are`() async throws {
        let shown = try await show("__a__,b\n2*3*4,*.txt\n")
        #expect(shown.text == "| \\_\\_a\\_\\_ | b |\n| --- | --- |\n| 2\\*3\\*4 | *.txt |")
        #expect(shown.summary == "__a__, b")
    }

    @Test func `rows are a table, and cells keep what quotes hold together`() async throws {
        let shown = try await show(
            "name,\"said \"\"so\"\"\"\r\nAda,\"two\r\nlines, | bar\"\r\nshort\r\n\r\nx,y,\n")
        #expect(
            shown.text == """
                | name | said "so" |  |
                | --- | --- | --- |
                | Ada | two lines, \\| bar |  |
                | short |  |  |
                | x | y |  |
                """)
        #expect(shown.metadata["rows"] == "5")
        #expect(shown.form == .markdown)
        #expect(shown.summary == "name, said \"so\"")
    }

    @Test func `a tab is what a table of tabs has`() async throws {
        let shown = try await show("a, b\tc, d\ne, f\tg, h\n", "text/tab-separated-values")
        #expect(shown.text.hasPrefix("| a, b | c, d |"))
    }

    @Test func `a quote that is not closed does not make one cell of all that follows`() async throws {
        let shown = try await show("size\tname\n\"9\tRadio\n24\tTV\n", "text/tab-separated-values")
        #expect(shown.text == "| size | name |\n| --- | --- |\n| \"9 | Radio |\n| 24 | TV |")
        #expect(shown.metadata["rows"] == "3" && shown.metadata["columns"] == "2")
        #expect(shown.notes == [Self.note(row: 2)])
        let cut = try await show("a,b\n1,\"two lines", limits: PreviewLimits(maxRead: 10))
        #expect(cut.notes.isEmpty)
    }

    @Test(arguments: [
        // A table that is cut within a cell.
        ("a,b\n\"1,2\",\"say \"\"3\"\"\"\n4,\"5,6", "\n| 1,2 | say \"3\" |  |\n| 4 | \"5 | 6 |", 3),
        // The next quote would close the one that is open.
        ("a,b\n\"7,x\n\"8,y\n\"9,z\n", "\n| \"7 | x |\n| \"8 | y |\n| \"9 | z |", 2),
    ])
    func `quotes before the one that is not closed keep their cells together`(
        text: String, rows: String, row: Int
    ) async throws {
        let shown = try await show(text)
        #expect(shown.text.hasSuffix(rows), "\(shown.text)")
        #expect(shown.notes == [Self.note(row: row)])
    }

    private static func note(row: Int) -> String {
        "A quote is not closed: from row \(row) on all are shown as they stand, and keep no cell together"
    }

    @Test func `quotes within a cell keep nothing together`() async throws {
        let shown = try await show("name,size,price\nMonitor,24\"\",100\nTV,32\"\",200\nRadio,\"9\"\"\",30\n")
        #expect(shown.metadata["rows"] == "4")
        #expect(shown.text.hasSuffix("| TV | 32\"\" | 200 |\n| Radio | 9\" | 30 |"))
    }

    @Test func `a cell that is cut is told`() async throws {
        #expect(try await show("a,b\n1,\(String(repeating: "x", count: 2000))\n").isTruncated == false)
        #expect(try await show("a,b\n1,\(String(repeating: "x", count: 2001))\n").isTruncated)
    }

    @Test func `of a row with a million cells only those that are shown are read`() throws {
        let row = String(repeating: "x,", count: 1_000_000)
        var reader = TableReader("\(row)\n1,\"2\n\",3\n".utf8, separator: 0x2C)
        #expect(reader.next(most: 3) == ["x", "x", "x"])
        #expect(reader.next(most: 3) == ["1", "2\n", "3"])
        #expect(reader.next(most: 3) == nil)
    }

    @Test func `a separator at the very end of a table of many columns is no column too many`() async throws {
        let row = (0..<200).map { "c\($0)" }.joined(separator: ",") + ","
        let shown = try await show([row, row, row].joined(separator: "\n"))
        #expect(shown.metadata["columns"] == "201" && shown.metadata["rows"] == "3")
        #expect(shown.text.hasSuffix("| c198 | c199 |") && shown.isTruncated)
        let plain = try await show("a,b\n1,2,")
        #expect(plain.text.hasSuffix("| 1 | 2 |  |"))
    }

    @Test func `of a huge table the head is shown, and rows are counted if all were read`() async throws {
        let text = "n,square\n" + (1...20_000).map { "\($0),\($0 * $0)\n" }.joined()
        let shown = try await show(text, limits: PreviewLimits(maxText: 500))
        #expect(shown.isTruncated)
        #expect(shown.metadata["rows"] == "20001")
        #expect(shown.text.hasPrefix("| n | square |\n| --- | --- |\n| 1 | 1 |\n"))
        let part = try await show(text, limits: PreviewLimits(maxText: 500, maxRead: 10_000))
        #expect(part.metadata["rows"] == nil)
        #expect(part.metadata["columns"] == "2")
    }
}
