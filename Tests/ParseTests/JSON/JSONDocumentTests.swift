import CarrelJSON
import CarrelTesting
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct JSONDocumentTests {
    @Test
    func `values come out with their kinds and paths`() throws {
        let text =
            #"{"a": [1, -2.5, "x\u00e9\ud83d\ude00", true, null], "b c": {}, "a": 18446744073709551615}"#
        let root = try JSONDocument(Data(text.utf8)).root
        let members = Array(try #require(root.members))
        #expect(members.map(\.name) == ["a", "b c", "a"])
        let elements = Array(try #require(members[0].node.elements))
        #expect(elements.map(\.kind) == [.number, .number, .string, .boolean, .null])
        #expect(elements[0].integer == 1)
        #expect(elements[1].number == -2.5)
        #expect(elements[1].integer == nil)
        #expect(elements[2].string == "xé😀")
        #expect(elements[3].boolean == true)
        #expect(elements[2].path.description == "$.a[2]")
        #expect(members[1].node.path.description == #"$["b c"]"#)
        #expect(members[1].node.members?.isEmpty == true)
        #expect(root["a"]?.number == 0x1p64)
        #expect(root["none"] == nil)
        #expect(root.elements == nil)
        #expect(root.string == nil)
        #expect(elements[0].members == nil)
    }

    @Test
    func `nodes keep their document alive`() throws {
        func element() throws -> JSONNode? {
            try JSONDocument(Data(#"[["a long enough string to be on the heap"]]"#.utf8)).root.elements?.first
            { _ in true }
        }
        #expect(
            try element()?.elements?.first { _ in true }?.string == "a long enough string to be on the heap")
    }

    @Test(arguments: [
        ("", 1, 1, "the document is empty, expected a JSON value"),
        (" \n ", 2, 2, "the document is empty, expected a JSON value"),
        ("<html>", 1, 1, "“<”, expected a value"),
        ("[1,\n 2", 2, 3, "the document ends, expected a comma or ]"),
        ("[1,]", 1, 4, "“]”, expected a value"),
        ("{\"a\":1,}", 1, 8, "“}”, expected a name in quotes"),
        ("{\"a\" 1}", 1, 6, "“1”, expected a colon"),
        ("{\"é\": é}", 1, 7, "“é”, expected a value"),
        ("[1 2]", 1, 4, "“2”, expected a comma or ]"),
        ("{\"a\":[1}", 1, 8, "“}”, expected a comma or ]"),
        ("[1]\n]", 2, 1, "“]” after the end of the document"),
        ("[tru]", 1, 2, "a word that is not JSON, expected a value"),
        ("[truex]", 1, 2, "a word that is not JSON, expected a value"),
        ("[01]", 1, 2, "a number that begins with 0"),
        ("[1.]", 1, 4, "“]”, expected a digit"),
        ("[-]", 1, 3, "“]”, expected a digit"),
        ("[1e999, x]", 1, 9, "“x”, expected a value"),
        ("[\"a\n\"]", 1, 4, "a control character in a string"),
        ("[\"ab", 1, 2, "a string that does not end"),
        ("[\"ab\\", 1, 2, "a string that does not end"),
        ("[\"a\\x\"]", 1, 4, "an escape that JSON does not have"),
        ("[\"\\u12\"]", 1, 3, "an escape without four hexadecimal digits"),
        ("[\"\\ud83d\\u12\"]", 1, 9, "an escape without four hexadecimal digits"),
        ("callback([])", 1, 1, "“c”, expected a value"),
    ])
    func `a syntax error has its place`(text: String, line: Int, column: Int, reason: String) {
        #expect(throws: JSONSyntaxError(line: line, column: column, reason: reason)) {
            try JSONDocument(Data(text.utf8))
        }
    }

    @Test
    func `a number that is too large is a string of its digits, and loses no other value`() throws {
        let text = #"{"a": 123456789012345678901234, "b": [-1e999,2], "c": "x 99999999999999999999"}"#
        let mark = Data([0xEF, 0xBB, 0xBF])
        for data in [Data(text.utf8), mark + Data(text.utf8)] {
            let root = try JSONDocument(data).root
            #expect(root["a"]?.string == "123456789012345678901234" && root["a"]?.integer == nil)
            #expect(root["b"]?.elements?.map(\.string) == ["-1e999", nil])
            #expect(root["b"]?.elements?.map(\.integer) == [nil, 2])
            #expect(root["c"]?.string == "x 99999999999999999999")
            #expect(root["a"]?.isLargeNumber == true && root["c"]?.isLargeNumber == false)
        }
        let strings = try JSONDocument(Data(#"["\"1e999\"", "7", 1e999]"#.utf8)).root
        #expect(strings.elements?.map(\.isLargeNumber) == [false, false, true])
        #expect(try JSONDocument(Data(#""1e999""#.utf8)).root.isLargeNumber == false)
        #expect(try JSONDocument(Data("99999999999999999999".utf8)).root.string == "99999999999999999999")
    }

    @Test(arguments: [
        (#"["a\ud83d", "b"]"#, ["a\u{FFFD}", "b"]), (#"["\ude00\ud83d!"]"#, ["\u{FFFD}\u{FFFD}!"]),
        (#"["\ud83d\u0041"]"#, ["\u{FFFD}A"]), (#"["\ud83d\ud83d\ude00"]"#, ["\u{FFFD}\u{1F600}"]),
        (#"["\ud83d\n", 99999999999999999999]"#, ["\u{FFFD}\n", "99999999999999999999"]),
        (#"["\\ud83d", "\ud83d"]"#, ["\\ud83d", "\u{FFFD}"]),
    ])
    func `half of a surrogate pair, as of a text that was cut, is a character that nobody knows`(
        text: String, strings: [String]
    ) throws {
        let mark = Data([0xEF, 0xBB, 0xBF])
        for data in [Data(text.utf8), mark + Data(text.utf8)] {
            #expect(try JSONDocument(data).root.elements?.compactMap(\.string) == strings)
        }
    }

    @Test
    func `bytes that are not UTF-8 are an error at their place`() {
        #expect(throws: JSONSyntaxError(line: 2, column: 3, reason: "a byte that is not UTF-8")) {
            try JSONDocument(Data("[\n\"é".utf8) + [0xFF] + Data("\"]".utf8))
        }
    }

    @Test
    func `a byte order mark is passed over, and does not count as a column`() throws {
        let mark = Data([0xEF, 0xBB, 0xBF])
        #expect(try JSONDocument(mark + Data("[7]".utf8)).root.elements?.first { _ in true }?.integer == 7)
        #expect(throws: JSONSyntaxError(line: 1, column: 2, reason: "“x”, expected a value")) {
            try JSONDocument(mark + Data("[x]".utf8))
        }
    }

    @Test
    func `512 levels are read, one more is refused with its place`() throws {
        func nested(_ levels: Int) -> Data {
            Data((String(repeating: "[", count: levels) + "1" + String(repeating: "]", count: levels)).utf8)
        }
        _ = try JSONDocument(nested(512))
        #expect(throws: JSONSyntaxError(line: 1, column: 513, reason: "nested deeper than 512 levels")) {
            try JSONDocument(nested(513))
        }
    }

    @Test
    func `whatever the parser refuses has a place, and the walk finds nothing in what it takes`() {
        let sample = Data(
            #"{"a":[1,-2.5e3,"x\u00e9\ud83d\ude00\n",true,null,false],"é":{"k":[]},"n":0}"#.utf8)
        var random = SeededRandom(seed: 3)
        for _ in 0..<8000 {
            var data = sample
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: data.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: data[index] = UInt8.random(in: .min ... .max, using: &random)
                case 1: data.remove(at: index)
                default: data[index] = sample[Int.random(in: sample.indices, using: &random)]
                }
            }
            do {
                _ = try JSONDocument(data)
            } catch {
                #expect(error.reason != "not a JSON text", "\(String(decoding: data, as: UTF8.self))")
            }
        }
    }

    @Test
    func `messages show no character that acts on a terminal or breaks the line`() throws {
        let root = try JSONDocument(Data(#"{"a\u001b\n": "\u202ex\ny"}"#.utf8)).root
        let value = try #require(root.members.flatMap { Array($0).first?.node })
        #expect(value.summary == "the string “\u{FFFD}x y”")
        #expect(value.path.description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        let error = #expect(throws: JSONSyntaxError.self) { try JSONDocument(Data("[1\u{FEFF}]".utf8)) }
        #expect(error?.reason == "“\u{FFFD}”, expected a comma or ]")
    }

    @Test
    func `long names are cut in paths`() {
        let path = JSONPath.member(.element(.root, 3), String(repeating: "a b", count: 40))
        #expect(path.description.hasPrefix("$[3][\"a ba b"))
        #expect(path.description.count < 80)
    }
}
