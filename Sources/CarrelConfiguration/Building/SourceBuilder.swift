import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Makes the sources of a configuration: for a catalogue, for each of its documents, and for further catalogues.
package struct SourceBuilder: Sendable {
    let registry: PluginRegistry
    let configuration: Configuration
    /// The environment, with the fetcher.
    let context: PluginContext

    private static let url = Setting<String?>("url", help: "")
    private static let path = Setting<String?>("path", help: "")

    /// Makes the source of the catalogue; `nil` if none is configured.
    package func makeSource() throws(ConfigurationError) -> (any Source)? {
        let stage = configuration[.source]
        guard !stage.roles.isEmpty else {
            return stage.use == nil ? nil : try make(stage, at: PluginKind.source.rawValue, context)
        }
        var parts: [JoinedSource.Part] = []
        for role in ordered(stage.roles) {
            var context = context
            if let first = parts.first {
                context = Self.member(of: URL(string: first.source.location).flatMap { Origin($0) }, context)
            }
            parts.append(
                JoinedSource.Part(
                    role: role.name,
                    source: try make(role.source, at: "\(PluginKind.source.rawValue).\(role.name)", context)))
        }
        return parts.first.map { JoinedSource($0, Array(parts.dropFirst())) }
    }

    /// Orders the documents so that the one that names the catalogue comes first, whatever the order of the tables.
    ///
    /// It is the document with the name of the configured parser. Without one, it is the document with the name of the
    /// first parser that has one; otherwise the one whose name sorts first.
    private func ordered(_ roles: [Configuration.Role]) -> [Configuration.Role] {
        let parsers = [configuration[.parse].use].compactMap(\.self) + registry.parsers.names
        let main =
            parsers.first { name in roles.contains { $0.name == name } } ?? roles.map(\.name).min()
        return roles.filter { $0.name == main } + roles.filter { $0.name != main }
    }

    private func make(
        _ stage: Configuration.PluginConfiguration, at path: String, _ context: PluginContext
    ) throws(ConfigurationError) -> any Source {
        guard let name = stage.use, let plugin = registry.sources[name] else {
            throw ConfigurationError(
                ConfigProblem(
                    origin: nil, key: path, found: "nothing says where it is",
                    expected:
                        "a URL, such as \(path).url=https://example.org/notes.json, or \(path).path=FILE"))
        }
        do {
            return try plugin.make(
                stage.settings, self.context(for: name, stage.settings, keyed(context, stage.settings)))
        } catch {
            throw ConfigurationError(stage.problems(error, at: path))
        }
    }

    /// The context with a fetcher that fills in the profile's key.
    private func keyed(_ inner: PluginContext, _ settings: Settings) -> PluginContext {
        var context = inner
        let key = settings[StageSettings.key] ?? configuration[.source].settings[StageSettings.key]
        context.fetcher = { () throws(PluginError) in
            KeyFetcher(try inner.fetcher(), key: key, secrets: SecretReader(inner))
        }
        return context
    }

    /// The context for a further document of a catalogue with that origin.
    private static func member(of origin: Origin?, _ inner: PluginContext) -> PluginContext {
        var context = inner
        context.fetcher = { () throws(PluginError) in MemberFetcher(try inner.fetcher(), of: origin) }
        return context
    }

    /// The context in which a source can wrap another one with the same settings.
    private func context(for outer: String, _ settings: Settings, _ inner: PluginContext) -> PluginContext {
        var context = inner
        let registry = registry
        context.source = { (name: String) throws(PluginError) in
            guard name != outer, let plugin = registry.sources[name] else {
                throw PluginError(
                    setting: "wraps",
                    reason: "“\(name)” is not a source to wrap; expected one of "
                        + registry.sources.names.filter { $0 != outer }.joined(separator: ", "))
            }
            return try plugin.make(settings, inner)
        }
        return context
    }

    // MARK: Further catalogues

    /// Makes the source of a further catalogue, with the catalogue's own plug-in if that reads URLs.
    ///
    /// - Parameters:
    ///   - further: the further catalogue.
    ///   - parent: the catalogue that refers to it.
    /// - Returns: the source; `nil` if the registry has none that can read it.
    /// - Throws: `SourceError` if it may not be read or its source cannot be made.
    package func makeSource(
        of further: FurtherCatalog, in parent: FurtherCatalog.Parent
    ) throws(SourceError) -> (any Source)? {
        let stage = ordered(configuration[.source].roles).first?.source ?? configuration[.source]
        let own = registry.sources[stage.use ?? ""]
        var settings = stage.settings
        var plugin = own?.takes(.url, with: settings) == true ? own : registry.source(reading: .url)
        settings[Self.url] = further.url
        settings[Self.path] = nil
        if let file = URL(string: further.url), file.isFileURL {
            plugin = registry.source(reading: .path)
            settings[Self.path] = file.path
            settings[Self.url] = nil
        }
        guard let plugin else { return nil }
        try refuseKey(to: further)
        var context = Self.member(of: parent.origin, context)
        // If the profile itself says so, further catalogues of a public one may have private addresses.
        if parent.isPublic, !NamedOrigins(configuration, registry).contains(further.url) {
            let download = configuration[.download].settings
            context.fetchLimits.addresses =
                download[StageSettings.privateAddresses].policy(catalogIsPublic: true)
        }
        do throws(PluginError) {
            let context = keyed(context, stage.settings)
            return try plugin.make(settings, self.context(for: plugin.name, settings, context))
        } catch {
            throw SourceError(
                .unreadable, subject: further.url, reason: "\(error.setting): \(error.reason)",
                remedy: "Check what the profile's [parse] table says about further catalogues")
        }
    }

    /// Refuses to send the profile's key to an origin that the profile does not name.
    private func refuseKey(to further: FurtherCatalog) throws(SourceError) {
        guard further.url.contains(KeyPlaceholder.text),
            !NamedOrigins(configuration, registry).contains(further.url)
        else { return }
        throw SourceError(
            .unreadable, subject: further.url, reason: "the profile's key is not for this service",
            remedy: "Use the profile that names the service, in source.url or in its [parse] table")
    }
}
