import CarrelModel
import Foundation
import Testing

@testable import ImagePreviewing

@Suite struct GraphicReaderTests {
    private func read(_ text: String, _ form: PictureForm, limit: Int = 8) -> TerminalGraphic? {
        GraphicReader.graphic(Data(text.utf8), form, limit: PictureSize(width: limit, height: limit))
    }

    private static let pixels = Data(repeating: 7, count: 16)
    private static let kitty =
        "\u{1B}_Ga=T,f=32,s=2,v=2,c=1,r=1,m=1\u{1B}\\\u{1B}_Gm=1;\(pixels.prefix(7).base64EncodedString())\u{1B}\\"
        + "\u{1B}_Gm=1;\(pixels.dropFirst(7).base64EncodedString())\u{1B}\\\u{1B}_Gm=0\u{1B}\\\n"
    private static let iterm =
        "\u{1B}]1337;File=inline=1;width=1;height=1;preserveAspectRatio=0:SUkqAA==\u{07}\n"
    private static let sixel = "\u{1B}P0;1;0q\"1;1;8;6#0;2;0;0;100#0!8~-\u{1B}\\\n"

    @Test func `the picture is taken out of the one sequence`() {
        #expect(read(Self.kitty, .kitty)?.content == Self.pixels)
        #expect(read(Self.iterm, .iterm)?.content == Data("II*\0".utf8))
        let sixel = read(Self.sixel, .sixel)
        #expect(sixel?.width == 8 && sixel?.height == 6)
    }

    @Test func `another form than was asked for is refused`() {
        let texts: [PictureForm: String] = [.kitty: Self.kitty, .iterm: Self.iterm, .sixel: Self.sixel]
        for (form, text) in texts {
            for asked in PictureForm.allCases where asked != form { #expect(read(text, asked) == nil) }
            #expect(read(text, form) != nil && read(text, form, limit: 1) == nil)
        }
    }

    @Test(arguments: [(kitty, PictureForm.kitty), (iterm, .iterm), (sixel, .sixel)])
    func `what comes before, behind or within it makes it no picture`(text: String, form: PictureForm) {
        for hostile in ["\u{1B}]0;title\u{07}", "\u{1B}[2J", "x", "\n", "\u{1B}P0;1;0q\u{1B}\\", "\u{9C}"] {
            #expect(read(hostile + text, form) == nil)
            #expect(read(text + hostile, form) == nil)
            let bytes = Array(text.unicodeScalars)
            for place in stride(from: 1, to: bytes.count - 1, by: 3) {
                var changed = String.UnicodeScalarView()
                changed.append(contentsOf: bytes[..<place])
                changed.append(contentsOf: hostile.unicodeScalars)
                changed.append(contentsOf: bytes[place...])
                // A letter or a line end within base 64 changes the picture, and nothing else.
                if let graphic = read(String(changed), form) { #expect(!graphic.content.contains(0x1B)) }
                if hostile.count > 2 { #expect(read(String(changed), form) == nil, "\(place)") }
            }
        }
        for length in 0..<text.utf8.count - 1 { #expect(read(String(text.prefix(length)), form) == nil) }
    }
}
