import CarrelBasics
import Foundation

extension DocumentName {
    /// A key that is equal for any two names that some file system treats as the same.
    ///
    /// It ignores letter case, by full case mappings (ß is SS, ς is Σ), canonical and compatibility normalisation,
    /// invisible characters (as ext4 and HFS+ do), and dots and spaces at the end (as FAT does). It is coarser than any
    /// one file system: a false collision costs a suffix, a missed one costs a document.
    public static func collisionKey(_ name: String) -> String {
        if isOwnKey(name) { return name }
        guard name.contains(byte: slash) else { return componentKey(name) }
        return components(of: name).map(componentKey).joined(separator: "/")
    }

    /// Whether a name is one component and its own key, as nearly all are.
    private static func isOwnKey(_ name: String) -> Bool {
        var name = name
        return name.withUTF8 { bytes in
            guard let last = bytes.last, last != UInt8(ascii: "."), last != UInt8(ascii: " ") else {
                return false
            }
            var others: UInt8 = 0
            for byte in bytes { others |= (byte >= 0x80).bit | (byte &- 0x41 < 26).bit | (byte == slash).bit }
            return others == 0
        }
    }

    private static func componentKey(_ name: String) -> String {
        var (isASCII, hasCapitals) = (true, false)
        for byte in name.utf8 {
            if byte >= 0x80 { isASCII = false }
            if (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) { hasCapitals = true }
        }
        if isASCII { return withoutEnd(hasCapitals ? name.lowercased() : name) }
        var key = name
        // One step can make another necessary: a capital ẞ becomes ß before it becomes ss.
        for _ in 0..<8 {
            let before = key
            var folded = String.UnicodeScalarView()
            for scalar in key.decomposedStringWithCompatibilityMapping.unicodeScalars
            where !scalar.properties.isDefaultIgnorableCodePoint {
                for upper in scalar.properties.uppercaseMapping.unicodeScalars {
                    folded.append(contentsOf: upper.properties.lowercaseMapping.unicodeScalars)
                }
            }
            key = String(folded).decomposedStringWithCompatibilityMapping
            if key.utf8.elementsEqual(before.utf8) { break }
        }
        return withoutEnd(key)
    }

    private static func withoutEnd(_ key: String) -> String {
        guard let last = key.utf8.last, last == UInt8(ascii: ".") || last == UInt8(ascii: " ") else {
            return key
        }
        let kept = key.unicodeScalars.reversed().drop { $0 == "." || $0 == " " }
        return String(String.UnicodeScalarView(kept.reversed()))
    }
}
