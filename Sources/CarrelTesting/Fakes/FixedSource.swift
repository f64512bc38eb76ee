import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// A source that delivers the documents it was made with, and honours validators.
public final class FixedSource: Source {
    private struct State: Sendable {
        var documents: [CatalogDocument]
        var readings = 0
    }

    /// What the catalogue is called.
    public let location: String
    private let state: Locked<State>

    /// Makes a source of documents.
    ///
    /// A document without validators gets an entity tag from its content.
    public init(_ documents: [CatalogDocument], location: String) {
        self.location = location
        self.state = Locked(State(documents: documents.map(Self.tagged)))
    }

    /// Makes a source of one text.
    public convenience init(
        _ text: String, location: String = "http://catalog.example/notes.json", mediaType: MediaType? = nil
    ) {
        let url = URL(string: location) ?? URL(filePath: location)
        self.init(
            [CatalogDocument(data: Data(text.utf8), mediaType: mediaType, url: url)], location: location)
    }

    /// How often the catalogue was read.
    public var readings: Int { state.value.readings }

    /// Puts other documents in place of those that there are, as if the catalogue had changed.
    public func replace(with documents: [CatalogDocument]) {
        state.withLock { $0.documents = documents.map(Self.tagged) }
    }

    /// Puts one text in their place.
    public func replace(with text: String) {
        replace(with: [CatalogDocument(data: Data(text.utf8), url: URL(filePath: "/lines"))])
    }

    /// Delivers the documents, or `.unchanged` after the first document's validators.
    public func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
        guard !Task.isCancelled else {
            throw SourceError(.cancelled, subject: location, reason: "reading was cancelled")
        }
        let documents = state.withLock { state in
            state.readings += 1
            return state.documents
        }
        if let validators, validators == documents.first?.validators { return .unchanged() }
        return .documents(documents)
    }

    /// Such a hash is enough: it tells versions of a test's text apart.
    private static func tagged(_ document: CatalogDocument) -> CatalogDocument {
        guard document.validators.isEmpty else { return document }
        var document = document
        document.validators.entityTag = "\"\(StableHash(document.data).digits)\""
        return document
    }
}

extension FixedSource {
    static let text = Setting<String?>("text", help: "The catalogue itself")
    static let file = Setting<String?>("file", help: "A file that is read once, when the source is made")
    static let locationSetting = Setting<String>(
        "location", default: "http://catalog.example/notes.json", help: "The URL that names the catalogue")
    static let mediaType = Setting<String?>("media-type", help: "What the catalogue is")

    /// The registration of `fixed`: a catalogue in the config, for tests.
    public static let plugin = Plugin<any Source>(
        "fixed", summary: "Delivers a catalogue that the config holds",
        settings: [text, file, locationSetting, mediaType]
    ) { settings, context throws(PluginError) in
        let type = settings[mediaType].flatMap(MediaType.init)
        let location = settings[locationSetting]
        switch (settings[text], settings[file]) {
        case (let text?, nil):
            return FixedSource(text, location: location, mediaType: type)
        case (nil, let file?):
            do {
                let text = try String(contentsOf: context.file(file), encoding: .utf8)
                return FixedSource(text, location: location, mediaType: type)
            } catch {
                throw PluginError(
                    setting: FixedSource.file.name, reason: "\(file) could not be read: \(error)")
            }
        case (nil, nil), (.some, .some):
            throw PluginError(
                setting: FixedSource.text.name, reason: "the source fixed needs either text or file")
        }
    }
}
