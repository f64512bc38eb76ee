import CarrelBasics
import CarrelHTTP
import Foundation

/// Makes the names of stored documents: a path component that file systems can hold, in folders if the template has
/// any.
///
/// A component has no separators, no control or format characters and no leading dot, is in Unicode normalisation form
/// C, and has at most 255 bytes. A *portable* name also has no characters that Windows or macOS refuse, no invisible
/// characters except variation selectors, no white space at its ends and no trailing dot, and is not the name of a
/// device.
public enum DocumentName {
    /// The longest name in bytes: the limit of ext4, XFS, APFS and NTFS alike.
    public static let maxLength = 255

    /// The name of a document, before collisions are resolved.
    ///
    /// - Parameters:
    ///   - template: the profile's template.
    ///   - item: the item; its URL gives the basename, or its title does if the URL's path ends with a slash.
    ///   - facts: the values of the other placeholders.
    ///   - basename: a value for `{basename}` that replaces the one from the item.
    ///   - isPortable: whether Windows and macOS must be able to hold the name, too.
    /// - Returns: a safe name, never empty.
    public static func make(
        _ template: NameTemplate, item: Item, _ facts: NameFacts, basename: String? = nil,
        isPortable: Bool = true
    ) -> String {
        let basename = basename ?? self.basename(of: item)
        lazy var parts = FileNameParts.split(basename)
        var components = template.filled { placeholder in
            switch placeholder {
            case .catalog: facts.catalog
            case .collection: facts.collection
            case .path: item.path ?? basename
            case .basename: basename
            case .stem: parts.stem
            case .extension: parts.fileExtension
            case .title: item.title
            case .number: facts.numberText
            case .host: item.url.flatMap { URL(string: $0)?.host } ?? "local"
            case .date: facts.dateText
            }
        }
        if template.uses(.extension), let last = components.popLast() {
            components.append(withOneExtension(last, parts.fileExtension))
        }
        for index in components.indices {
            components[index] = safe(components[index], isPortable: isPortable)
        }
        return joined(components)
    }

    /// Removes an extension that is there twice because the title has it already, or the dot before a missing
    /// extension.
    private static func withOneExtension(_ name: String, _ fileExtension: String) -> String {
        guard !fileExtension.isEmpty else { return name.hasSuffix(".") ? String(name.dropLast()) : name }
        let end = "." + fileExtension
        guard name.lowercased().hasSuffix((end + end).lowercased()) else { return name }
        return String(name.dropLast(end.count))
    }

    /// Turns any text into a safe name.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - isPortable: whether Windows and macOS must be able to hold the name, too.
    /// - Returns: the name, never empty.
    public static func safe(_ text: String, isPortable: Bool = true) -> String {
        if isPlain(text, isPortable: isPortable) { return text }
        var scalars = String.UnicodeScalarView()
        var marks = CombiningMarks()
        let text = String(String.UnicodeScalarView(text.unicodeScalars.filter { marks.takes($0) }))
        for scalar in text.precomposedStringWithCanonicalMapping.unicodeScalars {
            scalars.append(isAllowed(scalar, isPortable: isPortable) ? scalar : "_")
        }
        // One step can make another necessary again: a cut may leave a space at the end, a space may hide a dot.
        var name = String(scalars)
        for _ in 0..<8 {
            let before = name
            let composed = name.precomposedStringWithCanonicalMapping
            name =
                isPortable
                ? FileNameParts.trimmed(composed) : String(composed.unicodeScalars.drop { $0 == "." })
            if name.isEmpty { name = "document" }
            if isPortable, isReserved(name) { name = "_" + name }
            name = FileNameParts.shortened(name, to: maxLength)
            if name.utf8.elementsEqual(before.utf8) { return name }
        }
        return "document"
    }

    /// The name with a suffix before its extension, to resolve a collision.
    public static func adding(suffix: String, to name: String) -> String {
        changingFile(name) { addingToFile(suffix: suffix, $0) }
    }

    private static func addingToFile(suffix: String, _ name: String) -> String {
        let (stem, fileExtension) = FileNameParts.split(name)
        let tail = "~" + suffix + (fileExtension.isEmpty ? "" : "." + fileExtension)
        return FileNameParts.cut(stem, to: maxLength - tail.utf8.count) + tail
    }

    /// The name without the suffix of `adding(suffix:to:)`; the same name if it has none.
    package static func removingSuffix(from name: String) -> String {
        changingFile(name) { name in
            let (stem, fileExtension) = FileNameParts.split(name)
            guard let mark = stem.lastIndex(of: "~"), mark != stem.startIndex else { return name }
            return stem[..<mark] + (fileExtension.isEmpty ? "" : "." + fileExtension)
        }
    }

    /// The name with an extension behind it; what is too long is cut before it.
    package static func adding(fileExtension: String, to name: String) -> String {
        changingFile(name) {
            FileNameParts.cut($0, to: maxLength - fileExtension.utf8.count - 1) + "." + fileExtension
        }
    }

