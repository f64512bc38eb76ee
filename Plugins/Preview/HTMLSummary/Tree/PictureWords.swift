import CarrelBasics
import CarrelMarkup

/// Reads what a page says in place of a picture.
enum PictureWords {
    // Fewer are a name.
    private static let enough = 8
    private static let maxLength = 4096

    /// The description of a picture; `nil` if there is none that says more than a name.
    static func description(_ attributes: MarkupAttributes) -> String? {
        for (name, value) in attributes where name.elementsEqual("alt".utf8) && value.count <= maxLength {
            let words = String(decoding: value, as: UTF8.self).singleLine
            let count = words.split(separator: " ").count
            return count >= enough || count == 1 && words.count >= 20 && words.contains { !$0.isASCII }
                ? words : nil
        }
        return nil
    }
}
