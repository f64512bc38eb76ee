import CarrelBasics
import CarrelModel
import Foundation

/// The name of an earlier version.
///
/// `00000012-0123456789abcdef.pdf`: its number, the beginning of the SHA-256 that was recorded for it and the
/// document's extension. Behind the digest stands `~edited` where somebody wrote into the
/// document, and `~00000015` where it was the document once more: that is its place in the order since then.
///
/// An earlier Carrel gave no places: `0123456789abcdef.pdf`, and `0123456789abcdef~TOKEN.pdf` for what was edited.
package struct VersionName: Equatable {
    /// What a person calls it, as long as it is kept; 0 for a version of an earlier Carrel.
    package let number: Int
    /// Its place in the order in which versions were replaced: the number, unless it was the document once more.
    package let place: Int
    /// The beginning of the digest, 16 digits.
    package let hash: String
    /// Whether somebody wrote into it: then it is never removed.
    package let isEdited: Bool
    package let name: String

    private static let edited = "~edited"
    private static let places = 8

    /// Makes the name of a version.
    ///
    /// - Parameters:
    ///   - number: its number.
    ///   - hash: the beginning of its digest.
    ///   - isEdited: whether somebody wrote into it.
    ///   - suffix: the document's extension with its dot.
    ///   - place: its place in the order; `nil` for that of the number.
    package init(number: Int, hash: String, isEdited: Bool, suffix: String, place: Int? = nil) {
        (self.number, self.hash, self.isEdited) = (number, hash, isEdited)
        self.place = isEdited ? number : place ?? number
        let mark = isEdited ? Self.edited : self.place == number ? "" : "~\(Self.digits(self.place))"
        name = "\(Self.digits(number))-\(hash)\(mark)\(suffix)"
    }

    private static func digits(_ number: Int) -> String { String(number).zeroPadded(to: places) }

    /// Reads a number as `digits` writes it; `nil` for anything else.
    private static func number(_ digits: Substring) -> Int? {
        guard (places...places + 4).contains(digits.utf8.count), digits.utf8.allSatisfy(\.isDigit),
            let number = Int(digits), number > 0
        else { return nil }
        return number
    }

    /// Reads a name; `nil` for one that Carrel did not give.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - document: the document's name.
    package init?(_ name: String, of document: String) {
        var rest = name[...]
        var number = 0
        if let dash = rest.utf8.firstIndex(of: UInt8(ascii: "-")) {
            guard let value = Self.number(rest[..<dash]) else { return nil }
            number = value
            rest = rest[rest.utf8.index(after: dash)...]
        }
        let hash = rest.prefix(16)
        guard hash.utf8.count == 16, hash.utf8.allSatisfy(OwnName.isHexadecimal) else { return nil }
        rest = rest.dropFirst(16)
        var (isEdited, place) = (false, number)
        if rest.hasPrefix("~") {
            let mark = rest.prefix { $0 != "." }
            if number > 0, mark != Self.edited {
                guard let value = Self.number(mark.dropFirst()), value > number else { return nil }
                place = value
            } else {
                guard number > 0 || OwnName.isBase36(mark.utf8.dropFirst()) else { return nil }
                isEdited = true
            }
            rest = rest.dropFirst(mark.count)
        }
        guard rest == Self.suffix(of: document) || number == 0 && rest == Self.formerSuffix(of: document)
        else {
            return nil
        }
        (self.number, self.place, self.hash) = (number, place, String(hash))
        (self.isEdited, self.name) = (isEdited, name)
    }

    /// The extension of a document's versions with its dot: short, whatever the document's name.
    package static func suffix(of document: String) -> String {
        let fileExtension = DocumentName.fileExtension(of: document)
        return fileExtension.isEmpty ? "" : "." + fileExtension
    }

    private static func formerSuffix(of document: String) -> String {
        let fileExtension = URL(filePath: document).pathExtension
        return fileExtension.isEmpty ? "" : "." + fileExtension
    }
}
