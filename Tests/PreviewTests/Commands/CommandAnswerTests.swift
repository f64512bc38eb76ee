import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import Testing

private let dicom = MediaType("application/dicom") ?? .octetStream

/// Previews that commands write as JSON.
@Suite(.timeLimit(.minutes(1)))
struct CommandAnswerTests {
    private func shown(_ json: String, maxText: Int = 1000) async throws -> Preview {
        try await preview(
            Data("x".utf8), as: dicom, with: CommandProgram.answering(json),
            limits: PreviewLimits(maxText: maxText))
    }

    private func refused(_ json: String) async throws -> String? {
        await previewError(Data("x".utf8), as: dicom, with: try CommandProgram.answering(json))?.reason
    }

    @Test func `every key is shown, and unknown ones are ignored`() async throws {
        let shown = try await shown(
            """
            {"title": "A  scan", "summary": "Of a knee.", "text": "# Knee\\n\\nleft", "form": "markdown", "pages": 2,
             "pageMarks": [{"page": 1, "offset": 0, "more": 1}, {"page": 2, "offset": 8}],
             "metadata": {"patient": "Ada", "slices": 24, "width": 0.5, "contrast": true, " ": "x", "empty": ""},
             "notes": ["Pixels are not shown", ""], "later": {"a": [1]}, "summary2": null}
            """)
        #expect(shown.title == "A scan" && shown.summary == "Of a knee." && shown.text == "# Knee\n\nleft")
        #expect(shown.form == .markdown && shown.pages == 2 && !shown.isTruncated && shown.mediaType == dicom)
        #expect(
            shown.pageMarks == [Preview.PageMark(page: 1, offset: 0), Preview.PageMark(page: 2, offset: 8)])
        #expect(shown.metadata == ["patient": "Ada", "slices": "24", "width": "0.5", "contrast": "true"])
        #expect(shown.notes == ["Pixels are not shown"])
    }

    @Test func `an empty object is an empty preview, and null says nothing`() async throws {
        #expect(try await shown("{}") == Preview(text: "", mediaType: dicom))
        let nothing = """
            {"title": null, "summary": null, "text": null, "form": null, "pages": null, "pageMarks": null,
             "metadata": null, "notes": null}
            """
        #expect(try await shown(nothing) == Preview(text: "", mediaType: dicom))
        #expect(try await shown(#"{"text": "It says this."}"#).summary == "It says this.")
    }

    @Test func `what is not to be seen is left out, and pages move with it`() async throws {
        let shown = try await shown(
            #"{"text": "a\u001b[31m\u0007b\nc", "pageMarks": [{"page": 3, "offset": 0}, {"page": 5, "offset": 9}],"#
                + #""title": "t\u202ex", "metadata": {"k\u0007": "v\u0000w"}, "notes": ["n\u001b"]}"#)
        #expect(shown.text == "a[31mb\nc" && shown.title == "tx")
        #expect(
            shown.pageMarks == [Preview.PageMark(page: 3, offset: 0), Preview.PageMark(page: 5, offset: 7)])
        #expect(shown.metadata == ["k": "vw"] && shown.notes == ["n"])
    }

    @Test func `text is cut at its limit, with the pages behind it`() async throws {
        let json = #"{"text": "één twee", "pageMarks": [{"page": 1, "offset": 0}, {"page": 2, "offset": 6}]}"#
        let shown = try await shown(json, maxText: 6)
        #expect(shown.text == "één " && shown.isTruncated)
        #expect(shown.pageMarks == [Preview.PageMark(page: 1, offset: 0)])
    }

    @Test func `facts and notes have limits`() async throws {
        let facts = (0..<200).map { "\"k\($0)\": \"\(String(repeating: "v", count: 5000))\"" }.joined(
            separator: ",")
        let notes = (0..<50).map { "\"note \($0)\"" }.joined(separator: ",")
        let shown = try await shown("{\"metadata\": {\(facts)}, \"notes\": [\(notes)]}")
        #expect(shown.metadata.count == 100 && shown.metadata.values.allSatisfy { $0.utf8.count == 4096 })
        #expect(shown.notes.count == 20)
    }

    @Test(arguments: [
        ("", "did not write JSON"), ("hello", "did not write JSON: line 1, column 1"),
        ("{} {}", "did not write JSON"), ("[1]", "found an array of 1 element, expected an object"),
        (#"{"text": 5}"#, "text: found the number 5, expected a string"),
        (#"{"form": "html"}"#, "form: found the string “html”, expected plain or markdown"),
        (#"{"pages": -1}"#, "pages: found the number -1, expected a whole number"),
        (#"{"pages": 1e300}"#, "pages: found the number"),
        (#"{"metadata": ["a"]}"#, "metadata: found an array of 1 element, expected an object"),
        (#"{"metadata": {"a": [1]}}"#, "metadata: a is an array of 1 element, expected a string"),
        (#"{"notes": "a"}"#, "notes: found the string “a”, expected an array"),
        (#"{"notes": [1]}"#, "notes: found an array of 1 element, expected strings"),
        (#"{"text": "ab", "pageMarks": [{"page": 1}]}"#, "pageMarks: expected objects"),
        (
            #"{"text": "ab", "pageMarks": [{"page": 2, "offset": 0}, {"page": 2, "offset": 1}]}"#,
            "pageMarks: expected"
        ),
        (#"{"text": "ab", "pageMarks": [{"page": 1, "offset": 2}]}"#, "do not ascend within text"),
        (#"{"text": "é", "pageMarks": [{"page": 1, "offset": 1}]}"#, "do not ascend within text"),
    ])
    func `a mistake is named`(json: String, reason: String) async throws {
        let said = try await refused(json)
        #expect(
            said?.hasPrefix("tell did not write") == true && said?.contains(reason) == true, "\(said ?? "")")
    }
}
