import CarrelJSON
import CarrelJSONPath
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JSONPathQueryTests {
    private static let shelf = #"""
        {"shelves": [
          {"name": "north", "books": [{"title": "Reefs", "pages": 120, "tags": ["sea"]}, {"title": "Kelp", "pages": 80}]},
          {"name": "south", "books": [{"title": "Dunes", "pages": 200, "kind": "re.f"}]}
        ], "limit": 100}
        """#

    private func texts(_ query: String, _ document: String = shelf) throws -> [String] {
        let root = try JSONDocument(Data(document.utf8)).root
        return try JSONPathQuery(query).nodes(in: root).map(ComplianceSuite.text)
    }

    @Test(arguments: [
        ("$.shelves[*].books[*].title", ["Reefs", "Kelp", "Dunes"]),
        ("$..title", ["Reefs", "Kelp", "Dunes"]),
        ("$.shelves[-1].books[0]['title']", ["Dunes"]),
        ("$..books[::-1].title", ["Kelp", "Reefs", "Dunes"]),
        ("$..books[?@.pages > $.limit].title", ["Reefs", "Dunes"]),
        ("$..books[?@.tags || (@.pages >= 200 && !@.none)].title", ["Reefs", "Dunes"]),
        ("$..books[?match(@.title, '.e.+')].title", ["Reefs", "Kelp"]),
        ("$..books[?search(@.title, @.kind)].title", []),
        ("$.shelves[?count(@.books[*]) == 2].name", ["north"]),
        ("$.shelves[?length(@.name) == 5 && value(@..kind) == 're.f'].name", ["south"]),
        ("$.nothing[0].title", []),
    ])
    func `a query selects the values in the order of the document`(
        query: String, expected: [String]
    ) throws {
        #expect(try texts(query) == expected.map { "\"\($0)\"" })
    }

    @Test(arguments: [
        ("", 1, "the query ends, expected $"), ("name", 1, "“n”, expected $"),
        ("$.", 3, "the query ends, expected a name or *"), ("$.1", 3, "“1”, expected a name or *"),
        ("$[", 3, "the query ends, expected a selector"), ("$[1", 4, "the query ends, expected a comma or ]"),
        ("$[01]", 3, "a number that begins with 0"), ("$['a]", 3, "a string that does not end"),
        ("$['\\q']", 4, "an escape that JSONPath does not have"),
        ("$.a b", 4, "“ ”, expected ., .., [ or the end"),
        ("$[?@.a ==]", 10, "“]”, expected a value, @, $ or a function"),
        ("$[?@.* == 1]", 4, "a query that may select several values cannot be compared"),
        ("$[?length(@)]", 4, "length() gives a value, which must be compared"),
        (
            "$[?count(@)==1, ?foo(@)]", 18,
            "there is no function “foo”, only length, count, match, search, value"
        ),
        ("$[?match(@.a)]", 4, "match() takes 2 arguments, not 1"),
        ("$[?1]", 4, "a value that is compared with nothing"),
    ])
    func `an error names the column, what stands there and what was expected`(
        query: String, column: Int, reason: String
    ) {
        let error = #expect(throws: JSONPathSyntaxError.self) { try JSONPathQuery(query) }
        #expect(error?.description == "column \(column): \(reason)")
    }

    @Test func `a relative query begins at the current value, and only where it may`() throws {
        let root = try JSONDocument(Data(Self.shelf.utf8)).root
        var evaluation = JSONPathEvaluation(root: root)
        let shelf = try #require(try JSONPathQuery("$.shelves[1]").nodes(in: root).first)
        let relative = try JSONPathQuery("@.books[0].title", allowsRelative: true)
        #expect(try evaluation.nodes(relative, from: shelf).map(\.string) == ["Dunes"])
        #expect(try evaluation.nodes(JSONPathQuery("$.limit"), from: shelf).map(\.integer) == [100])
        #expect(throws: JSONPathSyntaxError.self) { try JSONPathQuery("@.books") }
    }

    @Test func `names and texts are told apart by their code points`() throws {
        #expect(try texts("$['é']", "{\"e\u{301}\": 1}") == [])
        #expect(try texts("$[?@ == 'é']", "[\"e\u{301}\", \"é\"]") == ["\"é\""])
    }

    @Test(arguments: [
        ("a.c", "abc", true), ("a.c", "a\nc", false), ("\\^a\\$", "^a$", true), ("^a$", "a", true),
        ("[$^]+", "$^", true),
        ("[a-c&&b]", "&", true), ("[^\\-x]", "-", false), ("\\d+", "42", true), ("\\p{Lu}", "É", true),
        ("a{2,3}", "aa", true), ("(a|b)*", "abba", true), ("(?i)a", "A", false), ("a*?", "a", false),
        ("(", "(", false), ("\\1", "1", false), ("[a", "a", false), ("a{1000000}", "a", false),
    ])
    func `match takes the regular expressions of RFC 9485`(
        pattern: String, text: String, isFound: Bool
    ) throws {
        let document = "[{\"p\": \(ComplianceSuite.quoted(pattern)), \"t\": \(ComplianceSuite.quoted(text))}]"
        #expect(try texts("$[?match(@.t, @.p)].t", document).count == (isFound ? 1 : 0))
        #expect(
            try texts("$[?match(@.t, \(ComplianceSuite.quoted(pattern)))].t", document).count
                == (isFound ? 1 : 0))
    }

    @Test func `a search that takes too long ends, and so does one that is not wanted any longer`() throws {
        let text = "[" + Array(repeating: "[0,1,2,3,4,5,6,7]", count: 2000).joined(separator: ",") + "]"
        let root = try JSONDocument(Data(text.utf8)).root
        let query = try JSONPathQuery("$..[?$..[?@ == 9]]")
        var limited = JSONPathEvaluation(root: root, maxSteps: 50_000)
        #expect(throws: JSONPathStop.tooManySteps(limit: 50_000)) { try limited.nodes(query, from: root) }
        var asked = 0
        var cancelled = JSONPathEvaluation(root: root) {
            asked += 1
            return asked < 3
        }
        #expect(throws: JSONPathStop.cancelled) { try cancelled.nodes(query, from: root) }
        #expect(asked == 3)
    }

    @Test(arguments: ["$[?@.a == @.b]", "$[*].b['k0','k1','k2','k3','k4','k5','k6','k7','k8','k9']"])
    func `a search in large objects takes as many steps as it looks at members`(query: String) throws {
        let members = (0..<3000).map { "\"k\($0)\": \($0)" }.joined(separator: ",")
        let root = try JSONDocument(Data("[{\"a\": {\(members)}, \"b\": {\(members)}}]".utf8)).root
        var limited = JSONPathEvaluation(root: root, maxSteps: 3_000)
        let query = try JSONPathQuery(query)
        #expect(throws: JSONPathStop.tooManySteps(limit: 3_000)) { try limited.nodes(query, from: root) }
        var wide = JSONPathEvaluation(root: root, maxSteps: 20_000_000)
        let found = try wide.nodes(query, from: root)
        #expect(!found.isEmpty)
    }

    @Test(arguments: [
        String(repeating: "$[?(", count: 50_000), "$" + String(repeating: "[?@", count: 5000),
        "$[?" + String(repeating: "!(", count: 5000), "$[?" + String(repeating: "length(", count: 5000),
        "$" + String(repeating: ".a", count: 20_000),
    ])
    func `a query that is nested too deep or too long is refused`(query: String) {
        #expect(throws: JSONPathSyntaxError.self) { try JSONPathQuery(query) }
    }

    @Test func `a query cut after any character is a query or an error with a column within it`() {
        let query = #"$.a['b\u00e9'][1,-2:3:-1]..[?(@.x>=1.5e3&&!match(@.y,"z"))||length(@)!=null].*"#
        for end in 0...query.count {
            let beginning = String(query.prefix(end))
            do throws(JSONPathSyntaxError) {
                _ = try JSONPathQuery(beginning)
            } catch {
                #expect((1...(end + 1)).contains(error.column), "\(beginning)")
            }
        }
    }
}
