import CarrelHTTP
import Foundation

/// Something in a document that looks like a list: where its entries are, and what they have.
struct ListShape {
    /// What gives each entry; empty for a table, whose rows are its entries.
    var place = ""
    /// What gives the list that an entry is in, if there are several; `place` begins there then.
    var around: String?
    /// The expressions that what is around the list has values for.
    var aroundNames: [String] = []
    /// How many entries there are.
    var count = 0
    /// The expressions that entries have values for, in their order.
    var values: [Value] = []
    /// What names entries that do not differ in what they say themselves.
    private(set) var titles: LinkTitles.Guess?

    /// An expression that entries have values for.
    struct Value {
        let expression: String
        /// What it is called, in lower case.
        let name: String
        /// The first value.
        let sample: String

        init(_ expression: String, _ sample: String, name: String? = nil) {
            (self.expression, self.sample) = (expression, sample)
            self.name = name?.lowercased() ?? FieldGuess.lastName(expression)
        }
    }

    mutating func add(_ expression: String, _ sample: String, name: String? = nil) {
        guard !sample.isEmpty, values.count < 60, !values.contains(where: { $0.expression == expression })
        else { return }
        values.append(Value(expression, sample, name: name))
    }

    /// Names entries by what stands beside them, and not by what all of them say.
    mutating func name(by guess: LinkTitles.Guess?) {
        guard let guess else { return }
        titles = guess
        values.removeAll { $0.expression == "." }
    }

    /// How much it looks like a list of documents: entries that lead somewhere, best to files, and have a name.
    var score: Int {
        let weight = url == nil ? 1 : leadsToFiles ? 24 : 8
        return count * weight * (title == nil ? 1 : 2)
    }

    /// What gives addresses.
    var url: Value? {
        let expression = FieldGuess.url(values)
        return values.first { $0.expression == expression }
    }

    /// What gives titles; the name of a file is one where its address has it, too.
    var title: String? {
        if let titles { return titles.expression }
        let url = url
        let others = values.filter { $0.expression != url?.expression }
        return FieldGuess.title(others)
            ?? others.first { other in
                FieldGuess.isDocument(other.sample) && url?.sample.contains(other.sample) == true
            }?.expression
    }

    private var leadsToFiles: Bool {
        url.map { FieldGuess.isDocument($0.sample) } == true || FieldGuess.size(values) != nil
    }
}

/// Guesses by names and values what an expression gives.
enum FieldGuess {
    typealias Values = [ListShape.Value]

    static func title(_ values: Values) -> String? {
        named(
            values,
            [
                "title", "titel", "titre", "título", "titulo", "name", "nombre", "label", "heading",
                "headline",
                "überschrift", "intitulé", "bezeichnung", "caption", "subject", "betreff", "text",
                "titolo", "tytuł", "nazwa", "название", "заголовок", "наименование", "τίτλος", "عنوان",
                "العنوان", "כותרת", "标题", "標題", "题名", "題名", "名称", "名稱", "タイトル", "件名", "제목",
            ])
    }

    static func id(_ values: Values) -> String? {
        let names = ["identifier", "code", "key", "kennung", "código"]
        // What is called an identifier often holds an address, which changes more easily than a code.
        return named(values, ["id", "guid", "uuid"])
            ?? named(values.filter { !$0.sample.contains("://") }, names) ?? named(values, names)
    }

    static func size(_ values: Values) -> String? {
        let sizes = values.filter { Int64($0.sample) != nil }
        return named(
            sizes,
            [
                "size", "bytes", "length", "filesize", "file_size", "content_length", "größe", "groesse",
                "taille",
                "tamaño",
            ])
    }

    static func digest(_ values: Values) -> String? {
        values.first { [64, 128].contains($0.sample.utf8.count) && $0.sample.allSatisfy(\.isHexDigit) }?
            .expression
    }

    /// The best of the expressions whose values look like addresses.
    static func url(_ values: Values) -> String? {
        let names = [
            "url", "href", "link", "file", "download", "document", "pdf", "path", "src", "uri", "enclosure",
            "adresse", "pfad", "datei", "dokument", "lien", "fichier", "enlace", "archivo", "documento",
            "ссылка", "файл",
            "رابط", "קישור", "链接", "連結", "文件", "リンク", "ファイル", "링크", "파일",
        ]
        // A reference may be the name of a folder alone, and that of a file may have blanks.
        let addresses = values.filter {
            $0.name == "href" || isAddress($0.sample) || names.contains($0.name) && isDocument($0.sample)
        }
        // Beside it may be the address of a page, or of the service's record.
        let download = addresses.first { $0.name.contains("download") }
        if let download { return download.expression }
        let whole = addresses.filter { $0.sample.contains("://") }
        if let found = named(addresses, names) {
            let isPage = addresses.contains { $0.expression == found && !isDocument($0.sample) }
            let file = isPage ? whole.first { isFile($0.sample) && !isPicture($0.name) } : nil
            return file?.expression ?? found
        }
        guard let document = addresses.first(where: { isDocument($0.sample) }) else {
            return whole.first?.expression
        }
        // The name of a file is not its address where another value has both.
        return (whole.first { $0.sample.contains(document.sample) } ?? document).expression
    }

    private static func named(_ values: Values, _ names: [String]) -> String? {
        for name in names {
            if let found = values.first(where: { $0.name == name }) {
                return found.expression
            }
        }
        for name in names where name.count > 2 {
            if let found = values.first(where: { $0.name.contains(name) }) {
                return found.expression
            }
        }
        return nil
    }

    /// The last name of an expression in lower case: `im:name` and `@Name` are names, too.
    static func lastName(_ expression: String) -> String {
        if expression == "." { return "text" }
        let parts = expression.lowercased().split { "/@.:[]'\"".contains($0) }
        return parts.last.map(String.init) ?? expression
    }

    static func isAddress(_ text: String) -> Bool {
        guard text.utf8.count <= 2048, !text.contains(where: \.isNewline) else { return false }
        if text.hasPrefix("http://") || text.hasPrefix("https://") { return true }
        return !text.contains(" ") && (text.hasPrefix("/") || isDocument(text))
    }

    /// Whether a whole address has a path that ends as a file's name does.
    private static func isFile(_ address: String) -> Bool {
        let afterScheme = address.split(separator: "://", maxSplits: 1).last ?? ""
        return afterScheme.firstIndex(of: "/").map { isDocument(String(afterScheme[$0...])) } ?? false
    }

    /// Whether something of that name is a small picture beside a document.
    private static func isPicture(_ name: String) -> Bool {
        let words = [
            "thumb", "image", "img", "icon", "cover", "avatar", "poster", "logo", "picture", "photo",
            "preview", "banner",
        ]
        return words.contains { name.contains($0) }
    }

    /// Whether the path ends as a file's name does.
    static func isDocument(_ text: String) -> Bool {
        let path = text.prefix { $0 != "?" && $0 != "#" }
        return path.contains(/[^\/.]\.[A-Za-z][A-Za-z0-9]{1,4}$/)
    }
}
