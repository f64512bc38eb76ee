import CarrelHTTP
import Testing

@Suite struct HTTPDateTests {
    @Test(arguments: [
        (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
        (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"), (-1, "Wed, 31 Dec 1969 23:59:59 GMT"),
        (4_107_542_399, "Sun, 28 Feb 2100 23:59:59 GMT"),
    ])
    func `a date is written and read back`(seconds: Int64, text: String) {
        #expect(HTTPDate.text(seconds) == text)
        #expect(HTTPDate.seconds(text) == seconds)
    }

    @Test(arguments: [
        "Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994", "Sun, 6 Nov 1994 08:49:37 GMT",
        "Sat, 06 Nov 1994 08:49:37 GMT",
    ])
    func `an obsolete form of a date is read`(text: String) {
        #expect(HTTPDate.seconds(text) == 784_111_777)
    }

    @Test func `a year of two digits is never more than 50 years ahead`() {
        let in2026: Int64 = 1_790_000_000
        #expect(
            HTTPDate.seconds("Friday, 06-Nov-76 00:00:00 GMT", now: in2026)
                == HTTPDate.seconds("Fri, 06 Nov 2076 00:00:00 GMT"))
        #expect(
            HTTPDate.seconds("Sunday, 06-Nov-77 00:00:00 GMT", now: in2026)
                == HTTPDate.seconds("Sun, 06 Nov 1977 00:00:00 GMT"))
    }

    @Test(arguments: [
        "", "yesterday", "Sun, 06 Nov 1994 08:49:37 PST", "Sun, 06 Nov 1994 25:00:00 GMT",
        "Sun, 99 Foo 1994 1:1:1 GMT", "Wed, 30 Feb 2022 00:00:00 GMT", "Sun, +6 Nov 1994 08:49:37 GMT",
        "Sun, 06 Nov 1994 08:49 GMT", "Sun, 06 Nov 19940 08:49:37 GMT", "120",
    ])
    func `what is no date is none`(text: String) {
        #expect(HTTPDate.seconds(text) == nil)
    }
}
