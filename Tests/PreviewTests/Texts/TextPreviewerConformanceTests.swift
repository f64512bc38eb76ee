import CalendarPreviewing
import CarrelHTTP
import CarrelStages
import CarrelTesting
import Foundation
import MailPreviewing
import MarkdownPreviewing
import NotebookPreviewing
import SourcePreviewing
import StructuredPreviewing
import TablePreviewing
import Testing

/// A previewer of texts with a document of its kind.
struct TextSubject: CustomTestStringConvertible, Sendable {
    var name: String
    var previewer: any Previewer
    var type: String
    var sample: String

    var testDescription: String { name }

    static let all: [TextSubject] = [
        .init(
            name: "markdown", previewer: MarkdownPreviewer(), type: "text/markdown",
            sample:
                "---\ntitle: Cells\n---\n# Génes 👩🏽‍🔬\n\n- one\n- two\n\n> said &#27;[31m\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
        ),
        .init(
            name: "table", previewer: TablePreviewer(), type: "text/csv",
            sample: "name,Génes\n\"a, b\",1\n\"c\nd\",\u{1B}[31m2\n"),
        .init(
            name: "structured", previewer: StructuredPreviewer(), type: "application/json",
            sample: "{\"title\": \"Génes\", \"list\": [1, 2, {\"deep\": [\"\\u001b[31m\"]}]}"),
        .init(
            name: "structured", previewer: StructuredPreviewer(), type: "application/xml",
            sample: "<?xml version=\"1.0\"?><cells a=\"1\"><cell>Génes</cell><cell/><!-- x --></cells>"),
        .init(
            name: "notebook", previewer: NotebookPreviewer(), type: "application/x-ipynb+json",
            sample: """
                {"cells": [{"cell_type": "markdown", "source": ["# Génes\\n", "text"]}, {"cell_type": "code", \
                "source": "print(1)", "outputs": [{"output_type": "stream", "text": ["1\\n"]}]}], \
                "metadata": {"kernelspec": {"display_name": "Python 3"}}, "nbformat": 4}
                """),
        .init(
            name: "source", previewer: SourcePreviewer(), type: "text/x-python",
            sample: "# Génes of cells\nimport sys\n\nprint('```')\n"),
        .init(
            name: "mail", previewer: MailPreviewer(), type: "message/rfc822",
            sample: """
                From: =?utf-8?q?G=C3=A9nes?= <a@example.org>
                Subject: Cells\u{7}
                Content-Type: multipart/mixed; boundary="b"

                --b
                Content-Type: text/plain; charset=utf-8
                Content-Transfer-Encoding: quoted-printable

                G=C3=A9nes =1B[31m
                --b
                Content-Type: image/png; name="x.png"
                Content-Transfer-Encoding: base64

                AAECAw==
                --b--
                """),
        .init(
            name: "calendar", previewer: CalendarPreviewer(), type: "text/calendar",
            sample: """
                BEGIN:VCALENDAR
                BEGIN:VEVENT
                SUMMARY:Génes
                DTSTART:20240501T100000Z
                LOCATION:Room\\, \u{7}5
                END:VEVENT
                END:VCALENDAR
                """),
        .init(
            name: "contacts", previewer: ContactsPreviewer(), type: "text/vcard",
            sample:
                "BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ada Génes\r\nEMAIL;TYPE=work:ada@example.org\r\nEND:VCARD\r\n"
        ),
    ]
}

@Suite(.timeLimit(.minutes(2)))
struct TextPreviewerConformanceTests {
    @Test(arguments: TextSubject.all, PreviewerConformance.checks)
    func `the previewers of texts keep their promises`(
        subject: TextSubject, check: ConformanceCheck<PreviewerSubject>
    ) async throws {
        let type = try #require(MediaType(subject.type))
        try await check.run {
            PreviewerSubject(
                subject.previewer, sample: Data(subject.sample.utf8), mediaType: type, word: "Génes",
                trials: 90)
        }
    }
}
