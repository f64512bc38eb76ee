import Testing

@testable import CarrelS3

struct S3MessageTests {
    @Test func `a text stays text in XML, whatever is around its signs`() {
        let escaped = S3Message.escaped("\u{D4E}<a>\u{301}\"\u{301}&")
        #expect(escaped == "\u{D4E}&lt;a&gt;\u{301}&quot;\u{301}&amp;")
    }
}
