import CarrelHTTP
import CarrelModel
import Foundation

/// The encoding of a catalogue in XML.
///
/// What a document says of itself wins over its server, which says the same of all that it sends; RFC 7303 has it the
/// other way round, and of catalogues that follow it both agree.
public enum CatalogEncoding {
    /// The encoding to read with; `nil` to believe the document and its bytes.
    public static func charset(of document: CatalogDocument) -> String? {
        let beginning = String(decoding: document.data.prefix(256), as: UTF8.self)
        guard !beginning.contains(/<\?xml[^>]*?encoding\s*=/),
            let charset = document.mediaType?.charset
        else {
            return nil
        }
        // Once the one for all text without another, and never meant.
        return charset == "us-ascii" ? nil : charset
    }
}
