import CarrelModel
import CarrelTerminal
import Foundation
import Testing

@Suite struct PictureChoiceTests {
    @Test(arguments: [
        (["TERM": "xterm-kitty"], PictureChoice.form(.kitty)), (["TERM": "xterm-ghostty"], .form(.kitty)),
        (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], .form(.kitty)),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .form(.iterm)),
        (["TERM": "xterm-256color", "LC_TERMINAL": "iTerm2"], .form(.iterm)),
        (["TERM": "xterm-256color"], .ask), (["TERM": "foot"], .ask), ([:], .ask),
        (["TERM": "tmux-256color", "KITTY_WINDOW_ID": "1"], .form(.blocks)),
        (["TERM": "xterm-kitty", "TMUX": "/tmp/tmux-0/default,1,0"], .form(.blocks)),
        (["TERM": "screen-256color", "LC_TERMINAL": "iTerm2"], .form(.blocks)),
        (["TERM": "xterm-256color", "STY": "1.tty"], .form(.blocks)), (["TERM": "linux"], .form(.blocks)),
        (["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"], .form(.blocks)),
    ])
    func `auto goes by what the terminal says`(environment: [String: String], choice: PictureChoice) {
        #expect(PictureChoice(setting: "auto", environment: environment) == choice)
    }

    @Test func `a form that the profile names is taken everywhere`() {
        for form in PictureForm.allCases {
            let environment = ["TERM": "xterm-kitty", "TMUX": "1"]
            #expect(PictureChoice(setting: form.rawValue, environment: environment) == .form(form))
        }
    }

    @Test(arguments: [
        ("\u{1B}[?62;4;22c", [62, 4, 22] as [Int]?), ("\u{1B}[?6c", [6]),
        ("keys\u{1B}[A\u{1B}[?64;4c", [64, 4]),
        ("\u{1B}[?62;4", nil), ("", nil), ("\u{1B}[?62;x4c", nil), ("\u{1B}[62;4c", nil),
        ("\u{1B}[?1;2R", nil),
        ("\u{1B}[?99999999999999999999;4c", [999_999, 4]),
    ])
    func `the attributes are found in the answer`(answer: String, attributes: [Int]?) {
        #expect(DeviceAttributes.attributes(in: Array(answer.utf8)) == attributes.map(Set.init))
    }

    @Test func `a picture for Kitty goes in parts of 4 KiB, and asks for no answer`() throws {
        let graphic = try #require(
            TerminalGraphic(.kitty, width: 40, height: 40, content: Data(repeating: 1, count: 6400)))
        let text = GraphicText.text(graphic, cell: PictureSize(width: 8, height: 16))
        #expect(text.hasPrefix("\u{1B}_Ga=T,q=2,f=32,s=40,v=40,c=5,r=3,m=1;AQEB"))
        let parts = text.components(separatedBy: "\u{1B}\\")
        #expect(parts.count == 4 && parts[1].hasPrefix("\u{1B}_Gm=1;") && parts[2].hasPrefix("\u{1B}_Gm=0;"))
        #expect(parts.last == "\n" && parts.allSatisfy { $0.utf8.count < 4200 })
    }
}
