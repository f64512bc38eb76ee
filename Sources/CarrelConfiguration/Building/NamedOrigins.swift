import CarrelHTTP
import CarrelStages
import Foundation

/// The origins that a profile itself names: where its sources are, and where its templates lead.
///
/// What a library recorded, perhaps with another profile, or a server made of a relative template by a redirect, is not
/// among them: no key of the profile may go there.
struct NamedOrigins: Sendable {
    private let origins: Set<Origin>

    /// Gathers the origins of every absolute URL among the values of the source and of the parser.
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
