import CarrelMarkup
import CarrelTesting
import Foundation
import Testing

@Suite("XML is read as events")
struct XMLReaderTests {
    private func read(
        _ text: String, _ namespaces: [String: String] = [:], limits: MarkupLimits = MarkupLimits()
    ) throws -> (events: [String], problem: MarkupProblem?) {
        var events: [String] = []
        let problem = try MarkupReader.readXML(Data(text.utf8), namespaces: namespaces, limits: limits) {
            event in
            switch event {
            case .start(let name, let attributes):
                let pairs = attributes.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
                events.append("<\(name)\(pairs)>")
            case .text(let text): events.append(text)
            case .end(let name): events.append("</\(name)>")
            }
            return true
        }
        return (events, problem)
    }

    @Test("names have the prefix that the caller gives to their namespace, whatever the document calls it")
    func names() throws {
        let text = "<x:a xmlns:x='urn:one' xmlns='urn:two' x:b='1' c='2'><d/><e xmlns='urn:three'/></x:a>"
        let result = try read(text, ["urn:one": "o", "urn:two": ""])
        #expect(result.events == ["<o:a c=2 o:b=1>", "<d>", "</d>", "<*:e>", "</*:e>", "</o:a>"])
        #expect(result.problem == nil)
    }

    @Test("entities that the document declares are resolved, in text and in attributes")
    func entities() throws {
        let result = try read("<!DOCTYPE a [<!ENTITY e 'more'>]><a b='&e;'>x&e;&amp;&#65;<![CDATA[<]]></a>")
        #expect(result.events.first == "<a b=more>")
        #expect(result.events.dropFirst().dropLast().joined() == "xmore&A<")
    }

    @Test("no file is read, whatever the document names")
    func external() throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("file", "secret")
        for declaration in [
            "<!DOCTYPE a [<!ENTITY e SYSTEM '\(file.path)'>]>",
            "<!DOCTYPE a [<!ENTITY % p SYSTEM '\(file.path)'>%p;]>",
            "<!DOCTYPE a SYSTEM '\(file.path)'>",
        ] {
            let result = try read("\(declaration)<a>&e;</a>")
            #expect(!result.events.joined().contains("secret"))
        }
        #expect(folder.names() == ["file"], "there was something to read")
    }

    @Test("entities that multiply are cut off", .timeLimit(.minutes(1)))
    func bomb() throws {
        var text = "<!DOCTYPE a [<!ENTITY e0 'aaaaaaaaaa'>"
        for level in 1...9 {
            text += "<!ENTITY e\(level) '\(String(repeating: "&e\(level - 1);", count: 10))'>"
        }
        let result = try read(text + "]><a>&e9;</a>")
        #expect(result.problem != nil)
        #expect(result.events.joined().utf8.count < 20_000_000)
    }

    @Test("what is not well-formed is told with its line, and reading goes on")
    func problems() throws {
        let result = try read("<a>\n<b>one</c>\n<d>two</d></a>")
        #expect(result.problem?.line == 2)
        #expect(result.events.contains("one") && result.events.contains("two"))
    }

    @Test("what is too deep, or has too many attributes, is refused")
    func limits() throws {
        let deep = String(repeating: "<a>", count: 100_000)
        #expect(throws: MarkupError.tooDeep(limit: 200)) {
            try read(deep, limits: MarkupLimits(maxDepth: 200))
        }
        let wide = "<a " + (0..<100_000).map { "b\($0)='1'" }.joined(separator: " ") + "/>"
        #expect(throws: MarkupError.tooManyAttributes) { try read(wide) }
    }
}
