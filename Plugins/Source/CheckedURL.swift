import CarrelBasics
import CarrelHTTP
import CarrelStages
import Foundation

/// A URL of the config that Carrel may request.
struct CheckedURL: Sendable {
    let url: URL

    /// The text that names a catalogue: the same for every way of writing the URL that is encoded alike.
    var location: String { url.absoluteString }

    /// Checks a text.
    init(_ text: String, setting: String) throws(PluginError) {
        do {
            url = try RequestTarget.check(text)
        } catch {
            throw PluginError(setting: setting, reason: error.description)
        }
    }
}
