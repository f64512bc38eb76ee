import CarrelBasics
import CarrelModel
import Foundation

extension CatalogDocument {
    /// The document in UTF-8 if it is JSON in UTF-16, as PowerShell writes it; itself if it is anything else.
    ///
    /// Text and XML are read in any encoding, JSON in UTF-8 alone (RFC 8259 section 8.1).
    var recoded: CatalogDocument {
        let isBigEndian = data.starts(with: [0xFE, 0xFF])
        guard content == nil, isBigEndian || data.starts(with: [0xFF, 0xFE]) else { return self }
        let units = data.dropFirst(2)
        guard let first = units.first(where: { $0 != 0 && !$0.isSpace }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            let text = String(data: units, encoding: isBigEndian ? .utf16BigEndian : .utf16LittleEndian)
        else { return self }
        var document = self
        // The mark counts for more than what a server declares.
        document.data = Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)
        return document
    }
}
