import CarrelHTTP
import CarrelStages
import Foundation

/// The origins that a profile itself names, in its sources and its templates.
///
/// Only these get the profile's key. Origins that a library recorded, perhaps with another profile, or to which a
/// redirect led a relative template, are not among them.
struct NamedOrigins: Sendable {
    private let origins: Set<Origin>

    /// Collects the origins of all absolute URLs in the settings of the source and the parser.
    init(_ configuration: Configuration, _ registry: PluginRegistry) {
        let source = configuration[.source]
        let texts =
            (source.values + source.roles.flatMap(\.source.values)).compactMap(\.text)
            + Self.parserTexts(configuration[.parse], registry)
        origins = Set(texts.compactMap(Self.origin))
    }

    /// Whether the profile names the origin of a URL.
    func contains(_ url: String) -> Bool { Self.origin(url).map(origins.contains) ?? false }

    private static func parserTexts(
        _ stage: Configuration.PluginConfiguration, _ registry: PluginRegistry
    ) -> [String] {
        let configured = Dictionary(stage.values.map { ($0.key, $0.text) }) { first, _ in first }
        let parsers = registry.parsers.plugins.filter { stage.use == nil || $0.name == stage.use }
        let defaults = parsers.flatMap(\.settings).filter { configured[$0.name] == nil }
        return configured.values.compactMap(\.self) + defaults.compactMap(\.defaultText)
    }

    /// The origin of a URL as a config file writes it.
    private static func origin(_ text: String) -> Origin? {
        let text = text.trimmingCharacters(in: CharacterSet(charactersIn: "\""))
        guard URLReference.hasScheme(text), let url = try? RequestTarget.check(text) else { return nil }
        return Origin(url)
    }
}
