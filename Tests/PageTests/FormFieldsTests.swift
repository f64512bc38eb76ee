import Testing

@testable import CarrelPage

/// Queries and forms.
struct FormFieldsTests {
    @Test(arguments: [
        ("a=1&b=2", ["a": "1", "b": "2"]), ("a=b+c%20d", ["a": "b c d"]), ("a", ["a": ""]), ("", [:]),
        ("a=%E4%B8%AD&a=2", ["a": "中"]), ("a=100%25&b=100%", ["a": "100%", "b": "100%"]),
        ("=x&&a=1", ["a": "1"]),
        ("a=%FF", ["a": "\u{FFFD}"]),
    ])
    func `a query is read`(text: String, values: [String: String]) {
        let fields = FormFields(text)
        for (name, value) in values { #expect(fields[name] == value) }
        #expect(fields["c"] == nil)
    }

    @Test
    func `what is written is read again`() {
        let values = [("a b", "1&2=3"), ("ü", "…/?#"), ("", ""), ("a b", "second")]
        let fields = FormFields(FormFields(values).text)
        #expect(fields.values.filter { $0.name == "a b" }.map(\.value) == ["1&2=3", "second"])
        #expect(fields["ü"] == "…/?#")
    }

    @Test
    func `a query of a million fields is cut`() {
        let fields = FormFields(String(repeating: "a=1&", count: 1_000_000))
        #expect(fields.values.count <= 2000)
    }

    @Test func `an address without an item's identity names no item, and so no whole collection to ignore`() {
        var address = PageAddress()
        (address.catalog, address.collection) = ("http://x.example/list", "C1")
        for (identity, isItem) in [(nil, false), ("", false), ("a", true)] as [(String?, Bool)] {
            address.item = identity
            #expect((address.itemKey != nil) == isItem)
        }
    }
}
