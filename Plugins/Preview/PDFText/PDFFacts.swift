import CarrelBasics

/// What pdfinfo says about a document.
struct PDFFacts {
    /// The title, if it says more than the name of the program that wrote the file.
    let title: String?
    /// The number of pages.
    let pages: Int?
    /// Author, subject, keywords, dates and producer, as far as the document has them.
    let metadata: [String: String]

    init(_ output: ToolOutput) {
        var values: [String: String] = [:]
        for line in String(decoding: output.output, as: UTF8.self).split(whereSeparator: \.isNewline) {
            guard let colon = line.firstIndex(of: ":") else { continue }
            let value = String(line[line.index(after: colon)...]).titleText
            // pdfinfo writes its own facts after the document's: the last of a name is not made up.
            if !value.isEmpty { values[String(line[..<colon])] = value }
        }
        title = values["Title"].flatMap(Self.ownTitle)
        pages = values["Pages"].flatMap { Int($0) }
        let names = [
            "Author": "author", "Subject": "subject", "Keywords": "keywords", "CreationDate": "created",
            "ModDate": "modified", "Producer": "producer",
        ]
        metadata = Dictionary(
            uniqueKeysWithValues: names.compactMap { key, name in values[key].map { (name, $0) } })
    }

    /// Many documents are titled by the program that printed them: `Microsoft Word - 04-Handout.doc`.
    private static func ownTitle(_ title: String) -> String? {
        var title = title[...]
        for program in ["Microsoft Word - ", "Microsoft PowerPoint - ", "Microsoft Excel - "]
        where title.hasPrefix(program) {
            title = title.dropFirst(program.count)
            if let dot = title.lastIndex(of: "."), title.distance(from: dot, to: title.endIndex) <= 5 {
                title = title[..<dot]
            }
        }
        let isPlaceholder =
            title.firstMatch(of: /^(Document|Presentation|Slide|Untitled)[ \-]?\d*$/.ignoresCase()) != nil
        return isPlaceholder || title.isEmpty ? nil : String(title)
    }
}
