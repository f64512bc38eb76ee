/// ISO-2022-JP: Japanese in bytes of ASCII, with escape sequences that say what follows.
///
/// Its characters are those of EUC-JP, which has them all beside each other.
enum ISO2022JPDecoder {
    private enum State { case ascii, roman, katakana, kanji }

    /// For a byte that is wrong, one that EUC-JP does not have: a converter for each of them would take seconds.
    private static let wrong: UInt8 = 0xFF

    static func decode(_ bytes: UnsafeRawBufferPointer, isCut: Bool, into writer: inout TextWriter) {
        var state = State.ascii
        var index = 0
        // What is gathered for the decoder of EUC-JP.
        var euc: [UInt8] = []
        func flush(_ writer: inout TextWriter) {
            euc.withUnsafeBytes {
                MultiByteDecoder.decode($0, iconvName: "EUC-JP-MS", isCut: false, into: &writer)
            }
            euc = []
        }
        while index < bytes.count {
            let byte = bytes[index]
            if byte == 0x1B, let next = escape(bytes[index...].dropFirst().prefix(2)) {
                state = next
                index += 3
                continue
            }
            let isShown = (0x21...0x7E).contains(byte)
            switch state {
            case .kanji
            where isShown && index + 1 < bytes.count
                && (0x21...0x7E).contains(bytes[index + 1]):
                euc += [byte | 0x80, bytes[index + 1] | 0x80]
                index += 2
                continue
            case .kanji where isShown: if index + 1 < bytes.count || !isCut { euc.append(wrong) }
            case .katakana where (0x21...0x5F).contains(byte): euc += [0x8E, byte | 0x80]
            case .roman where byte == 0x5C || byte == 0x7E:
                flush(&writer)
                writer.append(byte == 0x5C ? "\u{A5}" : "\u{203E}")
            case _ where byte < 0x80 && byte != 0x1B && byte != 0x0E && byte != 0x0F: euc.append(byte)
            default: euc.append(wrong)
            }
            index += 1
        }
        flush(&writer)
    }

    private static func escape(_ bytes: Slice<UnsafeRawBufferPointer>) -> State? {
        switch Array(bytes) {
        case [0x28, 0x42]: .ascii
        case [0x28, 0x4A]: .roman
        case [0x28, 0x49]: .katakana
        case [0x24, 0x40], [0x24, 0x42]: .kanji
        default: nil
        }
    }
}
