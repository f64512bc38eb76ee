/// An encoding of characters as bytes.
///
/// All encodings of the WHATWG's Encoding Standard are known, under all their labels, and some more that only a detector
/// tells, of old files.
public struct TextEncoding: Sendable, Hashable {
    /// The name in lower case, the standard's own where it has one, such as `windows-1252`.
    public let name: String
    let method: Method

    /// How bytes become characters.
    enum Method: Sendable, Hashable {
        case utf8
        case utf16(isBigEndian: Bool)
        /// Each byte is a character; the name is iconv's.
        case singleByte(String)
        /// Several bytes are a character; the name is iconv's.
        case multiByte(String)
        case iso2022JP
        case userDefined
        /// Encodings that attackers hide markup in: nothing is read.
        case replacement
    }

    init(_ name: String, _ method: Method) {
        self.name = name
        self.method = method
    }

    /// The encoding that a label stands for, whatever the case of its letters; `nil` for an unknown one.
    ///
    /// As on the web, labels mean more than they say: `iso-8859-1` and `ascii` are windows-1252, `gb2312` is gbk.
    public init?(label: String) {
        let label = String(decoding: label.utf8.drop(while: Self.isSpace), as: UTF8.self).lowercased()
        let end = label.utf8.lastIndex { !Self.isSpace($0) }
        guard let end else { return nil }
        let known = String(label[...end])
        // Nearly all pages say so, and the table of the others takes longer to make than to parse a page.
        if known == "utf-8" {
            self = .utf8
            return
        }
        guard let name = EncodingLabels.names[known] else { return nil }
        self.init(name: name)
    }

    /// The encoding with a name of the standard.
    private init(name: String) {
        switch name {
        case "utf-8": self = .utf8
        case "utf-16le": self = .utf16LE
        case "utf-16be": self = .utf16BE
        case "x-user-defined": self.init(name, .userDefined)
        case "replacement": self.init(name, .replacement)
        case "iso-2022-jp": self = .iso2022JP
        case "gbk", "gb18030": self.init(name, .multiByte("GB18030"))
        case "big5": self.init(name, .multiByte("BIG5-HKSCS"))
        case "euc-jp": self.init(name, .multiByte("EUC-JP-MS"))
        case "shift_jis": self.init(name, .multiByte("CP932"))
        case "euc-kr": self.init(name, .multiByte("UHC"))
        case "macintosh": self.init(name, .singleByte("MACINTOSH"))
        case "x-mac-cyrillic": self.init(name, .singleByte("MAC-UK"))
        case "iso-8859-8-i": self.init(name, .singleByte("ISO-8859-8"))
        default: self.init(name, .singleByte(name.replacing("windows-", with: "CP").uppercased()))
        }
    }

    /// The encoding that a detector named.
    init?(detected name: String) {
        let name = name.lowercased()
        if let known = Self.detected[name] {
            self = known
        } else {
            self.init(label: name)
        }
    }

    // What the standard leaves out, because the web no longer has it.
    private static let detected: [String: TextEncoding] = [
        "mac-cyrillic": TextEncoding(name: "x-mac-cyrillic"),
        "mac-centraleurope": TextEncoding("x-mac-ce", .singleByte("MAC-CENTRALEUROPE")),
        "uhc": TextEncoding(name: "euc-kr"), "johab": TextEncoding("johab", .multiByte("JOHAB")),
        "euc-tw": TextEncoding("euc-tw", .multiByte("EUC-TW")),
        "viscii": TextEncoding("viscii", .singleByte("VISCII")),
        "ibm852": TextEncoding("ibm852", .singleByte("IBM852")),
        "ibm855": TextEncoding("ibm855", .singleByte("IBM855")),
        "ibm862": TextEncoding("ibm862", .singleByte("IBM862")),
        "ibm865": TextEncoding("ibm865", .singleByte("IBM865")),
    ]

    /// UTF-8.
    public static let utf8 = TextEncoding("utf-8", .utf8)
    /// UTF-16 with the lower byte first.
    public static let utf16LE = TextEncoding("utf-16le", .utf16(isBigEndian: false))
    /// UTF-16 with the higher byte first.
    public static let utf16BE = TextEncoding("utf-16be", .utf16(isBigEndian: true))
    /// Western European text as Windows writes it, which is what is meant by ISO 8859-1 and ASCII.
    public static let windows1252 = TextEncoding("windows-1252", .singleByte("CP1252"))
    static let ibm850 = TextEncoding("ibm850", .singleByte("IBM850"))
    static let macintosh = TextEncoding(name: "macintosh")
    static let koi8U = TextEncoding(name: "koi8-u")
    static let iso2022JP = TextEncoding("iso-2022-jp", .iso2022JP)

    /// Whether a character of ASCII has two bytes.
    public var isUTF16: Bool {
        if case .utf16 = method { true } else { false }
    }

    /// Whether each byte is a character.
    var isSingleByte: Bool {
        if case .singleByte = method { true } else { false }
    }

    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
}
