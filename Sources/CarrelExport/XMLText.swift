extension String {
    /// The text as it stands in XML 1.0, within an element or quotes; what XML does not allow becomes U+FFFD.
    var inXML: String {
        var text = ""
        text.reserveCapacity(utf8.count)
        for scalar in unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"": text += "&quot;"
            case "\n", "\t": text.unicodeScalars.append(scalar)
            case "\u{0}"..."\u{1F}", "\u{7F}"..."\u{9F}", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}

/// The first line of documents in XML.
let xmlDeclaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
