import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import MailPreviewing
import Testing

/// Where the messages of a mailbox begin, and what is said of them together.
@Suite(.timeLimit(.minutes(1)))
struct MailboxTests {
    private func show(_ text: String) async throws -> Preview {
        try await preview(text, as: "application/mbox", with: MailPreviewer())
    }

    private func message(_ subject: String, _ rest: String) -> String {
        "From ada@example.org Tue Jan  2 10:00:00 2024\nSubject: \(subject)\n\(rest)"
    }

    @Test(arguments: [
        "From Monday, 10:30 on, the library is closed.\n", "From 10:30 on:\n\nSubject: cells\n",
        ">From ada@example.org Tue Jan  2 10:00:00 2024\nSubject: quoted\n",
    ])
    func `a line of a text that begins as those between messages does not part it`(
        line: String
    ) async throws {
        let shown = try await show(message("one", "\nHello\n\n\(line)\nBye\n\n") + message("two", "\nHi\n"))
        #expect(shown.pages == 2 && shown.summary == "one; two")
        #expect(shown.text.contains("Hello\n\n\(line)\nBye\n\nSubject: two"), "\(shown.text)")
    }

    @Test func `a message that tells its length ends there, whatever its text holds`() async throws {
        let body = "Hello\n\n" + message("passed on", "\nWords\n")
        let first = message("one", "Content-Length: \(body.utf8.count)\n\n\(body)\n")
        let shown = try await show(first + message("two", "content-length:3\n\nHi\n"))
        #expect(shown.pages == 2 && shown.summary == "one; two")
        #expect(shown.text.contains("Subject: passed on\n\nWords\n\nSubject: two\n\nHi"), "\(shown.text)")
    }

    @Test(arguments: ["1", "99999999999999999999", "-5", "4000", "x"])
    func `a wrong length is passed over`(length: String) async throws {
        let first = message("one", "Content-Length: \(length)\n\nHello\n\n")
        let shown = try await show(first + message("two", "\nHi\n"))
        #expect(shown.pages == 2 && shown.summary == "one; two")
    }

    @Test func `encrypted messages are counted in a note`() async throws {
        let secret = "Content-Type: multipart/encrypted; boundary=A\n\n--A\n\nx\n--A--\n\n"
        let shown = try await show(message("one", secret) + message("two", "\nHi\n"))
        #expect(shown.notes == ["Encrypted messages: 1. Open them with a mail program"])
    }
}
