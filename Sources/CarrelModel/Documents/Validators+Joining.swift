import CarrelHTTP
import Foundation

/// Joins the validators of one or more documents into one text that is kept as an entity tag.
///
/// It is never sent: the parts are taken apart again before. It begins with a line of its own, which no server can
/// forge, because field values hold no line breaks (RFC 9110 section 5.5).
private enum JoinedValidators: String {
    /// The validators of the documents of one catalogue, by name.
    case documents = "joined\n"
    /// The validators of the document that redirects led to, by its URL.
    case redirected = "redirected\n"

    /// Joins parts; the result is empty if a part is, because then nobody can tell whether the whole is unchanged.
    func joining(_ parts: [String: Validators]) -> Validators {
        guard !parts.isEmpty, parts.values.allSatisfy({ !$0.isEmpty }) else { return Validators() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let list = try? encoder.encode(parts)
        return Validators(entityTag: list.map { rawValue + String(decoding: $0, as: UTF8.self) })
    }

    /// The joined parts; none if the validators are of another kind.
    func parts(of validators: Validators) -> [String: Validators] {
        guard let tag = validators.entityTag, tag.hasPrefix(rawValue) else { return [:] }
        let list = Data(tag.dropFirst(rawValue.count).utf8)
        return (try? JSONDecoder().decode([String: Validators].self, from: list)) ?? [:]
    }
}

extension Validators {
    /// The validators of a document that redirects led to, with the URL that delivered it.
    ///
    /// If the redirects lead to another URL some day, these validators do not apply.
    public init(_ validators: Validators, behindRedirectsAt url: String) {
        self = JoinedValidators.redirected.joining([url: validators])
    }

    /// Where the document came from, if redirects led to it.
    public var redirectedOrigin: DocumentOrigin? {
        JoinedValidators.redirected.parts(of: self).first.map { DocumentOrigin(url: $0, validators: $1) }
    }

    /// The validators to send to the server of a single document, with or without redirects; `nil` for those of several
    /// documents.
    public var ofOneDocument: Validators? {
        if let redirectedOrigin { return redirectedOrigin.validators }
        return JoinedValidators.documents.parts(of: self).isEmpty ? self : nil
    }

    /// The validators of one document among several, by its role and location; `nil` if there are none.
    package func part(role: String, location: String) -> Validators? {
        JoinedValidators.documents.parts(of: self)[CatalogDocument.partName(role: role, location: location)]
    }
}

extension [CatalogDocument] {
    /// The validators for the next reading of all documents.
    ///
    /// If a joined source read them, only that source can use the result, even for a single document.
    public var validators: Validators {
        guard count > 1 || first?.sourceLocation != nil else { return first?.validators ?? Validators() }
        let parts = Dictionary(map { ($0.partName, $0.validators) }) { _, _ in
            // Two documents of one source with the same role cannot be read separately.
            Validators()
        }
        return JoinedValidators.documents.joining(parts)
    }
}

extension CatalogDocument {
    /// The name of the document's validators among the joined ones.
    fileprivate var partName: String { Self.partName(role: role, location: sourceLocation ?? "") }

    /// The location is part of the name, because validators do not apply to another location.
    fileprivate static func partName(role: String, location: String) -> String { "\(role) \(location)" }
}
