import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import MailPreviewing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct MailPreviewerTests {
    private func show(_ data: Data, _ type: String = "message/rfc822") async throws -> Preview {
        try await preview(data, as: try #require(MediaType(type)), with: MailPreviewer())
    }

    @Test func `fields with coded words are read`() async throws {
        let shown = try await show(
            Data(
                """
                From: =?ISO-8859-1?Q?Andr=E9?= Doe <andre@example.org>\r
                To: =?utf-8?b?5pel5pys?= =?utf-8?b?6Kqe?= <a@example.org>,\r
                \tb@example.org\r
                Subject: =?utf-8?q?Caf?=\r
                 =?utf-8?q?=C3=A9_opens?= today\r
                Date: Mon, 1 Jan 2024 10:00:00 +0000\r
                \r
                Hello\r
                """.utf8))
        #expect(shown.title == "Café opens today")
        #expect(shown.metadata["from"] == "André Doe <andre@example.org>")
        #expect(shown.metadata["to"] == "日本語 <a@example.org>, b@example.org")
        #expect(shown.metadata["date"] == "Mon, 1 Jan 2024 10:00:00 +0000")
        #expect(shown.text == "Hello")
    }

    @Test func `a calendar in the place of the text is shown as its events`() async throws {
        func show(_ calendar: String) async throws -> Preview {
            let head = "Subject: Invitation\r\nContent-Type: text/calendar; method=REQUEST\r\n\r\n"
            return try await self.show(Data((head + calendar).utf8))
        }
        let shown = try await show(
            "BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nDTSTART:20260301T063000Z\r\nSUMMARY:Spring\r\n  tide\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
        )
        #expect(shown.title == "Invitation" && shown.summary == "2026-03-01 06:30 UTC Spring tide")
        #expect(shown.form == .markdown && shown.text.hasPrefix("## Spring tide\n"), "\(shown.text)")
        #expect(!shown.text.contains("VEVENT"))
        let other = try await show("No calendar\r\n")
        #expect(other.text == "No calendar" && other.form == .plain)
    }

    @Test func `a page without a charset is read in the encoding that it declares`() async throws {
        let head = "Subject: x\nContent-Type: text/html\n\n<meta charset=\"iso-8859-2\"><p>"
        let shown = try await show(Data(head.utf8) + Data([0xC8]) + Data("aj</p>".utf8))
        #expect(shown.text == "Čaj")
    }

    @Test func `text is decoded, and what is attached is listed`() async throws {
        let shown = try await show(
            Data(
                """
                Subject: x
                MIME-Version: 1.0
                Content-Type: multipart/mixed; boundary=outer

                This is not shown.
                --outer
                Content-Type: multipart/alternative; boundary="in;ner"

                --in;ner
                Content-Type: text/plain; charset=windows-1252
                Content-Transfer-Encoding: quoted-printable

                20 =80 for =
                the book
                --in;ner
                Content-Type: text/html; charset=utf-8

                <p>20 € for the book</p>
                --in;ner--
                --outer
                Content-Type: application/pdf
                Content-Disposition: attachment; filename*0*=utf-8''%C3%BCber; filename*1=sicht.pdf
                Content-Transfer-Encoding: base64

                JVBERi0xLjQKJVBERi0xLjQK
                --outer
                Content-Type: message/rfc822; name="=?utf-8?q?f=C3=BCr?= you"

                Subject: inner
                --outer--
                """.utf8))
        #expect(
            shown.text == """
                20 € for the book

                Attachments:
                - übersicht.pdf (application/pdf, 18 B)
                - für you (message/rfc822, 15 B)
                """)
        #expect(shown.metadata["attachments"] == "2")
        #expect(shown.metadata["encoding"] == "windows-1252")
    }

    /// A message of two alternatives.
    private func alternatives(_ plain: String, _ other: String) -> Data {
        let head = "Subject: x\nContent-Type: multipart/alternative; boundary=A\n\n"
        return Data("\(head)--A\nContent-Type: text/plain\n\n\(plain)\n--A\n\(other)\n--A--\n".utf8)
    }

    @Test func `the same text is not shown twice, and what is attached to it is listed`() async throws {
        let related = """
            Content-Type: multipart/related; boundary=B

            --B
            Content-Type: text/html

            <p>Hello <b>you</b></p>
            --B
            Content-Type: image/png; name=logo.png

            x
            --B--
            """
        let shown = try await show(alternatives("Hello you", related))
        #expect(shown.text == "Hello you\n\nAttachments:\n- logo.png (image/png, 2 B)")
    }

    @Test func `of alternatives the first that says something is shown`() async throws {
        let shown = try await show(alternatives("", "Content-Type: text/html\n\n<p>Hello</p>"))
        #expect(shown.text == "Hello" && shown.metadata["attachments"] == nil)
    }

    @Test func `a line among the fields that is none does not end them`() async throws {
        let head = ">From somebody\nSubject: x\nStatus line\n of it\nanother\nContent-Type: text/html\n\n"
        let shown = try await show(Data("\(head)<p>Hello</p>".utf8))
        #expect(shown.title == "x" && shown.text == "Hello")
    }

    @Test(arguments: ["", "Content-Type: text; charset=utf-8\n\n"])
    func `text behind fields that are not written well is shown`(fields: String) async throws {
        let shown = try await show(Data("Subject: x\n\(fields)Hello\nyou: there".utf8))
        #expect(shown.text == "Hello\nyou: there")
    }

    @Test func `a message that is attached is named by its subject`() async throws {
        let head = "Content-Type: multipart/mixed; boundary=A\n\n--A\nContent-Type: message/rfc822\n\n"
        let shown = try await show(Data("\(head)Subject: inner\n".utf8))
        #expect(shown.text == "Attachments:\n- inner (message/rfc822, 15 B)")
    }

    @Test func `a message that is text of another kind is shown`() async throws {
        let shown = try await show(Data("Subject: x\nContent-Type: text/markdown\n\n# Hello\n".utf8))
        #expect(shown.text == "# Hello" && shown.metadata["attachments"] == nil)
    }

    @Test func `base64 goes on behind its end`() async throws {
        let head = "Subject: x\nContent-Transfer-Encoding: base64\n\n"
        #expect(try await show(Data("\(head)SGVsbG8=\nLCB5b3U=\nIQ\n".utf8)).text == "Hello, you!")
    }

    @Test func `of mail in HTML its text is shown`() async throws {
        let shown = try await show(
            Data(
                """
                Subject: x
                Content-Type: text/html; charset="utf-8"
                Content-Transfer-Encoding: base64

                PHN0eWxlPnA8L3N0eWxlPjxwPkjDqWxsbzwvcD48cD53b3JsZDwvcD4=
                """.utf8))
        #expect(shown.text == "Héllo\n\nworld")
    }

    private let mailbox = Data(
        """
        From a Mon Jan 1
        Subject: one
        From: a@example.org
        Date: Mon, 1 Jan 2024 10:00:00 +0000

        First
        From here on

        From there on: too

        From b Tue Jan 2 10:00:00 2024
        Subject: two

        Second

        """.utf8)

    @Test(arguments: [
        ("multipart/encrypted; boundary=A", "encrypted"),
        ("application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m", "encrypted"),
        ("application/pkcs7-mime; smime-type=signed-data; name=smime.p7m", "signed as a whole"),
        ("application/x-pkcs7-mime; name=smime.p7m", "encrypted or signed as a whole"),
        ("multipart/signed; protocol=\"application/pkcs7-signature\"; boundary=A", nil),
        ("application/pkcs7-mime; smime-type=certs-only; name=smime.p7c", nil),
    ])
    func `a message that only a mail program opens says so`(type: String, seal: String?) async throws {
        let shown = try await show(Data("Subject: x\nContent-Type: \(type)\n\n--A\n\nx\n--A--\n".utf8))
        #expect(shown.notes == (seal.map { ["The message is \($0): open it with a mail program"] } ?? []))
    }

    @Test func `lines may end with carriage returns alone, and colours for a terminal are left out`()
        async throws
    {
        let shown = try await show(
            Data(
                "Subject: =?utf-8?q?=1B[31mred=1B[0m?=\rTo: b@example.org\r\rHello\r\u{1B}[1myou\u{1B}[0m\r"
                    .utf8))
        #expect(shown.title == "red" && shown.metadata["to"] == "b@example.org")
        #expect(shown.text == "Hello\nyou")
    }

    @Test func `of a long message in HTML all is shown`() async throws {
        let style = String(repeating: "margin: 0; ", count: 30_000)
        let page = "<p style=\"\(style)\">Hello</p><p>The end</p>"
        let shown = try await show(Data("Subject: x\nContent-Type: text/html\n\n\(page)".utf8))
        #expect(shown.text == "Hello\n\nThe end" && !shown.isTruncated)
    }

    @Test func `a message in HTML that is too deep to be read to its end says so`() async throws {
        let page = "<p>Hello</p>" + String(repeating: "<blockquote>", count: 600) + "The first message"
        let shown = try await show(Data("Subject: x\nContent-Type: text/html\n\n\(page)".utf8))
        #expect(shown.text == "Hello" && shown.isTruncated)
    }

    @Test func `of a mailbox all messages are shown, as pages that begin with their fields`() async throws {
        let shown = try await show(mailbox, "application/mbox")
        let first = """
            Subject: one
            From: a@example.org
            Date: Mon, 1 Jan 2024 10:00:00 +0000

            First
            From here on

            From there on: too
            """
        #expect(shown.text == "\(first)\n\nSubject: two\n\nSecond")
        let marks = [(1, 0), (2, first.utf8.count + 2)].map { Preview.PageMark(page: $0, offset: $1) }
        #expect(shown.pages == 2 && shown.pageMarks == marks)
        #expect(shown.pageKind.number(2) == "message 2" && shown.summary == "one; two")
        #expect(!shown.isTruncated && shown.notes.isEmpty)
    }

    @Test func `a mailbox is read as far as there is room`() async throws {
        let mbox = try #require(MediaType("application/mbox"))
        let shown = try await preview(
            mailbox, as: mbox, with: MailPreviewer(), limits: PreviewLimits(maxText: 60))
        #expect(shown.isTruncated && shown.text.hasPrefix("Subject: one\nFrom: a@example.org"))
        let second = try await preview(
            mailbox, as: mbox, with: MailPreviewer(), limits: PreviewLimits(pages: 2...2))
        #expect(
            second.text == "Subject: two\n\nSecond"
                && second.pageMarks == [Preview.PageMark(page: 2, offset: 0)])
    }

    @Test func `parts within parts end somewhere`() async throws {
        var text = "Subject: deep\n"
        for depth in 0..<200 { text += "Content-Type: multipart/mixed; boundary=b\(depth)\n\n--b\(depth)\n" }
        let shown = try await show(Data((text + "\nx").utf8))
        #expect(shown.title == "deep" && shown.text.isEmpty && shown.isTruncated)
    }

    @Test func `a field with four hundred thousand coded words is read without delay`() async throws {
        let words = String(repeating: "=?utf-8?q?a?=\n ", count: 400_000)
        let shown = try await show(Data("Subject: \(words)\nTo: ada@example.org\n\nHello\n".utf8))
        #expect(shown.title?.hasPrefix("aaa") == true)
        #expect(shown.metadata["to"] == "ada@example.org")
        #expect(shown.text == "Hello")
    }
}
