import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import StructuredPreviewing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StructuredPreviewerTests {
    private func show(_ text: String, _ type: String) async throws -> Preview {
        try await preview(Data(text.utf8), as: try #require(MediaType(type)), with: StructuredPreviewer())
    }

    @Test func `JSON is written with a value on each line, its numbers as they are`() async throws {
        let shown = try await show(
            "{\"name\":\"Caf\\u00e9 \\ud83d\\ude00 \\\" \\u001b\",\"n\":1.50e30,\"id\":12345678901234567890,"
                + "\"list\":[{\"a\":[]},{}],\"long\":[\"\(String(repeating: "x", count: 80))\",true]}",
            "application/json")
        #expect(
            shown.text == """
                {
                  "name": "Café 😀 \\" \\u001b",
                  "n": 1.50e30,
                  "id": 12345678901234567890,
                  "list": [
                    {
                      "a": []
                    },
                    {}
                  ],
                  "long": [
                    "\(String(repeating: "x", count: 80))",
                    true
                  ]
                }
                """)
        #expect(shown.title == "Café 😀 \"")
        #expect(shown.summary == "an object of 5 members")
        #expect(shown.metadata == ["lines": "1"])
    }

    @Test func `broken JSON says where and is shown as it is`() async throws {
        let shown = try await show("{\n  \"a\": 1,\n  \"b\" 2\n}", "application/json")
        #expect(shown.metadata["problem"]?.hasPrefix("line 3, column 7: ") == true)
        #expect(shown.text == "{\n  \"a\": 1,\n  \"b\" 2\n}")
    }

    @Test func `JSON Lines stay lines`() async throws {
        let shown = try await show("{\"a\": 1}\n{\"a\": 2}\n\n", "application/x-ndjson")
        #expect(shown.metadata["values"] == "2")
        let broken = try await show("{\"a\": 1}\n{\"a\" 2}\n", "application/x-ndjson")
        #expect(broken.metadata["problem"]?.hasPrefix("line 2, column 6: ") == true)
    }

    @Test func `XML is written with an element on each line`() async throws {
        let shown = try await show(
            "<?xml version='1.0'?><!DOCTYPE a [<!ENTITY e 'x>y'>]><a:b xmlns:a='u' c=\">\"><d>one\n two</d><e/><!-- f -->"
                + "<g><h>mixed <i>text</i> here</h></g><j><![CDATA[<k>]]></j><l></l></a:b>", "application/xml"
        )
        #expect(
            shown.text == """
                <?xml version='1.0'?>
                <!DOCTYPE a [<!ENTITY e 'x>y'>]>
                <a:b xmlns:a='u' c=">">
                  <d>one two</d>
                  <e/>
                  <!-- f -->
                  <g>
                    <h>
                      mixed
                      <i>text</i>
                      here
                    </h>
                  </g>
                  <j><![CDATA[<k>]]></j>
                  <l></l>
                </a:b>
                """)
        #expect(shown.metadata["root"] == "b")
    }

    @Test func `broken XML says where and is shown as it is`() async throws {
        let shown = try await show("<a>\n<b>\n</a>\n", "application/xml")
        #expect(shown.metadata["problem"]?.hasPrefix("line 3: ") == true)
        #expect(shown.text == "<a>\n<b>\n</a>\n")
    }

    @Test func `YAML is shown as it is`() async throws {
        let shown = try await show("a:\n  - b\n# c\n", "application/yaml")
        #expect(shown.text == "a:\n  - b\n# c\n")
        #expect(shown.metadata == ["lines": "3"])
    }
}
