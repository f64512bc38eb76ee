import Foundation

extension TinyOffice {
    private static let slideNamespaces = """
        xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" \
        xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main" \
        xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" \
        xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"
        """

    /// A shape with a text, and the kind of placeholder that it is.
    static func shape(_ words: String, kind: String?) -> String {
        let placeholder = kind.map { "<p:ph type=\"\($0)\"/>" } ?? ""
        return "<p:sp><p:nvSpPr><p:nvPr>\(placeholder)</p:nvPr></p:nvSpPr><p:txBody><a:p><a:r>"
            + "<a:t>\(words)</a:t></a:r></a:p></p:txBody></p:sp>"
    }

    /// A slide, or the notes of one.
    static func slidePart(_ name: String, _ shapes: String, isHidden: Bool = false) -> String {
        "<p:\(name) \(slideNamespaces)\(isHidden ? " show=\"0\"" : "")><p:cSld><p:spTree>\(shapes)</p:spTree>"
            + "</p:cSld></p:\(name)>"
    }

    /// A presentation of PowerPoint.
    ///
    /// - Parameters:
    ///   - slides: the names and the shapes of its slides, in its order; their files are in that of the alphabet.
    ///   - hidden: the slides that are not shown.
    ///   - notes: the notes of slides.
    ///   - charts: a chart of slides, which they call r9.
    ///   - comments: the comments of slides.
    ///   - authors: who made them.
    /// - Returns: the presentation.
    static func slides(
        _ slides: [(name: String, shapes: String)], hidden: Set<String> = [], notes: [String: String] = [:],
        charts: [String: String] = [:], comments: [String: String] = [:], authors: String = "<none/>"
    ) -> Data {
        let list = slides.map { "<p:sldId r:id=\"\($0.name)\"/>" }.joined()
        var files = [
            ("_rels/.rels", relationships([("m", "officeDocument", "ppt/presentation.xml")])),
            (
                "ppt/presentation.xml",
                "<p:presentation \(slideNamespaces)><p:sldIdLst>\(list)</p:sldIdLst></p:presentation>"
            ),
            (
                "ppt/_rels/presentation.xml.rels",
                relationships(
                    slides.map { ($0.name, "slide", "slides/\($0.name).xml") }
                        + [("au", "authors", "authors.xml")])
            ),
            ("ppt/authors.xml", authors),
        ]
        for (name, shapes) in slides.sorted(by: { $0.name < $1.name }) {
            files.append(
                ("ppt/slides/\(name).xml", slidePart("sld", shapes, isHidden: hidden.contains(name))))
            var references: [(String, String, String)] = []
            if let notes = notes[name] {
                references.append(("n", "notesSlide", "../notesSlides/\(name).xml"))
                files.append(("ppt/notesSlides/\(name).xml", notes))
            }
            if let chart = charts[name] {
                references.append(("r9", "chart", "../charts/\(name).xml"))
                files.append(("ppt/charts/\(name).xml", chart))
            }
            if let comments = comments[name] {
                references.append(("c", "comments", "../comments/\(name).xml"))
                files.append(("ppt/comments/\(name).xml", comments))
            }
            files.append(("ppt/slides/_rels/\(name).xml.rels", relationships(references)))
        }
        return TinyZip.archive(files)
    }

    private static let sheetNamespaces =
        "xmlns=\"http://schemas.openxmlformats.org/spreadsheetml/2006/main\" "
        + "xmlns:r=\"http://schemas.openxmlformats.org/officeDocument/2006/relationships\""

    /// A workbook of Excel.
    ///
    /// - Parameters:
    ///   - sheets: the names of its sheets, the XML of what is in them, and whether they are hidden.
    ///   - shared: the texts that its cells share, as XML.
    ///   - styles: the formats of its cells.
    ///   - comments: the comments of its first sheet.
    ///   - threads: those with answers.
    ///   - people: who made these.
    static func workbook(
        _ sheets: [(name: String, content: String, isHidden: Bool)], shared: [String] = [],
        styles: String = "",
        comments: String? = nil, threads: String = "<none/>", people: String = "<none/>"
    ) -> Data {
        let numbered = sheets.enumerated()
        let list = numbered.map {
            "<sheet name=\"\($1.name)\" r:id=\"s\($0)\"\($1.isHidden ? " state=\"hidden\"" : "")/>"
        }.joined()
        let references =
            numbered.map { ("s\($0.offset)", "worksheet", "worksheets/sheet\($0.offset).xml") }
            + [
                ("t", "sharedStrings", "sharedStrings.xml"), ("f", "styles", "styles.xml"),
                ("p", "person", "persons/person.xml"),
            ]
        var files = [
            ("_rels/.rels", relationships([("m", "officeDocument", "xl/workbook.xml")])),
            ("xl/workbook.xml", "<workbook \(sheetNamespaces)><sheets>\(list)</sheets></workbook>"),
            ("xl/_rels/workbook.xml.rels", relationships(references)),
            (
                "xl/sharedStrings.xml",
                "<sst \(sheetNamespaces)>\(shared.map { "<si>\($0)</si>" }.joined())</sst>"
            ),
            ("xl/persons/person.xml", people),
            ("xl/styles.xml", "<styleSheet \(sheetNamespaces)>\(styles)</styleSheet>"),
        ]
        for (index, sheet) in numbered {
            files.append(
                (
                    "xl/worksheets/sheet\(index).xml",
                    "<worksheet \(sheetNamespaces)>\(sheet.content)</worksheet>"
                ))
        }
        if let comments {
            files.append(("xl/comments1.xml", "<comments \(sheetNamespaces)>\(comments)</comments>"))
            files.append(("xl/threadedComments/threadedComment1.xml", threads))
            files.append(
                (
                    "xl/worksheets/_rels/sheet0.xml.rels",
                    relationships([
                        ("c", "comments", "../comments1.xml"),
                        ("t", "threadedComment", "../threadedComments/threadedComment1.xml"),
                    ])
                ))
        }
        return TinyZip.archive(files)
    }
}
