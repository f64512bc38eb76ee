import CarrelHTTP
import Foundation

/// Validators of one document or several, in the place of an entity tag.
///
/// They mean something only to whoever takes them apart again. The first line says what they are, which nothing from
/// outside can say: no field of a response holds the end of a line (RFC 9110 section 5.5).
private enum JoinedValidators: String {
    /// Those of the documents that make one catalogue, by name.
    case documents = "joined\n"
    /// Those of the document that redirects led to, by its URL.
    case redirected = "redirected\n"

    /// Nothing where one of the parts has none, for then the whole cannot be told to be unchanged.
    func joining(_ parts: [String: Validators]) -> Validators {
        guard !parts.isEmpty, parts.values.allSatisfy({ !$0.isEmpty }) else { return Validators() }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let list = try? encoder.encode(parts)
        return Validators(entityTag: list.map { rawValue + String(decoding: $0, as: UTF8.self) })
    }

    /// The parts that were joined; none if the validators are of another kind.
    func parts(of validators: Validators) -> [String: Validators] {
        guard let tag = validators.entityTag, tag.hasPrefix(rawValue) else { return [:] }
        let list = Data(tag.dropFirst(rawValue.count).utf8)
        return (try? JSONDecoder().decode([String: Validators].self, from: list)) ?? [:]
    }
}

extension Validators {
    /// The validators of a document that redirects led to, with the URL that delivered it.
    ///
    /// Of another document, to which they may lead some day, they say nothing.
    public init(_ validators: Validators, behindRedirectsAt url: String) {
        self = JoinedValidators.redirected.joining([url: validators])
    }

    /// Where the document came from, if redirects led to it.
    public var redirectedOrigin: DocumentOrigin? {
        JoinedValidators.redirected.parts(of: self).first.map { DocumentOrigin(url: $0, validators: $1) }
    }

    /// What the server of one document can be asked with, wherever redirects lead to it; `nil` for those of several
    /// documents that it knows nothing about.
    public var ofOneDocument: Validators? {
        if let redirectedOrigin { return redirectedOrigin.validators }
        return JoinedValidators.documents.parts(of: self).isEmpty ? self : nil
    }

    /// What was known of the document of a role and a location, in a catalogue that is several; `nil` if nothing was.
    package func part(role: String, location: String) -> Validators? {
        JoinedValidators.documents.parts(of: self)[CatalogDocument.partName(role: role, location: location)]
    }
}

extension [CatalogDocument] {
    /// What to send with the next reading of all of them.
    ///
    /// Of documents that several sources have read it means something only to the source that joined them, also where
    /// there is but one.
    public var validators: Validators {
        guard count > 1 || first?.sourceLocation != nil else { return first?.validators ?? Validators() }
        let parts = Dictionary(map { ($0.partName, $0.validators) }) { _, _ in
            // A source that reads several documents as one cannot be asked after one of them.
            Validators()
        }
        return JoinedValidators.documents.joining(parts)
    }
}

extension CatalogDocument {
    /// What the validators of the document are kept under among those of others.
    fileprivate var partName: String { Self.partName(role: role, location: sourceLocation ?? "") }

    /// Validators say nothing of what another location delivers, so that it belongs to the name.
    fileprivate static func partName(role: String, location: String) -> String { "\(role) \(location)" }
}
