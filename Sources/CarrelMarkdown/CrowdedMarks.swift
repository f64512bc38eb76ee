/// Marks that stand close together in greater numbers than people write.
///
/// For each of them cmark looks at the whole word or at all pictures of the block, so that a megabyte would take it an
/// hour. A backslash keeps those beyond a limit from being marks.
struct CrowdedMarks {
    private static let maxBrackets = 400
    private static let maxHosts = 64
    private static let maxPictures = 1000

    private static let host = Array("_www".utf8)

    private var hosts = 0
    private var pictures = 0

    /// Writes a line of a block without the marks of lists and quotes before it.
    mutating func add(_ line: ArraySlice<UInt8>, to result: inout [UInt8]) {
        var brackets = 0
        var before: UInt8 = 0
        for (byte, index) in zip(line, line.indices) {
            var isMark = false
            switch byte {
            case 0x20, 0x09: brackets = 0
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
            if isMark { result.append(UInt8(ascii: "\\")) }
            result.append(byte)
            before = byte
        }
    }
}
