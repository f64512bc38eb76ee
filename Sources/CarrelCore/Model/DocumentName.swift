import Foundation

/// Makes the names of stored documents: one path component that every file system can hold.
///
/// The result has no separators, control or format characters, no characters that Windows or macOS refuse, no
/// leading dot, no trailing dot or space, is in Unicode normalisation form C and at most 255 bytes long.
public enum DocumentName {
    /// The longest name in bytes: the limit of ext4, XFS, APFS and NTFS alike.
    public static let maxLength = 255

    /// The document's name before collisions are resolved.
    ///
    /// - Parameters:
    ///   - template: the profile's template.
    ///   - item: the item; its URL gives the basename, and its title where the path ends with a slash.
    ///   - collection: the collection's identity.
    /// - Returns: a safe name, never empty.
    public static func make(_ template: NameTemplate, item: Item, collection: String) -> String {
        let basename = basename(of: item)
        let (stem, fileExtension) = split(basename)
        return safe(
            template.filled { placeholder in
                switch placeholder {
                case .collection: collection
                case .basename: basename
                case .stem: stem
                case .extension: fileExtension
                case .title: item.title
                }
            })
    }

    /// Makes any text a safe name.
    public static func safe(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            scalars.append(isAllowed(scalar) ? scalar : "_")
        }
        // Each step can make another one necessary again: a cut may end in a space, a space may hide a dot.
        var name = String(scalars)
        for _ in 0..<8 {
            let before = name
            name = trimmed(name.precomposedStringWithCanonicalMapping)
            if name.isEmpty { name = "document" }
            if isReserved(name) { name = "_" + name }
            name = shortened(name, to: maxLength)
            if name.utf8.elementsEqual(before.utf8) { return name }
        }
        return "document"
    }

    /// The name with a suffix before its extension: how collisions are resolved.
    public static func adding(suffix: String, to name: String) -> String {
        let (stem, fileExtension) = split(name)
        let tail = "~" + suffix + (fileExtension.isEmpty ? "" : "." + fileExtension)
        return cut(stem, to: maxLength - tail.utf8.count) + tail
    }

    /// What two names share that some file system takes for one: letter case and normalisation set aside.
    public static func collisionKey(_ name: String) -> String {
        name.decomposedStringWithCompatibilityMapping.lowercased().decomposedStringWithCompatibilityMapping
    }

    /// Whether a name is one that `safe` could have made: the check before it becomes a path.
    public static func isSafe(_ name: String) -> Bool {
        !name.isEmpty && safe(name).utf8.elementsEqual(name.utf8)
    }

    // MARK: Parts

    private static func basename(of item: Item) -> String {
        guard let text = item.url else { return item.title }
        let path = text.prefix { $0 != "?" && $0 != "#" }
        let afterScheme = path.range(of: "://").map { path[$0.upperBound...] } ?? path
        guard let slash = afterScheme.lastIndex(of: "/") else { return item.title }
        let last = String(afterScheme[afterScheme.index(after: slash)...])
        return last.isEmpty ? item.title : decoded(last)
    }

    /// Percent-decodes; what is not UTF-8 is taken for Latin-1, as older servers mean it.
    private static func decoded(_ text: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2,
                let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }

    /// Without dots and white space at either end.
    private static func trimmed(_ name: String) -> String {
        func isDropped(_ character: Character) -> Bool { character == "." || character.isWhitespace }
        return String(name.drop(while: isDropped).trimmingSuffix(while: isDropped))
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        if #"/\:*?"<>|"#.unicodeScalars.contains(scalar) { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse, .unassigned:
            return false
        default: return true
        }
    }

    /// The device names of Windows, with or without an extension.
    private static func isReserved(_ name: String) -> Bool {
        let stem = name.prefix { $0 != "." }.uppercased()
        if ["CON", "PRN", "AUX", "NUL"].contains(stem) { return true }
        return stem.utf8.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
            && stem.last.map { ("1"..."9").contains($0) } ?? false
    }

    /// Splits off an extension of at most 16 characters; `.tar.gz` and its like stay together.
    private static func split(_ name: String) -> (stem: String, fileExtension: String) {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return (name, "") }
        let last = name[name.index(after: dot)...]
        guard (1...16).contains(last.utf8.count), last.allSatisfy({ $0.isLetter || $0.isNumber }) else {
            return (name, "")
        }
        let stem = name[..<dot]
        if stem.lowercased().hasSuffix(".tar"), stem.utf8.count > 4 {
            return (String(stem.dropLast(4)), String(stem.suffix(3)) + "." + last)
        }
        return (String(stem), String(last))
    }

    /// The name cut in front of its extension, between characters.
    static func shortened(_ name: String, to limit: Int) -> String {
        guard name.utf8.count > limit else { return name }
        let (stem, fileExtension) = split(name)
        let tail = fileExtension.isEmpty ? "" : "." + fileExtension
        return cut(stem, to: limit - tail.utf8.count) + tail
    }

    /// Cuts between characters, never within one.
    private static func cut(_ text: String, to limit: Int) -> String {
        var length = 0
        let kept = text.prefix { character in
            length += character.utf8.count
            return length <= limit
        }
        let trimmed = trimmed(String(kept))
        return trimmed.isEmpty ? "document" : trimmed
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while condition: (Character) -> Bool) -> Substring {
        var end = endIndex
        while end > startIndex, condition(self[index(before: end)]) { end = index(before: end) }
        return self[..<end]
    }
}
