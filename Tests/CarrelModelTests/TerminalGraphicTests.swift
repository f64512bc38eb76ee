import CarrelModel
import Foundation
import Testing

@Suite struct TerminalGraphicTests {
    private func sixel(_ text: String) -> TerminalGraphic? {
        TerminalGraphic(.sixel, width: 8, height: 12, content: Data(text.utf8))
    }

    @Test func `Sixel is a raster, colours, repeats and pixels`() {
        #expect(sixel("\"1;1;8;12#0;2;0;0;100#1;2;100;0;0#0!4~$#1!4?!4~-#1~~?@-") != nil)
    }

    @Test(arguments: [
        "", "~", "\"1;1;8;13~", "\"1;1;8~", "\"2;1;8;12~", "\"1;1;8;12!9~", "\"1;1;8;12~~~~~~~~~",
        "\"1;1;8;12#256~",
        "\"1;1;8;12#0;1;0;0;0~", "\"1;1;8;12#0;2;0;0;101~", "\"1;1;8;12#0;2;0;0~", "\"1;1;8;12---~",
        "\"1;1;8;12!4",
        "\"1;1;8;12~\u{1B}", "\"1;1;8;12~\u{07}", "\"1;1;8;12~\u{18}", "\"1;1;8;12~\n", "\"1;1;8;12~\u{9C}",
        "\"1;1;8;12!99999999999999999999~", "\"1;1;8;12#~", "\"1;1;8;12 ~",
    ])
    func `what else a terminal could act on is no Sixel`(text: String) {
        #expect(sixel(text) == nil)
    }

    @Test func `a picture for Kitty has four bytes for each pixel`() {
        let content = Data(repeating: 0x1B, count: 24)
        #expect(TerminalGraphic(.kitty, width: 3, height: 2, content: content) != nil)
        #expect(TerminalGraphic(.kitty, width: 3, height: 3, content: content) == nil)
        #expect(TerminalGraphic(.kitty, width: -3, height: -2, content: content) == nil)
        #expect(TerminalGraphic(.kitty, width: 5000, height: 1, content: Data(count: 20_000)) == nil)
        #expect(TerminalGraphic(.blocks, width: 3, height: 2, content: content) == nil)
        #expect(TerminalGraphic(.iterm, width: 3, height: 2, content: Data()) == nil)
    }

    @Test func `what was written is checked when it is read`() throws {
        let graphic = try #require(sixel("\"1;1;8;12~"))
        let written = try JSONEncoder().encode(graphic)
        #expect(try JSONDecoder().decode(TerminalGraphic.self, from: written) == graphic)
        let forged = String(decoding: written, as: UTF8.self).replacingOccurrences(of: ":12", with: ":13")
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(TerminalGraphic.self, from: Data(forged.utf8))
        }
    }
}
