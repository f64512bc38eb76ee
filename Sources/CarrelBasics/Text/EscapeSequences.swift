extension String {
    /// The text without the sequences by which programs tell a terminal what to do, such as colours in their logs.
    ///
    /// What only begins like a sequence stays, with its Escape, which `terminalSafe` leaves out. Of letters that are struck over, as
    /// manual pages have bold and underlined ones, the last stays.
    package var withoutEscapeSequences: String {
        guard utf8.contains(EscapeSequence.escape) else { return withoutOverstrikes }
        let bytes = Array(utf8)
        var kept: [UInt8] = []
        kept.reserveCapacity(bytes.count)
        var rest = bytes[...]
        while let start = rest.firstIndex(of: EscapeSequence.escape) {
            kept += rest[..<start]
            let end = EscapeSequence.end(of: rest[start...])
            if end == nil { kept.append(EscapeSequence.escape) }
            rest = rest[(end ?? start + 1)...]
        }
        kept += rest
        return String(decoding: kept, as: UTF8.self).withoutOverstrikes
    }

    private var withoutOverstrikes: String {
        guard utf8.contains(EscapeSequence.backspace) else { return self }
        var kept: [UInt8] = []
        kept.reserveCapacity(utf8.count)
        for byte in utf8 {
            guard byte == EscapeSequence.backspace else {
                kept.append(byte)
                continue
            }
            while let last = kept.last, last & 0xC0 == 0x80 { kept.removeLast() }
            if let last = kept.last, last >= 0x20 { kept.removeLast() }
        }
        return String(decoding: kept, as: UTF8.self)
    }
}

/// Sequences that begin with Escape (ECMA-48, xterm).
private enum EscapeSequence {
    static let escape: UInt8 = 0x1B
    static let backspace: UInt8 = 0x08
    private static let bell: UInt8 = 0x07

    // No colour needs more; titles and links are longer, and all of them stand in one line.
    private static let (longest, longestString) = (64, 4096)

    /// The index behind the sequence that bytes begin with; `nil` if they do not begin with one.
    static func end(of bytes: ArraySlice<UInt8>) -> Int? {
        let rest = bytes.dropFirst()
        switch rest.first {
        case UInt8(ascii: "["):
            let parameters = rest.dropFirst().prefix(longest).prefix { (0x30...0x3F).contains($0) }
            return endOfCommand(0x40...0x7E, of: bytes[parameters.endIndex...])
        case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "X"), UInt8(ascii: "^"), UInt8(ascii: "_"):
            return endOfString(rest.dropFirst())
        default: return endOfCommand(0x30...0x7E, of: rest)
        }
    }

    /// The index behind intermediate bytes and a final one.
    private static func endOfCommand(_ finals: ClosedRange<UInt8>, of bytes: ArraySlice<UInt8>) -> Int? {
        let rest = bytes[bytes.prefix(longest).prefix { (0x20...0x2F).contains($0) }.endIndex...]
        return rest.first.map { finals.contains($0) } == true ? rest.startIndex + 1 : nil
    }

    /// The index behind a text for the terminal, such as the title of its window, which a bell ends, or an Escape with a backslash.
    private static func endOfString(_ bytes: ArraySlice<UInt8>) -> Int? {
        let text = bytes.prefix(longestString).prefix { $0 != bell && $0 != escape && $0 != 0x0A }
        let end = bytes[text.endIndex...].prefix(2)
        if end.first == bell { return end.startIndex + 1 }
        return end.elementsEqual([escape, UInt8(ascii: "\\")]) ? end.endIndex : nil
    }
}
