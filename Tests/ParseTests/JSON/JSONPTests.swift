import CarrelJSON
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JSONPTests {
    private func text(_ response: String) -> String {
        String(decoding: JSONP.text(in: Data(response.utf8)), as: UTF8.self)
    }

    @Test(arguments: [
        "f({\"a\": 1})", "f({\"a\": 1});", " jsonFlickrApi ( {\"a\": 1} ) ; \n", "\tf\n(\r\n{\"a\": 1}\n)\n",
        "a.b.$c_1({\"a\": 1});", "_({\"a\": 1})", "\u{FEFF}f({\"a\": 1});",
    ])
    func `a call around a text is taken off`(response: String) throws {
        let document = try JSONDocument(JSONP.text(in: Data(response.utf8)))
        #expect(document.root["a"]?.integer == 1)
    }

    @Test(arguments: [
        "{\"a\": 1}", "[1]", "", "   ", "f", "f(", "f({}", "f{})", "({})", "1f({})", ".f({})", "f.({})",
        "a..b({})",
        "a.1({})", "f g({})", "f({});;", "f({}) + 1", "f({}), g", "/**/f({});", "f({});x", "f=({})",
        "\"f\"({})",
        "é({})", "x)(",
    ])
    func `whatever is not exactly such a call stays as it is`(response: String) {
        #expect(text(response) == response)
    }

    @Test
    func `the wrapped text keeps its line and column`() {
        let response = Data("\n  name (\n{\"a\": 1,\n  \"b\": ?});".utf8)
        do {
            _ = try JSONDocument(JSONP.text(in: response))
            Issue.record("no error")
        } catch {
            #expect(error.place == "line 4, column 8")
        }
    }

    @Test
    func `only the outer call is taken off, and a slice is read as the data itself`() {
        #expect(text("f(g(1))").trimmingCharacters(in: .whitespaces) == "g(1)")
        let slice = Data("xxf({});".utf8).dropFirst(2)
        #expect(JSONP.text(in: slice) == JSONP.text(in: Data(slice)))
        #expect(JSONP.start(in: slice) == slice.startIndex + 2)
        #expect(JSONP.start(in: Data("{}".utf8)) == nil)
    }

    @Test
    func `an endless name is no name`() {
        let response = String(repeating: "a", count: 10_000) + "({})"
        #expect(text(response) == response)
    }
}
