import CarrelMarkup
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MarkupTreeTests {
    @Test func `an element without a prefix is found without one, and one with a prefix by any of its names`()
        throws
    {
        let text = "<f:a xmlns:f='urn:f' xmlns='urn:x'><b>1</b><f:c>2</f:c></f:a>"
        let tree = try #require(try MarkupTree(xml: Data(text.utf8), namespaces: ["urn:f": "own"]))
        #expect(try tree.texts("/own:a/b", from: tree.root) == ["1"])
        #expect(try tree.texts("//f:c", from: tree.root) == ["2"])
        let listed = try #require(try MarkupTree(xml: Data(text.utf8), namespaces: ["urn:x": "x"]))
        #expect(try listed.texts("//x:b", from: listed.root) == ["1"])
        #expect(try listed.texts("//b", from: listed.root) == [])
    }

    @Test func `nodes come in the document's order, with their lines`() throws {
        let tree = try #require(try MarkupTree(html: Data("<p>1\n<p id=x>2\n<div><p>3</div>".utf8)))
        let nodes = try tree.nodes("//p[last()] | //p", from: tree.root)
        #expect(nodes.map(\.line) == [1, 2, 3])
        #expect(try tree.texts("@id", from: nodes[1]) == ["x"])
        #expect(try tree.texts("count(//p) * 2", from: tree.root) == ["6"])
        #expect(throws: XPathError.self) { try tree.nodes("count(//p)", from: tree.root) }
    }

    @Test(arguments: ["", "//", "//p[", "a b", "p:q()", "$x", "foo(", String(repeating: "(", count: 1500)])
    func `what is no expression is refused, or fails with a reason`(expression: String) throws {
        let tree = try #require(try MarkupTree(html: Data("<p>1".utf8)))
        let error = #expect(throws: XPathError.self) { try tree.texts(expression, from: tree.root) }
        #expect(error?.reason.isEmpty == false)
        #expect(error?.column.map { (1...(expression.count + 1)).contains($0) } ?? true)
    }

    @Test func `a search that takes too long ends`() throws {
        let text = "<r>" + String(repeating: "<a/>", count: 20_000) + "</r>"
        let tree = try #require(try MarkupTree(xml: Data(text.utf8)))
        #expect(throws: XPathError.self) {
            try tree.texts("count(//*[count(//*[count(//*) > 0]) > 0])", from: tree.root)
        }
    }

    @Test func `nothing outside of the document is read`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tree-\(UUID().uuidString)")
        try Data("secret".utf8).write(to: folder)
        defer { try? FileManager.default.removeItem(at: folder) }
        let text = "<!DOCTYPE a [<!ENTITY f SYSTEM \"\(folder.absoluteString)\">]><a>x&f;y</a>"
        let tree = try #require(try MarkupTree(xml: Data(text.utf8)))
        #expect(try tree.texts("/a", from: tree.root) == ["xy"])
        #expect((try? tree.texts("document('\(folder.path)')", from: tree.root)) == nil)
    }

    @Test func `a cancelled reading ends early`() throws {
        var asked = 0
        let text = "<r>" + String(repeating: "<a/>", count: 200_000)
        let tree = try MarkupTree(xml: Data(text.utf8)) {
            asked += 1
            return asked < 3
        }
        #expect(asked == 3)
        #expect(
            try tree.map { try $0.texts("count(//a)", from: $0.root) }?.first.flatMap { Double($0) } ?? 0
                < 10_000)
    }
}
