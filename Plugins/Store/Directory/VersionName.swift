import CarrelModel
import Foundation

/// The name of an earlier version: `00000012-0123456789abcdef.pdf`, its place in the order, the beginning of the
/// SHA-256 that was recorded for it and the document's extension; `~edited` stands behind the digest where somebody
/// wrote into the document.
///
/// An earlier Carrel gave no places: `0123456789abcdef.pdf`, and `0123456789abcdef~TOKEN.pdf` for what was edited.
struct VersionName: Equatable {
    /// The place in the order; 0 for a version of an earlier Carrel.
    let number: Int
    /// The beginning of the digest, 16 digits.
    let hash: String
    /// Whether somebody wrote into it: then it is never removed.
    let isEdited: Bool
    let name: String

    private static let edited = "~edited"
    private static let places = 8

    /// Makes the name of a new version.
    init(number: Int, hash: String, isEdited: Bool, suffix: String) {
        (self.number, self.hash, self.isEdited) = (number, hash, isEdited)
        let digits = String(number)
        let zeros = String(repeating: "0", count: max(0, Self.places - digits.utf8.count))
        name = "\(zeros)\(digits)-\(hash)\(isEdited ? Self.edited : "")\(suffix)"
    }

    /// Reads a name; `nil` for one that Carrel did not give.
    ///
    /// - Parameters:
    ///   - name: the name.
    ///   - document: the document's name.
    init?(_ name: String, of document: String) {
        var rest = name[...]
        var number = 0
        if let dash = rest.utf8.firstIndex(of: UInt8(ascii: "-")) {
            let digits = rest[..<dash]
            guard (Self.places...Self.places + 4).contains(digits.utf8.count),
                digits.utf8.allSatisfy(OwnName.isDigit), let value = Int(digits), value > 0
            else { return nil }
            number = value
            rest = rest[rest.utf8.index(after: dash)...]
        }
        let hash = rest.prefix(16)
        guard hash.utf8.count == 16, hash.utf8.allSatisfy(OwnName.isHexadecimal) else { return nil }
        rest = rest.dropFirst(16)
        var isEdited = false
        if rest.hasPrefix("~") {
            let mark = rest.prefix { $0 != "." }
            guard number > 0 ? mark == Self.edited : OwnName.isBase36(mark.utf8.dropFirst()) else {
                return nil
            }
            isEdited = true
            rest = rest.dropFirst(mark.count)
        }
        guard rest == Self.suffix(of: document) || number == 0 && rest == Self.formerSuffix(of: document)
        else {
            return nil
        }
        (self.number, self.hash, self.isEdited, self.name) = (number, String(hash), isEdited, name)
    }

    /// The extension of a document's versions with its dot: short, whatever the document's name.
    static func suffix(of document: String) -> String {
        let fileExtension = DocumentName.fileExtension(of: document)
        return fileExtension.isEmpty ? "" : "." + fileExtension
    }

    private static func formerSuffix(of document: String) -> String {
        let fileExtension = URL(filePath: document).pathExtension
        return fileExtension.isEmpty ? "" : "." + fileExtension
    }
}
