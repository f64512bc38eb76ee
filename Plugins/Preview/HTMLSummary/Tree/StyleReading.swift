import CarrelBasics

/// Reads the style of an element.
enum StyleReading {
    /// Whether it hides the element.
    static func hides(_ style: UnsafeRawBufferPointer) -> Bool {
        // Nearly every style is short and says nothing of it.
        guard style.contains(where: { $0 | 0x20 == UInt8(ascii: "n") }) else { return false }
        let squeezed = String(
            decoding: style.prefix(1024).lazy.filter { !$0.isSpace }.map(\.lowercased), as: UTF8.self)
        // `backface-visibility` is another property. A slash may end a comment.
        return squeezed.split { $0 == ";" || $0 == "/" }.contains {
            $0.hasPrefix("display:none") || $0.hasPrefix("visibility:hidden")
        }
    }
}

/// Finds the language of a listing in the classes of its element.
enum CodeLanguage {
    static func named(in classes: UnsafeRawBufferPointer) -> String? {
        for name in classes.split(whereSeparator: \.isSpace) where name.count < 48 {
            let name = String(decoding: name, as: UTF8.self).lowercased()
            for prefix in ["language-", "lang-", "highlight-source-", "sourcecode-", "brush:"]
            where name.hasPrefix(prefix) {
                let language = name.dropFirst(prefix.count)
                if !language.isEmpty, language != "none", language != "plaintext", language != "text" {
                    return String(language)
                }
            }
        }
        return nil
    }
}
