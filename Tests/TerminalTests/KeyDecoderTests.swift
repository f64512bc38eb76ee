import CarrelBasics
import CarrelTerminal
import Testing

/// The bytes that terminals send, and the keys that they mean.
struct KeyDecoderTests {
    private func keys(_ text: String) -> [TerminalInput] {
        var decoder = KeyDecoder()
        return decoder.inputs(of: text.utf8) + decoder.flush()
    }

    @Test(arguments: [
        ("a", Key.character("a")), (" ", .character(" ")), ("é", .character("é")), ("世", .character("世")),
        ("🙂", .character("🙂")), ("\r", .enter), ("\n", .enter), ("\t", .tab), ("\u{7F}", .backspace),
        ("\u{8}", .backspace), ("\u{3}", .control("c")), ("\u{4}", .control("d")), ("\u{15}", .control("u")),
        ("\u{1B}", .escape), ("\u{1B}[A", .up), ("\u{1B}OB", .down), ("\u{1B}[C", .right),
        ("\u{1B}[1;5D", .left),
        ("\u{1B}[H", .home), ("\u{1B}[F", .end), ("\u{1B}[1~", .home), ("\u{1B}[4~", .end),
        ("\u{1B}[5~", .pageUp), ("\u{1B}[6~", .pageDown), ("\u{1B}[3~", .delete), ("\u{1B}[2~", .insert),
        ("\u{1B}OP", .function(1)), ("\u{1B}[11~", .function(1)), ("\u{1B}[[A", .function(1)),
        ("\u{1B}[24~", .function(12)), ("\u{1B}[Z", .backTab), ("\u{1B}x", .alt("x")),
        ("\u{1B}[99~", .other), ("\u{0}", .other), ("\u{9B}", .other),
    ])
    func `a key is known, whole and byte by byte`(text: String, key: Key) {
        #expect(keys(text) == [.key(key)])
        var decoder = KeyDecoder()
        let pieces = text.utf8.flatMap { decoder.inputs(of: [$0]) }
        #expect(pieces + decoder.flush() == [.key(key)])
    }

    @Test func `keys in a row are kept apart`() {
        #expect(
            keys("j\u{1B}[Bk\u{1B}\u{1B}[Aé") == [
                .key(.character("j")), .key(.down), .key(.character("k")), .key(.escape), .key(.up),
                .key(.character("é")),
            ])
    }

    @Test func `the mouse says what it did and where`() {
        #expect(keys("\u{1B}[<0;3;7M") == [.mouse(.press, ScreenPlace(column: 2, line: 6))])
        #expect(keys("\u{1B}[<64;1;1M\u{1B}[<65;1;1M").count == 2)
        #expect(keys("\u{1B}[<0;3;7m").isEmpty)
        #expect(keys("\u{1B}[<0;3M").isEmpty)
    }

    @Test func `a paste is one text, whatever is in it`() {
        #expect(
            keys("\u{1B}[200~a\u{1B}[A\nq\u{1B}[201~x") == [.paste("a\u{1B}[A\nq"), .key(.character("x"))])
        let long = keys("\u{1B}[200~" + String(repeating: "a", count: 300_000) + "\u{1B}[201~x")
        #expect(long.count == 2 && long.last == .key(.character("x")))
    }

    @Test func `Ctrl-C ends a paste whose end does not come, and is part of one that goes on`() {
        var decoder = KeyDecoder()
        #expect(decoder.inputs(of: "\u{1B}[200~a\u{3}".utf8).isEmpty && decoder.isWaiting)
        #expect(decoder.inputs(of: "b\u{1B}[201~".utf8) == [.paste("a\u{3}b")])
        #expect(decoder.inputs(of: "\u{1B}[200~a\u{3}".utf8).isEmpty)
        #expect(decoder.flush() == [.key(.control("c"))] && !decoder.isWaiting)
        #expect(decoder.inputs(of: "q".utf8) == [.key(.character("q"))])
    }

    @Test func `what a terminal answers is no key`() {
        #expect(keys("\u{1B}[?62;4c") == [.attributes([62, 4])])
        #expect(keys("\u{1B}]11;rgb:0/0/0\u{7}\u{1B}_Gi=1;OK\u{1B}\\\u{1B}P1+r\u{1B}\\").isEmpty)
    }

    @Test func `broken sequences and bytes do no harm`() {
        #expect(keys("\u{1B}[\u{1B}[A") == [.key(.other), .key(.up)])
        #expect(keys("\u{1B}[\u{3}") == [.key(.other), .key(.control("c"))])
        var decoder = KeyDecoder()
        #expect(
            decoder.inputs(of: [0xC3, 0x28, 0xFF, 0xE4, 0xB8]) == [
                .key(.other), .key(.character("(")), .key(.other),
            ])
        #expect(decoder.isWaiting && decoder.flush().isEmpty && !decoder.isWaiting)
        _ = decoder.inputs(of: ("\u{1B}[" + String(repeating: ";", count: 1000)).utf8)
        #expect(!decoder.isWaiting)
    }

    @Test func `any bytes are read to their end`() {
        var random = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var decoder = KeyDecoder()
            let bytes = (0..<300).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: 0...255) : Array("\u{1B}[<;0MPO~".utf8).randomElement() ?? 0
            }
            _ = decoder.inputs(of: bytes)
            _ = decoder.flush()
            _ = decoder.inputs(of: "\u{1B}\\\u{1B}[201~".utf8)
            _ = decoder.flush()
            #expect(decoder.inputs(of: [0x71]) == [.key(.character("q"))])
        }
    }

    @Test(arguments: [
        (Key.character("7"), ConverterKey.character("7")), (.control("u"), .clear), (.escape, .leave),
        (.control("c"), .leave), (.alt("x"), .other), (.up, .up), (.enter, .other),
    ])
    func `the converter knows the keys that it needs`(key: Key, known: ConverterKey) {
        #expect(ConverterKey(key) == known)
    }
}
