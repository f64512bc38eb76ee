import Foundation

extension Validators {
    /// The validators of several documents that make one catalogue, as those of one reading.
    ///
    /// They mean something only to whoever takes them apart again: the parts by name, as JSON in the place of an
    /// entity tag. Nothing where one of the documents has none, for then the whole cannot be told to be unchanged.
    init(joining parts: [String: Validators]) {
        self.init()
        guard !parts.isEmpty, parts.values.allSatisfy({ !$0.isEmpty }) else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        entityTag = (try? encoder.encode(parts)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The validators of a document that redirects led to, with the URL that delivered it.
    ///
    /// Of another document, to which they may lead some day, they say nothing.
    public init(_ validators: Validators, behindRedirectsAt url: String) {
        self.init(joining: [url: validators])
    }

    /// Where the document came from, if redirects led to it.
    public var redirectedOrigin: DocumentOrigin? {
        let parts = parts
        guard parts.count == 1, let (url, validators) = parts.first else { return nil }
        return DocumentOrigin(url: url, validators: validators)
    }

    /// The parts that were joined; none where these are the validators of one document.
    var parts: [String: Validators] {
        guard let entityTag, entityTag.hasPrefix("{") else { return [:] }
        return (try? JSONDecoder().decode([String: Validators].self, from: Data(entityTag.utf8))) ?? [:]
    }
}

extension [CatalogDocument] {
    /// What to send with the next reading of all of them.
    ///
    /// Of several documents it means something only to the source that read them.
    public var validators: Validators {
        guard count > 1 else { return first?.validators ?? Validators() }
        return Validators(
            joining: Dictionary(map { ($0.partName, $0.validators) }) { first, _ in first })
    }
}

extension CatalogDocument {
    /// What the validators of the document are kept under among those of others.
    fileprivate var partName: String { Self.partName(role: role, location: sourceLocation ?? "") }

    /// Validators say nothing of what another location delivers, so that it belongs to the name.
    static func partName(role: String, location: String) -> String { "\(role) \(location)" }
}
