/// The prefixes that are used here for the namespaces of office documents, whatever the documents call them.
enum OfficeNamespaces {
    /// Those of OOXML (ECMA-376), in the transitional and the strict form.
    static let openXML: [String: String] = {
        let transitional = "http://schemas.openxmlformats.org/"
        let strict = "http://purl.oclc.org/ooxml/"
        let both = [
            "wordprocessingml/main": "w", "officeDocument/relationships": "r", "officeDocument/math": "m",
            "drawingml/main": "a", "drawingml/wordprocessingDrawing": "wp", "drawingml/chart": "c",
            "drawingml/diagram": "dgm", "drawingml/picture": "pic", "drawingml/spreadsheetDrawing": "xdr",
            "presentationml/main": "p", "spreadsheetml/main": "x",
            "officeDocument/extendedProperties": "ep", "officeDocument/extended-properties": "ep",
            "officeDocument/customProperties": "cp", "package/relationships": "rel",
        ]
        var list: [String: String] = [
            "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
            "http://schemas.openxmlformats.org/package/2006/relationships": "rel",
            "http://schemas.openxmlformats.org/package/2006/content-types": "ct",
            "http://schemas.openxmlformats.org/package/2006/metadata/core-properties": "core",
            "http://purl.org/dc/elements/1.1/": "dc", "http://purl.org/dc/terms/": "dcterms",
            "urn:schemas-microsoft-com:vml": "v", "urn:schemas-microsoft-com:office:office": "o",
            "http://schemas.microsoft.com/office/word/2010/wordprocessingShape": "wps",
            "http://schemas.microsoft.com/office/word/2010/wordml": "w14",
            // Comments that have answers.
            "http://schemas.microsoft.com/office/powerpoint/2018/8/main": "p",
            "http://schemas.microsoft.com/office/spreadsheetml/2018/threadedcomments": "x",
        ]
        for (name, prefix) in both {
            // …/wordprocessingml/2006/main and …/wordprocessingml/main
            let parts = name.split(separator: "/", maxSplits: 1)
            list["\(transitional)\(parts[0])/2006/\(parts[1])"] = prefix
            list["\(strict)\(name)"] = prefix
        }
        return list
    }()

    /// Those of OpenDocument (OASIS).
    static let openDocument: [String: String] = {
        var list: [String: String] = [
            "http://www.w3.org/1999/xlink": "xlink", "http://purl.org/dc/elements/1.1/": "dc",
            "http://www.w3.org/1998/Math/MathML": "math",
            "urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0": "fo",
            "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0": "svg",
            "urn:oasis:names:tc:opendocument:xmlns:datastyle:1.0": "number",
        ]
        for name in [
            "office", "text", "table", "style", "meta", "presentation", "manifest", "form", "chart",
        ] {
            list["urn:oasis:names:tc:opendocument:xmlns:\(name):1.0"] = name
            // OpenOffice.org 1.
            list["http://openoffice.org/2000/\(name)"] = name
        }
        list["urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"] = "draw"
        list["http://openoffice.org/2000/drawing"] = "draw"
        return list
    }()
}
