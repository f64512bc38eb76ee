import CalendarPreviewing
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import Testing

@Suite(.timeLimit(.minutes(1)))
struct CalendarPreviewerTests {
    @Test func `events say when and where`() async throws {
        // A line is folded within a character, as bytes are counted.
        let folded =
            Data("SUMMARY:A caf".utf8) + [0xC3] + Data("\r\n ".utf8) + [0xA9]
            + Data(" meets\\, twice\r\n".utf8)
        let calendar =
            Data("BEGIN:VCALENDAR\r\nX-WR-CALNAME:Course\r\nBEGIN:VEVENT\r\n".utf8) + folded
            + Data(
                """
                DTSTART;TZID=Europe/Berlin:20240501T100000\r
                DTEND;TZID=Europe/Berlin:20240501T113000\r
                LOCATION:Room 5\\; first floor\r
                RRULE:FREQ=WEEKLY;BYDAY=MO,WE;UNTIL=20240701\r
                URL:https://example.org/cafe\r
                ORGANIZER;CN="Doe, Ada":mailto:ada@example.org\r
                DESCRIPTION:One\\nTwo\r
                BEGIN:VALARM\r
                SUMMARY:Ring\r
                END:VALARM\r
                END:VEVENT\r
                BEGIN:VEVENT\r
                SUMMARY:Holiday\r
                DTSTART;VALUE=DATE:20240228\r
                DTEND;VALUE=DATE:20240301\r
                END:VEVENT\r
                BEGIN:VTODO\r
                SUMMARY:Write\r
                DTSTART;VALUE=DATE:20240428\r
                DUE:20240501T100000Z\r
                STATUS:NEEDS-ACTION\r
                END:VTODO\r
                END:VCALENDAR\r

                """.utf8)
        let shown = try await preview(
            calendar, as: try #require(MediaType("text/calendar")), with: CalendarPreviewer())
        #expect(
            shown.text == """
                ## A café meets, twice

                - When: 2024-05-01 10:00 – 11:30 Europe/Berlin
                - Where: Room 5; first floor
                - Web: https://example.org/cafe
                - Repeats: weekly, on Monday and Wednesday, until 2024-07-01
                - By: Doe, Ada (ada@example.org)

                One
                Two

                ## Holiday

                - When: 2024-02-28 – 2024-02-29

                ## Write

                - When: 2024-04-28
                - Due: 2024-05-01 10:00 UTC
                - Status: needs-action
                """)
        #expect(shown.title == "Course")
        #expect(shown.metadata == ["events": "2", "tasks": "1"])
        #expect(shown.form == .markdown)
    }

    @Test func `cards say how to reach people`() async throws {
        let cards = """
            BEGIN:VCARD
            VERSION:3.0
            N:Doe;Ada;;Dr.;
            ORG:Carrel\\, Inc.;Library
            item1.EMAIL;TYPE=INTERNET,WORK:ada@example.org
            TEL;TYPE=cell;VALUE=uri:tel:+49-30-1
            ADR;TYPE=home:;;1 High Street;Town;;12345;Germany
            BDAY:18151210
            PHOTO;ENCODING=b:AAAA
             BBBB
            END:VCARD
            BEGIN:VCARD
            VERSION:2.1
            FN;CHARSET=ISO-8859-1;ENCODING=QUOTED-PRINTABLE:J=FCrgen =
            M=FCller
            TEL;HOME:+49 40 2
            END:VCARD
            """
        let shown = try await preview(cards, as: "text/vcard", with: ContactsPreviewer())
        #expect(
            shown.text == """
                ## Dr. Ada Doe

                - Organisation: Carrel, Inc., Library
                - Mail: ada@example.org (work)
                - Phone: +49-30-1 (cell)
                - Address: 1 High Street, Town, 12345, Germany (home)
                - Born: 1815-12-10

                ## Jürgen Müller

                - Phone: +49 40 2 (home)
                """)
        #expect(shown.summary == "Dr. Ada Doe, Jürgen Müller")
        #expect(shown.metadata == ["contacts": "2"])
    }

    @Test func `a line that is folded in UTF-16 is read whole`() async throws {
        let card = "BEGIN:VCARD\r\nFN:Ada\r\n  Doe\r\nEND:VCARD\r\n"
        let bytes = try #require(card.data(using: .utf16LittleEndian))
        let shown = try await preview(
            Data([0xFF, 0xFE]) + bytes, as: try #require(MediaType("text/vcard")), with: ContactsPreviewer())
        #expect(shown.text == "## Ada Doe")
    }

    @Test func `a line that goes on two hundred thousand times is read in one pass`() async throws {
        let card = """
            BEGIN:VCARD
            FN;ENCODING=QUOTED-PRINTABLE:\(String(repeating: "a=\n", count: 200_000))b
            END:VCARD
            """
        let shown = try await preview(card, as: "text/vcard", with: ContactsPreviewer())
        #expect(shown.text.hasPrefix("## aaa"))
    }

    @Test func `a line with two hundred thousand types is read in one pass`() async throws {
        let card = """
            BEGIN:VCARD
            FN:Ada Doe
            TEL\(String(repeating: ";HOME", count: 200_000)):+49 40 2
            END:VCARD
            """
        let shown = try await preview(card, as: "text/vcard", with: ContactsPreviewer())
        #expect(shown.text.hasPrefix("## Ada Doe\n\n- Phone: +49 40 2 (home, home"))
    }
}
