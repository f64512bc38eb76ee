import CarrelModel
import CarrelTesting
import Foundation
import Testing

@testable import ImagePreviewing

@Suite(.timeLimit(.minutes(1)))
struct CellReaderTests {
    private let red = Picture.Colour(red: 255, green: 0, blue: 0)
    private let blue = Picture.Colour(red: 0, green: 0, blue: 255)

    private func read(_ text: String) -> Picture? {
        CellReader.picture(Data(text.utf8), columns: 4, lines: 2)
    }

    @Test
    func `half blocks are two pixels, the ink's and the paper's`() {
        let text = "\u{1B}[0m\u{1B}[38;2;255;0;0;48;2;0;0;255m▀▄█ \u{1B}[0m\n"
        #expect(read(text)?.pixels == [[red, blue, red, blue], [blue, red, red, blue]])
    }

    @Test
    func `what has no colour is transparent, and reversal exchanges ink and paper`() {
        let text = " \u{1B}[7m\u{1B}[38;2;255;0;0m▄\u{1B}[0m\u{1B}[38;2;255;0;0m▄\n"
        #expect(read(text)?.pixels == [[nil, red, nil], [nil, nil, red]])
    }

    @Test(arguments: [
        "", "\n", " ", " \n\n", " \n  \n", "     \n", " \n \n \n", "x\n", "\u{1B}\n", "\u{1B}[",
        "\u{1B}[m \n",
        "\u{1B}[2J \n", "\u{1B}[1m \n", "\u{1B}[38;5;1m \n", "\u{1B}[38;2;1;1m \n", "\u{1B}[38;2;1;1;256m \n",
        "\u{1B}[38;2;1;1;-1m \n", "\u{1B}[;m \n", "\u{1B}]0;title\u{7} \n", "\u{1B}[?25l \n", "\r\n", "\t\n",
        "▁\n", "é\n", "\u{9B}0m \n", "\u{1B}[" + String(repeating: "0;", count: 40) + "0m \n",
    ])
    func `anything else is refused, as is what is cut, uneven or too large`(text: String) {
        #expect(read(text) == nil)
    }

    @Test
    func `cut at each byte and damaged, a drawing fits or is none`() {
        let line = "\u{1B}[0m\u{1B}[38;2;255;0;0;48;2;0;0;255m▄▀\u{1B}[7m█ \u{1B}[0m\n"
        let drawing = Data((line + line).utf8)
        for length in drawing.indices {
            let picture = CellReader.picture(drawing.prefix(length), columns: 4, lines: 2)
            #expect(picture == nil || picture?.height == 2 && length >= line.utf8.count, "\(length)")
        }
        var random = SeededRandom(seed: 3)
        for _ in 0..<20_000 {
            var damaged = drawing
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: 0..<damaged.count, using: &random)
                damaged[place] = .random(in: .min ... .max, using: &random)
            }
            guard let picture = CellReader.picture(damaged, columns: 4, lines: 2) else { continue }
            #expect(picture.height <= 4 && picture.pixels.allSatisfy { (1...4).contains($0.count) })
        }
    }
}
