/// Marks that stand close together in greater numbers than people write.
///
/// For each of them cmark looks at the whole word, or at the rest or all pictures of the block, so that a megabyte would
/// take it an hour. A backslash keeps those beyond a limit from being marks.
struct CrowdedMarks {
    private static let maxBrackets = 400
    private static let maxHosts = 64
    private static let maxPictures = 1000
    // In a word, whose addresses all end at the next one.
    private static let maxAngles = 1000
    // `<?`, and `<!` that begins no comment.
    private static let maxTags = 1000

    private static let host = Array("_www".utf8)

    private var hosts = 0
    private var pictures = 0
    private var tags = 0

    /// Writes a line of a block without the marks of lists and quotes before it.
    mutating func add(_ line: ArraySlice<UInt8>, to result: inout [UInt8]) {
        var (brackets, angles) = (0, 0)
        var before: UInt8 = 0
        var isEscaped = false
        for (byte, index) in zip(line, line.indices) {
            var isMark = false
            let next = line[index...].dropFirst()
            switch byte {
            case 0x20, 0x09: (brackets, angles) = (0, 0)
            case UInt8(ascii: "<"):
                angles += 1
                let isDeclaration = next.starts(with: "!".utf8) && !next.starts(with: "!-".utf8)
                if isDeclaration || next.first == UInt8(ascii: "?") {
                    tags += 1
                    isMark = tags > Self.maxTags
                }
            case UInt8(ascii: ":") where angles > Self.maxAngles:
                isMark = next.starts(with: "//".utf8)
            case UInt8(ascii: ".") where angles > Self.maxAngles:
                isMark = line[..<index].suffix(3).elementsEqual(Self.host.dropFirst())
            case UInt8(ascii: ")"):
                brackets += 1
                isMark = brackets > Self.maxBrackets
            case UInt8(ascii: "[") where before == UInt8(ascii: "!"):
                pictures += 1
                isMark = pictures > Self.maxPictures
            case UInt8(ascii: ".") where line[..<index].suffix(4).elementsEqual(Self.host):
                hosts += 1
                isMark = hosts > Self.maxHosts
            default: break
            }
            // Behind a backslash it is none, but would be one behind two.
            if isMark, !isEscaped { result.append(UInt8(ascii: "\\")) }
            result.append(byte)
            before = byte
            isEscaped = byte == UInt8(ascii: "\\") && !isEscaped
        }
    }
}
