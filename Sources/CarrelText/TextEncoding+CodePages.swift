extension TextEncoding {
    /// The encoding that a code page of Windows or DOS is; `nil` for an unknown one.
    public init?(codePage number: Int) {
        switch number {
        case 65001: self = .utf8
        case 932: self.init(label: "shift_jis")
        case 936: self.init(label: "gbk")
        case 949: self.init(label: "euc-kr")
        case 950: self.init(label: "big5")
        case 1361: self.init(detected: "johab")
        case 866: self.init(label: "ibm866")
        case 874: self.init(label: "windows-874")
        case 1250...1258: self.init(label: "windows-\(number)")
        case 10000: self.init(label: "macintosh")
        case 10007: self.init(label: "x-mac-cyrillic")
        case 10029: self.init(detected: "mac-centraleurope")
        case 20866: self.init(label: "koi8-r")
        case 21866: self.init(label: "koi8-u")
        case 28591...28605: self.init(label: "iso-8859-\(number - 28590)")
        // Those of DOS have the numbers of IBM's.
        case 437, 850, 852, 855, 857, 860...863, 865: self.init("ibm\(number)", .singleByte("IBM\(number)"))
        default: return nil
        }
    }
}
