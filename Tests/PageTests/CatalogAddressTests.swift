import Testing

@testable import CarrelPage

/// The address of a catalogue, as somebody types or pastes it.
struct CatalogAddressTests {
    @Test(arguments: [
        (" https://example.org/notes ", "https://example.org/notes"),
        ("HTTP://example.org", "HTTP://example.org"),
        ("example.org", nil), ("ftp://example.org/", nil), ("https://", nil), ("https:///etc/passwd", nil),
    ])
    func `it begins with a scheme of the web and a host`(text: String, url: String?) {
        #expect(CatalogAddress(text)?.url == url)
    }

    @Test(arguments: [
        ("example.org", "https://example.org"), (" example.org/a?b=c ", "https://example.org/a?b=c"),
        ("example.org:8080/a", "http://example.org:8080/a"), ("bücher.example#x", "https://bücher.example#x"),
        ("https://example.org", nil), ("javascript:alert(1)", nil), ("/etc/passwd.txt", nil), ("notes", nil),
        ("ann@example.org", nil), ("example.org and more", nil), ("", nil),
    ])
    func `a text without a scheme that begins with a host means an address`(text: String, meant: String?) {
        #expect(CatalogAddress.meant(by: text) == meant)
        if let meant { #expect(CatalogAddress(meant)?.url == meant) }
    }
}
