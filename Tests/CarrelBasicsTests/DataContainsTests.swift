import CarrelBasics
import Foundation
import Testing

/// Looking for a text among bytes.
@Suite struct DataContainsTests {
    @Test(arguments: [
        ("of HTML", true), ("<", true), ("index", false), ("end", true), ("begin", true),
        ("beginning", false),
    ])
    func `a text is found wherever it is, and only whole`(text: String, isThere: Bool) {
        let data = Data("begin <html of HTML\u{0}é end".utf8)
        #expect(data.contains(text) == isThere)
        // A slice begins elsewhere than its data.
        #expect(data.dropFirst(6).contains(text) == (isThere && text != "begin"))
    }

    @Test func `there is nothing in no data`() {
        #expect(!Data().contains("a"))
    }
}
