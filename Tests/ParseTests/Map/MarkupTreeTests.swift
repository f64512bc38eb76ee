import CarrelMarkup
import CarrelTesting
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

    @Test func `the conditions that Word writes into pages are not in the tree`() throws {
        let page = "<![if !vml]><p><![if !supportLists]>a) <![endif]>Of &lt;!DOCTYPE&gt;, 1 <!2, b < c.</p>"
        let tree = try #require(try MarkupTree(html: Data(page.utf8)))
        #expect(try tree.texts("normalize-space(/)", from: tree.root) == ["a) Of <!DOCTYPE>, 1 <!2, b < c."])
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
        let folder = try TemporaryFolder()
        let file = try folder.write("secret", "secret")
        let text = "<!DOCTYPE a [<!ENTITY f SYSTEM \"\(file.absoluteString)\">]><a>x&f;y</a>"
        let tree = try #require(try MarkupTree(xml: Data(text.utf8)))
        #expect(try tree.texts("/a", from: tree.root) == ["xy"])
        #expect((try? tree.texts("document('\(file.path)')", from: tree.root)) == nil)
        #expect(folder.names() == ["secret"], "there was something to read")
    }

    @Test func `elements of a path are lent while the document is read, and then they are gone`() throws {
        let text = """
            <r><t>Title</t><i n='1'>a<b>x</b></i> <i n='2'/>and<i n='3'>b</i> text <o><i n='no'/></o><i n='4'>c
            """
        let path = try #require(MarkupPath("/r/i"))
        var seen: [String] = []
        let rest = try #require(
            try MarkupTree.visit(path, ofXML: Data(text.utf8)) { node in
                seen += (try? node.tree.texts("concat(@n, ':', ., ':', b)", from: node)) ?? []
                return true
            })
        #expect(seen.prefix(3) == ["1:ax:x", "2::", "3:b:"])
        #expect(seen.count == 4 && seen.last?.hasPrefix("4:c") == true)
        #expect(try rest.texts("/r/t", from: rest.root) == ["Title"])
        #expect(try rest.texts("count(//i)", from: rest.root) == ["2"], "what was cut, and what is elsewhere")
        #expect(rest.problem != nil)
    }

    @Test func `an element that is anywhere is lent once, with those of its name in it`() throws {
        let text = "<r><a><i n='1'><i n='2'/></i></a><i n='3'/></r>"
        let path = try #require(MarkupPath("//i"))
        var seen: [String] = []
        _ = try MarkupTree.visit(path, ofXML: Data(text.utf8)) { node in
            seen += (try? node.tree.texts("descendant-or-self::i/@n", from: node)) ?? []
            return true
        }
        #expect(seen == ["1", "2", "3"])
    }

    @Test func `of a document that declares entities every element is lent once, and stays`() throws {
        let text = "<!DOCTYPE r [<!ENTITY e 'x<b>y</b>'>]><r><i>&e;</i> <i>&e;&nbsp;</i><i>&e;"
        let path = try #require(MarkupPath("/r/i"))
        var seen: [String] = []
        let rest = try MarkupTree.visit(path, ofXML: Data(text.utf8)) { node in
            seen += (try? node.tree.texts("b", from: node)) ?? []
            return true
        }
        #expect(seen == ["y", "y", "y"])
        #expect(try rest?.texts("count(//i)", from: #require(rest).root) == ["3"])
    }

    @Test(arguments: [
        ("title", true), ("@href", true), ("a/b/@c", true), (".//a", true), ("concat(a, '-', b)", true),
        ("a[position() = 1]", true), ("count(a//b) + 1", true), ("descendant::a", true), (".", true),
        ("/r/t", false), ("../t", false), ("//a", false), ("a[//b]", false), ("a | //b", false),
        ("preceding-sibling::a", false), ("ancestor::a", false), ("id('x')", false), ("a or /b", false),
        ("a[. = /b]", false), ("following::x", false), ("a[lang('en')]", false), ("string(/a)", false),
        ("t mod/r/n", false), ("count(t) */r/n", false), ("a -/r/n", false), ("a div /b", false),
        ("a*/b", false),
        ("*/b", true), ("a/*/b", true), ("@*", true), ("(a)/b", true), ("a[1]/b", true), ("child::*/b", true),
    ])
    func `what a search may see is known before`(expression: String, isWithin: Bool) {
        #expect(MarkupPath.staysWithin(expression) == isWithin)
    }

    @Test func `what is said of the whole document is told apart from the places`() throws {
        let path = try #require(MarkupPath("/r/c/i"))
        for (expression, isMissed) in [
            ("/r/t", true), ("/r/@t", true), ("/r/c/t/@x", true), ("/r/c", false), ("/r", false),
            ("/r/c/i/t", false), ("//t", false), ("/r/c[1]/t", false), ("count(/r)", false),
        ] { #expect(path.isMissed(by: expression) == isMissed, "\(expression)") }
        let anywhere = try #require(MarkupPath("//i"))
        for (expression, isMissed) in [("/r/@t", true), ("/r/t", false), ("/r/i/@t", false), ("/i/t", false)]
        {
            #expect(anywhere.isMissed(by: expression) == isMissed, "\(expression)")
        }
        for text in ["r", "/r[1]", "/r//i", "//p:i", "/r/", "/", "//", "/r/@a", "//a/b"] {
            #expect(MarkupPath(text) == nil, "\(text)")
        }
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
