import CarrelModel
import Testing

@Suite struct CatalogIdentityTests {
    @Test(arguments: [
        ("http://x.example/a", "http://x.example/a/"),
        ("http://x.example/a/", "http://x.example/a/index.html"),
        ("http://x.example/a", "http://x.example/a#part"),
        ("http://X.example:80", "http://x.example/index.htm"),
        ("HTTPS://x.example:443/a/?q=1", "https://x.example/a?q=1"),
    ])
    func `these are one catalogue`(one: String, other: String) {
        #expect(CatalogIdentity.key(of: one) == CatalogIdentity.key(of: other))
    }

    @Test(arguments: [
        ("http://x.example/a", "https://x.example/a"), ("http://x.example/a", "http://x.example/A"),
        ("http://x.example/a?q=1", "http://x.example/a?q=2"),
        ("http://x.example/a", "http://x.example:8080/a"),
        ("http://x.example/a/index.html", "http://x.example/a/index.html.txt"),
        ("file:///a", "file:///a/index.html"), ("http://x.example/aindex.html", "http://x.example/a"),
    ])
    func `these are two`(one: String, other: String) {
        #expect(CatalogIdentity.key(of: one) != CatalogIdentity.key(of: other))
    }
}
