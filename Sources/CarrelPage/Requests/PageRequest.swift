import CarrelBasics
import CarrelHTTP
import CarrelServer
import Foundation

/// A request, with what a page wants to know of it.
struct PageRequest: Sendable {
    /// The path, decoded: `/`, `/search`, `/assets/…`.
    let path: String
    let query: FormFields
    /// The fields of the content, of a form that was sent.
    let form: FormFields
    /// Whether something is to be changed.
    let isPost: Bool
    /// Which browser asks, by a cookie that it got before or gets with the reply.
    var visitor: String?
    /// What its browser is to be told with this page.
    var notes: [VisitorNotes.Note] = []
    /// The language that the page speaks, and whose dates it writes.
    let locale: PageLocale
    /// The colours that the page has; `nil` for those of the system.
    let theme: Theme?
    /// The request itself, for conditions and ranges.
    let request: ServerRequest

    /// Reads a request.
    init(_ request: ServerRequest) {
        self.request = request
        path = request.path.percentDecoded ?? request.path
        query = FormFields(request.query ?? "")
        isPost = request.method == "POST"
        form = FormFields(isPost ? String(decoding: request.content, as: UTF8.self) : "")
        let cookies = Cookies(request.fields)
        // Any longer one is none of ours, and would be kept.
        visitor = cookies["carrel-visitor"].flatMap { $0.utf8.count <= 32 ? $0 : nil }
        let colours = query["theme"] ?? cookies["carrel-theme"]
        theme = colours.flatMap { Theme(rawValue: $0) }
        let wishes = [query["language"], cookies["carrel-language"]].compactMap(\.self)
        let accepted = request.fields["Accept-Language"] ?? ""
        let chosen = wishes.lazy.compactMap { Language($0) }.first
        locale = PageLocale(chosen ?? Language(accepting: accepted), accepting: accepted)
    }

    var language: Language { locale.language }

    /// The cookies that keep what the query chooses for the pages that follow.
    ///
    /// What the scripts of a page ask for has its query, too: somebody may have chosen otherwise since, in another tab.
    var choices: [String] {
        guard isOfPage else { return [] }
        let year = "Max-Age=31536000; Path=/; SameSite=Strict"
        return [
            query["language"].flatMap { Language($0) }.map { "carrel-language=\($0.rawValue); \(year)" },
            query["theme"].map { "carrel-theme=\(Theme(rawValue: $0)?.rawValue ?? "system"); \(year)" },
        ].compactMap(\.self)
    }

    /// Whether a script of a page asks, which hears of what happens after the answer, too.
    var isOfScript: Bool { request.fields["X-Carrel-Token"] != nil }

    /// Whether a browser loads a whole page, and not a part of one or what belongs to it.
    var isOfPage: Bool {
        let others = ["/rows", "/found", "/words", "/picture", "/document", "/token", "/events"]
        return !isPost && request.method == "GET" && part == nil && !others.contains(path)
            && !path.hasSuffix(".webmanifest")
    }

    /// The part of the page that is asked for; `nil` for the whole page.
    var part: String? { query["part"] }

    /// The place in a list where a page of it is to begin, from 0; `nil` if the address says none.
    var givenPlace: Int? { query["from"].flatMap { Int($0) } }

    /// The place in a list where a page of it is to begin, from 0.
    var place: Int { givenPlace ?? 0 }

    /// Whether a script only draws a list anew that is shown already: then nobody selects it.
    var isDrawnAnew: Bool { query["again"] == "1" }

    /// Whether a script shows an item to somebody, and will say so by `/seen`.
    var isLook: Bool { query["look"] == "1" }
}

/// Colours that a person chose.
enum Theme: String, Sendable, CaseIterable {
    case light, dark
}

/// The cookies of a request.
struct Cookies {
    private let values: [(name: Substring, value: Substring)]

    /// Reads the `Cookie` fields.
    init(_ fields: HTTPFields) {
        values = fields.values("Cookie").flatMap { line in
            line.split(separator: ";").prefix(50).compactMap { pair in
                let halves = pair.drop { $0 == " " }.split(separator: "=", maxSplits: 1)
                return halves.count == 2 ? (halves[0], halves[1]) : nil
            }
        }
    }

    /// The first cookie of a name.
    subscript(name: String) -> String? { values.first { $0.name == name }.map { String($0.value) } }
}
