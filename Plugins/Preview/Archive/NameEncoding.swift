import CarrelText
import Foundation

/// Finds the encoding of names that are not UTF-8 where all of them together show it, as those of East Asia and Russia do: the
/// format of ZIP knows the code page of DOS alone, and Windows writes that of the user.
enum NameEncoding {
    private static let sample = 64 << 10
    // Fewer bytes beyond ASCII tell nothing.
    private static let fewest = 8
    private static let known: Set<String> = [
        "shift_jis", "euc-jp", "gbk", "gb18030", "big5", "euc-kr", "ibm866", "koi8-r", "windows-1251",
    ]

    /// The encoding, by the lines of a list; `nil` if nothing shows one.
    static func encoding(in lines: [Data]) -> TextEncoding? {
        var names: [UInt8] = []
        // bsdtar writes bytes that are not UTF-8 as numbers behind backslashes.
        for line in lines where names.count < sample && line.contains(UInt8(ascii: "\\")) {
            let plain = ArchiveList.plain(Array(line)[...])
            if String(validating: plain, as: UTF8.self) == nil { names += plain + [0x0A] }
        }
        guard isOfOtherScript(names) else { return nil }
        let found = DecodedText(of: Data(names)).decoding
        return found.undecodable == 0 && known.contains(found.encoding.name) ? found.encoding : nil
    }

    /// Whether bytes beyond ASCII come in rows, not one by one as the letters with accents of Western Europe.
    private static func isOfOtherScript(_ bytes: [UInt8]) -> Bool {
        var (beyond, inRows) = (0, 0)
        for (place, byte) in bytes.enumerated() where byte >= 0x80 {
            beyond += 1
            let isInRow = place > 0 && bytes[place - 1] >= 0x80
            // A line feed ends them.
            if isInRow || bytes[place + 1] >= 0x80 { inRows += 1 }
        }
        return beyond >= fewest && 4 * inRows >= 3 * beyond
    }
}
