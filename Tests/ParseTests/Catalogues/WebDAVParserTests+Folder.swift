import CarrelModel
import CarrelStages
import Foundation
import Testing
import WebDAVParsing

/// What an answer says of the folder itself.
extension WebDAVParserTests {
    @Test(arguments: [
        "<d:status>HTTP/1.1 403 Forbidden</d:status>", "",
        "<d:propstat><d:prop><d:resourcetype/></d:prop><d:status>HTTP/1.1 403 Forbidden</d:status></d:propstat>",
    ])
    func `a folder that its server refuses is an error, unless something in it is listed`(told: String) throws
    {
        let refused = "<d:response><d:href>/files/</d:href>\(told)</d:response>"
        let error = try #require(
            #expect(throws: ParseError.self) { try WebDAVParser().parse([answer(refused)]) })
        #expect("\(error)".contains(told.isEmpty ? "says nothing" : "403 Forbidden"), "\(error)")
        let catalog = try WebDAVParser().parse([answer(refused + file("/files/a.txt"))])
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["a.txt"])
        #expect(catalog.problems.count == 1 && catalog.hasGap(.lasting), "\(catalog.problems)")
    }

    @Test func `what a further folder listed stays listed while its server refuses it`() throws {
        let refused =
            "<d:response><d:href>/files/a/</d:href><d:status>HTTP/1.1 403 Forbidden</d:status></d:response>"
        var document = answer(refused, "http://dav.example.org/files/a/")
        document.page = CatalogPage.Place(
            start: try #require(URL(string: "http://dav.example.org/files/")), depth: 1)
        let catalog = try WebDAVParser().parse([document])
        #expect(catalog.collections.isEmpty && catalog.pages.isEmpty)
        #expect(catalog.problems.count == 1 && catalog.hasGap(.passing), "\(catalog.problems)")
        #expect(catalog.problems.allSatisfy { $0.reason.contains("403 Forbidden") }, "\(catalog.problems)")
    }

    @Test(arguments: ["", "403 Forbidden", "404 Not Found"])
    func `the folder itself need not say that it is a folder if something is in it`(status: String) throws {
        let told = "<d:prop><d:displayname>files</d:displayname></d:prop><d:status>HTTP/1.1 200 OK</d:status>"
        let refused = "<d:prop><d:resourcetype/></d:prop><d:status>HTTP/1.1 \(status)</d:status>"
        let parts = [told] + (status.isEmpty ? [] : [refused])
        let propstats = parts.map { "<d:propstat>\($0)</d:propstat>" }.joined()
        let itself = "<d:response><d:href>/files/</d:href>\(propstats)</d:response>"
        let catalog = try WebDAVParser().parse([answer(itself + file("/files/a.txt"))])
        #expect(catalog.problems == [])
        #expect(catalog.collections.flatMap(\.items).map(\.title) == ["a.txt"])
        // It may be anything: perhaps nothing is shown of it.
        let empty = try WebDAVParser().parse([answer(itself)])
        #expect(empty.problems.count == 1 && empty.hasGap(.lasting), "\(empty.problems)")
    }

    @Test(arguments: ["", "404 Not Found"])
    func `the folder itself need not say so either where its path ends without a slash`(status: String) throws
    {
        let refused =
            "<d:propstat><d:prop><d:resourcetype/></d:prop><d:status>HTTP/1.1 \(status)</d:status></d:propstat>"
        let itself = file("/files").replacing("<d:resourcetype/>", with: "")
            .replacing("</d:response>", with: (status.isEmpty ? "" : refused) + "</d:response>")
        for members in [itself + file("/files/a.txt"), file("/files/a.txt") + itself] {
            let catalog = try WebDAVParser().parse([answer(members)])
            #expect(catalog.problems == [])
            #expect(catalog.collections.flatMap(\.items).map(\.title) == ["a.txt"])
        }
        // Alone it is a file.
        let error = try #require(
            #expect(throws: ParseError.self) { try WebDAVParser().parse([answer(itself)]) })
        #expect("\(error)".contains("begins with “/files”"), "\(error)")
    }
}