    /// Whether a name has an extension; one that begins with a digit counts only if it is a known one.
    package static func hasExtension(_ name: String) -> Bool {
        let known = fileExtension(of: name)
        guard let first = known.utf8.first else { return false }
        return !first.isDigit || MediaType.forFileExtension(known) != nil
    }

    /// Whether a name is one safe component, portable or not.
    ///
    /// Some disks keep letters and their marks apart, which is the same text in other bytes.
    public static func isSafeComponent(_ name: String) -> Bool {
        if isPlain(name, isPortable: false) { return true }
        return !name.isEmpty && name.utf8.count <= maxLength && safe(name, isPortable: false) == name
    }

    // MARK: Parts

    /// Whether a text is ASCII and a safe name already, as nearly all names are.
    private static func isPlain(_ text: String, isPortable: Bool) -> Bool {
        let bytes = text.utf8
        guard let first = bytes.first, let last = bytes.last, bytes.count <= maxLength, first != dot else {
            return false
        }
        for byte in bytes {
            guard (0x20..<0x7F).contains(byte), byte != slash else { return false }
            if isPortable, isRefusedElsewhere(byte) { return false }
        }
        guard isPortable else { return true }
        return first != 0x20 && last != 0x20 && last != dot && !isReserved(text)
    }

    private static let dot = UInt8(ascii: ".")
    static let slash = UInt8(ascii: "/")

    /// The characters that Windows refuses in names.
    private static func isRefusedElsewhere(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "\\"), UInt8(ascii: ":"), UInt8(ascii: "*"), UInt8(ascii: "?"), UInt8(ascii: "\""),
            UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "|"):
            true
        default: false
        }
    }

    /// The file name extension of an item's URL or title, without its dot; empty for none.
    public static func fileExtension(of item: Item) -> String {
        FileNameParts.split(basename(of: item)).fileExtension
    }

    /// The extension of a document's name without its dot, at most 40 bytes; empty for none.
    public static func fileExtension(of name: String) -> String {
        FileNameParts.split(String(split(name).file)).fileExtension
    }

    /// The extension of what the compressed file of an item holds, in lower case, as `html` of `page.html.gz`.
    ///
    /// - Returns: the extension; `nil` if the name says nothing, or is that of an archive or of another file.
    public static func compressedExtension(of item: Item) -> String? {
        let (stem, fileExtension) = FileNameParts.split(basename(of: item))
        let inner: String
        switch fileExtension.lowercased() {
        case "gz", "zst", "br", "bz2", "xz", "z": inner = FileNameParts.split(stem).fileExtension.lowercased()
        case "svgz": inner = "svg"
        default: return nil
        }
        return inner.nonEmpty
    }

    private static func basename(of item: Item) -> String {
        guard var text = item.url else { return item.title }
        return text.withUTF8(lastOfPath) ?? item.title
    }

    /// What is behind the last slash of a URL's path, percent-decoded; `nil` if nothing is, or there is no path.
    private static func lastOfPath(_ url: UnsafeBufferPointer<UInt8>) -> String? {
        let end = url.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") } ?? url.endIndex
        guard let slash = url[..<end].lastIndex(of: slash), slash + 1 < end else { return nil }
        // The slashes after the scheme begin the host, not a path.
        if slash > 1, url[slash - 1] == self.slash, url[slash - 2] == UInt8(ascii: ":") { return nil }
        return decoded(UnsafeBufferPointer(rebasing: url[(slash + 1)..<end]))
    }

    /// Percent-decodes a text; if the result is not UTF-8, it is read as Latin-1, which older servers use.
    private static func decoded(_ text: UnsafeBufferPointer<UInt8>) -> String {
        guard text.contains(UInt8(ascii: "%")) else { return String(decoding: text, as: UTF8.self) }
        return String(utf8OrLatin1: text.decoded(escape: UInt8(ascii: "%")))
    }

    private static func isAllowed(_ scalar: Unicode.Scalar, isPortable: Bool) -> Bool {
        if scalar == "/" { return false }
        if isPortable, scalar.isASCII, isRefusedElsewhere(UInt8(truncatingIfNeeded: scalar.value)) {
            return false
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return false
        case .privateUse, .unassigned: return !isPortable
        case .nonspacingMark where scalar.properties.isVariationSelector: return true
        default: return !isPortable || !scalar.properties.isDefaultIgnorableCodePoint
        }
    }

    /// The device names of Windows, with or without an extension (Microsoft, “Naming Files, Paths, and Namespaces”).
    private static func isReserved(_ name: String) -> Bool {
        // The longest is CONOUT$: for most names the length decides. Windows ignores spaces before the extension.
        let length = name.utf8.prefix { $0 != dot && $0 != 0x20 }.count
        guard (3...7).contains(length) else { return false }
        let stem = String(name.unicodeScalars.prefix { $0 != "." }).uppercased().trimmingCharacters(
            in: .whitespaces)
        if ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"].contains(stem) { return true }
        return stem.count == 4 && (stem.hasPrefix("COM") || stem.hasPrefix("LPT"))
            && stem.last.map { "123456789¹²³".contains($0) } ?? false
    }
}
