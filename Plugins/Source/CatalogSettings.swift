import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation

/// Settings that several sources share: one declaration, so that they mean the same everywhere.
enum CatalogSettings {
    /// The most that is read of a catalogue.
    static let maxSize = Setting<ByteCount>(
        "max-size", default: ByteCount(256 << 20), help: "The largest catalogue that is read")

    /// The most of a catalogue's document that is held in memory.
    static let maxMemory = Setting<ByteCount>(
        "max-memory", default: ByteCount(32 << 20),
        help:
            "The largest catalogue that is held in memory; a larger one is read in parts where its parser can"
    )

    /// What the content is, for a source that cannot tell.
    static let mediaType = Setting<String?>(
        "media-type",
        constraint: SettingConstraint("a media type such as application/json") { text in
            text.map { MediaType($0) != nil } ?? true
        },
        help: "What the catalogue is, if its content does not tell")

    /// A URL that may name a catalogue.
    static let isLocation = SettingConstraint<String>("a URL such as https://example.org/notes.json") {
        URL(string: $0)?.scheme != nil
    }

    static let url = Setting<String?>("url", help: "The URL of the catalogue")

    /// The file of a catalogue.
    static let path = Setting<String?>(
        "path", power: ProfilePower.reading, help: "The file that holds the catalogue")

    /// The checked URL of `url`, or a `PluginError` that names the setting.
    static func checkedURL(_ settings: Settings, for plugin: String) throws(PluginError) -> URL {
        guard let text = settings[url] else {
            throw PluginError(
                setting: url.name,
                reason:
                    "the source \(plugin) needs the URL of a catalogue, such as https://example.org/notes.json"
            )
        }
        return try checkedURL(text, setting: url.name)
    }

    /// The URL of a setting, if Carrel may request it.
    static func checkedURL(_ text: String, setting: String) throws(PluginError) -> URL {
        do {
            return try RequestTarget.check(text)
        } catch {
            throw PluginError(setting: setting, reason: error.description)
        }
    }
}

extension SourceError {
    /// The catalogue is larger than `max-size`.
    static func tooLarge(_ location: String, limit: Int64, found: String) -> SourceError {
        SourceError(
            .tooLarge, subject: location, reason: "the catalogue is too large: \(found)",
            remedy: "Raise source.max-size, now \(ByteCount(limit))")
    }

    /// The task was cancelled.
    static func cancelled(_ location: String) -> SourceError {
        SourceError(.cancelled, subject: location, reason: "reading was cancelled")
    }
}
