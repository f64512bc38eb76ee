import CarrelBasics
import CarrelMarkup
import CarrelStages

/// An error that a repository answers with.
struct OAIPMHFailure {
    /// What an address of records looks like.
    static let address =
        "Use an address such as https://REPOSITORY/oai?verb=ListRecords&metadataPrefix=oai_dc"

    private let code: String
    private let text: String
    private let line: Int

    init(_ element: MarkupElement, line: Int) {
        code = (element["code"] ?? "").titleText
        text = element.text.titleText
        self.line = line
    }

    func error(at location: String) -> ParseError {
        let name = code.isEmpty ? "an error" : code
        return ParseError(
            location: location, place: "line \(line)",
            reason: "the repository answered \(name)\(text.isEmpty ? "" : ": \(text)")", remedy: remedy)
    }

    private var remedy: String? {
        switch code {
        case "badVerb", "badArgument", "cannotDisseminateFormat": Self.address
        case "badResumptionToken": "Sync again: the list is then asked for from its beginning"
        case "noRecordsMatch": "Check set, from and until in the address"
        case "noSetHierarchy": "Leave set out of the address: the repository has no sets"
        default: nil
        }
    }
}
