import CarrelSheets
import Testing

/// Dates as formats of other languages show them.
@Suite struct DayNamesTests {
    @Test(arguments: [
        ("[$-407]d. mmmm yyyy", "1. März 2024"), ("[$-40C]dddd", "vendredi"), ("[$-C0A]mmmm", "marzo"),
        ("[$-409]mmm d", "Mar 1"), ("[$-F800]dddd", "Friday"), ("mmmm", "March"),
    ])
    func `names of months and days are in the language that a format asks for`(
        code: String, expected: String
    ) {
        #expect(NumberFormat(code).text(45352, is1904: false) == expected)
    }
}
