import CarrelModel
import Testing

@Suite struct CatalogIdentityTests {
    @Test(arguments: [
        ("http://x.example/a", "http://x.example/a/"),
        ("http://x.example/a/", "http://x.example/a/index.html"),
        ("http://x.example/a", "http://x.example/a#part"),
        ("http://X.example:80", "http://x.example/index.htm"),
        ("HTTPS://x.example:443/a/?q=1", "https://x.example/a?q=1"),
        ("http://x.example/%c3%a4%2f?q=%aa", "http://x.example/%C3%A4%2F?q=%AA"),
    ])
    func `these are one catalogue`(one: String, other: String) {
        #expect(CatalogIdentity.key(of: one) == CatalogIdentity.key(of: other))
    }

    @Test(arguments: [
        ("http://x.example/%25c3", "http://x.example/%25C3"), ("http://x.example/a", "https://x.example/a"),
        ("http://x.example/a", "http://x.example/A"),
        ("http://x.example/a?q=1", "http://x.example/a?q=2"),
        ("http://x.example/a", "http://x.example:8080/a"),
        ("http://x.example/a/index.html", "http://x.example/a/index.html.txt"),
        ("file:///a", "file:///a/index.html"), ("http://x.example/aindex.html", "http://x.example/a"),
    ])
    func `these are two`(one: String, other: String) {
        #expect(CatalogIdentity.key(of: one) != CatalogIdentity.key(of: other))
    }

    @Test(arguments: [
        ("http://x.example/notes.json", "notes"), ("http://x.example/", "x.example"),
        ("http://x.example/2026", "x.example"), ("http://x.example/-", "x.example"),
        ("http://x.example/a%2Fb%0Ac", "a-b c"),
        // Its fortieth character is a space.
        (
            "http://x.example/Lecture%20notes%20on%20advanced%20cell%20biology1%20and%20more.html",
            "Lecture notes on advanced cell biology1"
        ),
    ])
    func `a name is made of a location, in one line`(location: String, name: String) {
        #expect(CatalogIdentity.name(for: location) == name)
    }

    @Test(arguments: [
        ("course", "file:///home/me/course.html"), ("coures", "file:///home/me/course.html"),
        ("course.htm", "file:///home/me/course.html"), ("note.json", "http://x.example/notes.json"),
        ("notse", "http://x.example/notes.json?key=1"),
    ])
    func `what is typed nearly as the end of a location means that catalogue`(text: String, location: String)
    {
        let others = ["http://x.example/", "http://y.example/biology"]
        #expect(CatalogIdentity.nearest(to: text, among: others + [location]) == location)
        #expect(CatalogIdentity.nearest(to: text, among: others) == nil)
    }
}
