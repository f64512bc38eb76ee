import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import StructuredPreviewing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StructuredPreviewerTests {
    private func show(_ text: String, _ type: String) async throws -> Preview {
        try await preview(text, as: type, with: StructuredPreviewer())
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

    @Test(
        arguments: [
            (
                "ISO-8859-2", [0xAF, 0xF3, 0xB3, 0xE6, 0x2C, 0x20, 0x67, 0xEA, 0xB6, 0x6C, 0xB1],
                "Żółć, gęślą"
            ),
            ("windows-1251", [0xCF, 0xF0, 0xE8, 0xEB, 0xE8, 0xE2, 0xFB], "Приливы"),
            ("EUC-JP", [0xC4, 0xAC, 0xA4, 0xCE, 0xCB, 0xFE, 0xA4, 0xC1], "潮の満ち"),
            ("GB2312", [0xB3, 0xB1, 0xCF, 0xAB, 0xB1, 0xED], "潮汐表"),
            ("iso-8859-1", [0x67, 0x72, 0xC3, 0xB6, 0xC3, 0x9F, 0x65, 0x72], "größer"),
            ("UTF-16", [0x67, 0x72, 0xC3, 0xB6, 0xC3, 0x9F, 0x65, 0x72], "größer"),
        ] as [(String, [UInt8], String)])
    func `XML is read in the encoding that it declares`(name: String, word: [UInt8], shown: String)
        async throws
    {
        let data = Data("<?xml version=\"1.0\" encoding='\(name)'?><a>".utf8) + Data(word) + Data("</a>".utf8)
        for type in ["application/xml", "text/xml; charset=unknown-8bit"] {
            let preview = try await preview(
                data, as: try #require(MediaType(type)), with: StructuredPreviewer())
            #expect(preview.text.contains("<a>\(shown)</a>"))
            #expect(preview.metadata["undecodable"] == nil)
        }
    }

    @Test func `what the server says of the encoding of XML counts more than its declaration`() async throws {
        let data =
            Data("<?xml version=\"1.0\" encoding=\"iso-8859-7\"?><a>".utf8) + Data([0xC8])
            + Data("aj</a>".utf8)
        let type = try #require(MediaType("application/xml; charset=iso-8859-2"))
        let shown = try await preview(data, as: type, with: StructuredPreviewer())
        #expect(shown.text.contains("<a>Čaj</a>"))
        #expect(shown.metadata["encoding"] == "iso-8859-2")
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
