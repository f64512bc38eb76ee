import CarrelBasics
import CarrelFrontEnd

/// A filter as the address of a page says it.
extension ListFilter {
    /// Reads a filter; what it does not know does not count.
    init(_ fields: FormFields) {
        self.init()
        status = fields["status"].flatMap(Status.init)
        kind = fields["type"].flatMap(Kind.init)
        text = String((fields["filter"] ?? "").singleLine.prefix(200))
    }

    /// The fields of a query.
    var fields: [(String, String)] {
        [
            status.map { ("status", $0.rawValue) }, kind.map { ("type", $0.rawValue) },
            text.isEmpty ? nil : ("filter", text),
        ].compactMap(\.self)
    }
}
