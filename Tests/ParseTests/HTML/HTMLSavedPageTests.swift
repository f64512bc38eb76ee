import CarrelModel
import CarrelStages
import Foundation
import HTMLLinksParsing
import Testing

struct HTMLSavedPageTests {
    private func problems(_ page: String) throws -> [CatalogProblem] {
        let document = CatalogDocument(data: Data(page.utf8), url: URL(filePath: "/my pages/saved.html"))
        return try HTMLLinksParser().parse([document]).problems
    }

    @Test func `of a saved page with relative links it is said once how to name where it is from`() throws {
        let problems = try problems("<html><a href=a.pdf>A</a><a href=docs/b.pdf>B</a></html>")
        #expect(problems.count == 1, "\(problems)")
        #expect(
            problems.first?.reason.contains(
                "carrel sync - --set source.location=URL < '/my pages/saved.html'") == true, "\(problems)")
    }

    @Test func `nothing is said of a saved page whose links lead to the web`() throws {
        let page = "<html><a href=http://school.example/a.pdf>A</a></html>"
        #expect(try problems(page).isEmpty)
    }
}
