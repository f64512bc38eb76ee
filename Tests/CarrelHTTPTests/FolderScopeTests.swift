import CarrelHTTP
import Foundation
import Testing

@Suite struct FolderScopeTests {
    @Test(arguments: [
        ("http://h/a/b/c.html", FolderScope.Position.inside(["c.html"], isFolder: false)),
        ("http://H:80/a/b/c%20d/", .inside(["c d"], isFolder: true)),
        ("http://h/a/b/c/d?e#f", .inside(["c", "d"], isFolder: false)), ("http://h/a/b/", .outside),
        ("http://h/a/b", .outside), ("http://h/a/bc/d", .outside), ("http://h/a/", .outside),
        ("https://h/a/b/c", .outside),
        ("http://h:81/a/b/c", .outside), ("http://g/a/b/c", .outside), ("http://u@h/a/b/c", .outside),
        ("ftp://h/a/b/c", .outside), ("file:///a/b/c", .outside), ("http://h/a/b/../c", .hostile),
        ("http://h/a/b/%2e%2e/c", .hostile), ("http://h/a/b/c%2fd", .hostile),
        ("http://h/a/b/c%00", .hostile),
        ("http://h/a/b/c%5cd", .hostile), ("http://h/a/b//c", .hostile), ("http://h/a/b/%2E/", .hostile),
    ])
    func `a URL is in the folder, outside of it or hostile`(url: String, position: FolderScope.Position)
        throws
    {
        let scope = try #require(URL(string: "http://h/a/b/index.html").flatMap(FolderScope.init))
        #expect(scope.position(of: url) == position)
    }

    @Test func `a folder is known by its decoded name`() throws {
        #expect(URL(string: "http://h/a%20b/").flatMap(FolderScope.init)?.name == "a b")
        #expect(URL(string: "http://h/").flatMap(FolderScope.init).map { $0.name == nil } == true)
        #expect(URL(string: "data:,x").flatMap(FolderScope.init) == nil)
    }
}
