import CalendarPreviewing
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import Testing

/// Calendars and cards in which ends are missing.
@Suite(.timeLimit(.minutes(1)))
struct UnendedEntriesTests {
    private func calendar(_ lines: String...) async throws -> Preview {
        try await preview(
            "BEGIN:VCALENDAR\n\(lines.joined(separator: "\n"))\n", as: "text/calendar",
            with: CalendarPreviewer())
    }

    private func cards(_ text: String) async throws -> Preview {
        try await preview(text, as: "text/vcard", with: ContactsPreviewer())
    }

    private func titles(_ preview: Preview) -> [String] {
        preview.text.split(separator: "\n").filter { $0.hasPrefix("## ") }.map { String($0.dropFirst(3)) }
    }

    @Test func `an event without its end is shown, and those behind it`() async throws {
        let shown = try await calendar(
            "BEGIN:VEVENT", "SUMMARY:One", "END:VEVENT", "BEGIN:VEVENT", "SUMMARY:Two", "BEGIN:VEVENT",
            "SUMMARY:Three", "END:VEVENT", "BEGIN:VTODO", "SUMMARY:Four", "END:VCALENDAR")
        #expect(titles(shown) == ["One", "Two", "Three", "Four"])
        #expect(shown.metadata == ["events": "3", "tasks": "1"])
        #expect(shown.notes == ["Entries without an end, or with a part in them that has none: 2"])
    }

    @Test func `an alarm without its end hides no event`() async throws {
        let shown = try await calendar(
            "BEGIN:VEVENT", "SUMMARY:One", "BEGIN:VALARM", "SUMMARY:Ring", "END:VEVENT", "BEGIN:VEVENT",
            "SUMMARY:Two", "END:VALARM", "LOCATION:Here", "END:VEVENT", "END:VCALENDAR")
        #expect(titles(shown) == ["One", "Two"] && shown.text.contains("Here"))
        #expect(shown.notes == ["Entries without an end, or with a part in them that has none: 1"])
    }

    @Test func `an event in which the calendar ends is shown`() async throws {
        let shown = try await calendar(
            "BEGIN:VEVENT", "SUMMARY:One", "END:VEVENT", "BEGIN:VEVENT", "SUMMARY:Two")
        #expect(titles(shown) == ["One", "Two"])
        #expect(shown.notes.count == 1)
    }

    @Test func `a card without its end is shown, and those behind it`() async throws {
        let shown = try await cards(
            "BEGIN:VCARD\nFN:Ada\nBEGIN:VCARD\nFN:Bo\nEND:VCARD\nBEGIN:VCARD\nFN:Cy\n")
        #expect(titles(shown) == ["Ada", "Bo", "Cy"])
        #expect(shown.notes == ["Cards without an end: 2"])
    }

    @Test(arguments: ["AGENT:\nBEGIN:VCARD", "AGENT:BEGIN:VCARD", "agent:\nbegin:vcard"])
    func `what stands behind the card of an agent is of the card around it`(agent: String) async throws {
        let shown = try await cards(
            "BEGIN:VCARD\nFN:Ada\n\(agent)\nFN:Bo\nTEL:1\nEND:VCARD\nTEL:2\nEND:VCARD\nBEGIN:VCARD\nFN:Cy\nEND:VCARD\n"
        )
        #expect(titles(shown) == ["Ada", "Bo", "Cy"] && shown.notes.isEmpty)
        let places = ["Ada", "Phone: 2", "Bo", "Phone: 1", "Cy"].map { shown.text.range(of: $0)?.lowerBound }
        #expect(places.compactMap(\.self).count == 5)
        #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
    }

    @Test func `a card behind one that ends with that of its agent is one of its own`() async throws {
        let shown = try await cards(
            "BEGIN:VCARD\nFN:Ada\nAGENT:\nBEGIN:VCARD\nFN:Bo\nEND:VCARD\nBEGIN:VCARD\nFN:Cy\nEND:VCARD\n")
        #expect(titles(shown) == ["Ada", "Bo", "Cy"])
        #expect(shown.notes == ["Cards without an end: 1"])
    }

    @Test func `a beginning that stands there twice begins one card, or one event`() async throws {
        let card = try await cards("BEGIN:VCARD\nBEGIN:VCARD\nFN:Ada\nEND:VCARD\nEND:VCARD\nBEGIN:VCARD\n")
        #expect(titles(card) == ["Ada"] && card.title == "Ada" && card.notes.isEmpty)
        let event = try await calendar(
            "BEGIN:VEVENT", "BEGIN:VEVENT", "SUMMARY:One", "END:VEVENT", "END:VCALENDAR")
        #expect(titles(event) == ["One"] && event.notes.isEmpty)
        #expect(event.metadata == ["events": "1"])
    }

    @Test func `a blank behind a broken line of quoted-printable is of the text, and another one is a fold`()
        async throws
    {
        let shown = try await cards(
            "BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:Ada=\n Doe\nURL:https://x.example/?a=\n 1\nEND:VCARD\n"
        )
        #expect(titles(shown) == ["Ada Doe"])
        #expect(shown.text.contains("https://x.example/?a=1"), "\(shown.text)")
    }

    @Test func `an empty line ends quoted-printable whose last line should go on`() async throws {
        let shown = try await cards(
            "BEGIN:VCARD\nFN:Ada\nNOTE;ENCODING=QUOTED-PRINTABLE:One=0D=0A=\n\nEMAIL:a@b.example\n\n\nTEL:1\nEND:VCARD\n"
        )
        #expect(shown.text.contains("\n- Mail: a@b.example\n"), "\(shown.text)")
    }

    @Test func `a sign with a digit is no byte of quoted-printable`() async throws {
        let shown = try await cards("BEGIN:VCARD\nFN;ENCODING=QUOTED-PRINTABLE:A=+5=-1=42=4\nEND:VCARD\n")
        #expect(titles(shown) == ["A=+5=-1B=4"])
        #expect(shown.notes.isEmpty)
    }
}
