import CarrelBasics
import CarrelConfiguration
import CarrelFrontEnd
import CarrelStages
import Foundation

/// Changes how the library's catalogues are read.
extension LibraryOpener {
    /// A catalogue with other settings, or with another profile (`extends`); an empty value takes one back, however its key was
    /// written.
    public static func catalog(_ catalog: KnownCatalog, setting changes: [(key: String, value: String)])
        -> KnownCatalog
    {
        var catalog = catalog
        for (key, value) in changes {
            let key = ConfigLayer.written(key: key)
            guard key != ProfileLocator.extendsKey else {
                catalog.profile = value.isEmpty ? nil : value
                continue
            }
            catalog.settings.removeAll { ConfigLayer.written(setting: $0).hasPrefix("\(key)=") }
            if !value.isEmpty { catalog.settings.append("\(key)=\(value)") }
        }
        return catalog
    }

    /// Whether all catalogues of a library share a setting, so that none of them can have a value of its own.
    ///
    /// A key that no plug-in has is not among them: it is wrong wherever it is.
    public func concernsWholeLibrary(_ key: String) -> Bool {
        let halves = key.split(separator: ".", maxSplits: 1).map(String.init)
        // A page has one map of all theatres.
        if halves.first == MapSettings.table.name { return true }
        guard let kind = halves.first.flatMap(PluginKind.init(rawValue:)), let name = halves.last,
            !CatalogTables.isOfCatalog(kind, name)
        else { return false }
        guard kind == .store else { return true }
        let ofStores = surroundings.registry.descriptions.filter { $0.kind == .store }.flatMap(\.settings)
        let all = StageSettings.settings(of: .store) + ofStores
        return name == "use" || all.contains { $0.name == name }
    }

    // MARK: For a form

    /// The settings of a catalogue that a form offers: none that holds a secret.
    public func settings(of catalog: KnownCatalog) throws -> CatalogSettings {
        let configuration = try configuration(of: catalog)
        var plain = catalog
        plain.settings.removeAll { setting in !CatalogPlace.settings.contains { setting.contains(".\($0)=") }
        }
        // A profile that says nothing by itself may be all there is.
        let inherited = (try? self.configuration(of: plain)) ?? configuration
        return CatalogSettings(
            catalog,
            tables: CatalogTables.kinds.map { kind in
                (kind.rawValue, fields(of: kind, catalog, configuration, inherited))
            }.filter { !$0.1.isEmpty })
    }

    private func fields(
        of kind: PluginKind, _ catalog: KnownCatalog, _ configuration: Configuration,
        _ inherited: Configuration
    ) -> [CatalogSettings.Field] {
        let others = Dictionary(
            inherited[kind].values.map { ($0.key, $0.text) }, uniquingKeysWith: { first, _ in first })
        return configuration[kind].values.compactMap { value in
            let key = "\(kind.rawValue).\(value.key)"
            guard !value.isSecret, !concernsWholeLibrary(key),
                let declaration = Declaration(value.key, kind, configuration, surroundings.registry)
            else { return nil }
            let own = catalog.settings.last { $0.hasPrefix("\(key)=") }.map {
                String($0.dropFirst(key.count + 1))
            }
            return CatalogSettings.Field(
                key: key, help: declaration.help, kind: declaration.kind, choices: declaration.choices,
                own: own, inherited: (others[value.key] ?? nil).map(Self.typed))
        }
    }

    /// A value as a person types it: without the quotation marks and the escapes of a string, which are those of JSON; one with
    /// white space that nobody could see, such as a tab, keeps them.
    private static func typed(_ text: String) -> String {
        let typed = try? JSONDecoder().decode(String.self, from: Data(text.utf8))
        return typed.flatMap { $0 == $0.singleLine ? $0 : nil } ?? text
    }

    /// What is known of a setting that a form may offer.
    private struct Declaration {
        let help, kind: String
        let choices: [String]

        init?(
            _ key: String, _ kind: PluginKind, _ configuration: Configuration, _ registry: PluginRegistry
        ) {
            let descriptions = registry.descriptions.filter { $0.kind == kind }
            if key == "use" {
                // What reads a place follows from the place.
                guard kind != .source else { return nil }
                (help, self.kind, choices) = ("Which plug-in does it", "", descriptions.map(\.name))
                return
            }
            guard !CatalogPlace.settings.contains(key) else { return nil }
            let used = descriptions.filter { $0.name == configuration[kind].use }.flatMap(\.settings)
            let all = StageSettings.settings(of: kind) + used + descriptions.flatMap(\.settings)
            guard let setting = all.first(where: { $0.name == key }), !setting.isSecret else { return nil }
            (help, self.kind) = (setting.help, setting.kind)
            choices = setting.kind == Bool.kind ? ["true", "false"] : setting.choices
        }
    }

    /// Checks settings that somebody typed into a form, and applies them.
    ///
    /// - Parameters:
    ///   - catalog: the catalogue.
    ///   - values: the values by their keys; an empty one takes back what was set.
    /// - Returns: the catalogue with them; trusted if it was.
    /// - Throws: `RefusedSettings`; what reading the library's folder throws.
    public func catalog(_ catalog: KnownCatalog, checking values: [String: String]) throws -> KnownCatalog {
        let offered = try settings(of: catalog).tables.flatMap(\.fields)
        let changes = offered.compactMap { field -> (key: String, value: String)? in
            guard let value = values[field.key], value != field.own ?? "" else { return nil }
            return (field.key, value)
        }
        var refused = RefusedSettings()
        for change in changes where change.value != change.value.singleLine {
            refused.reasons[change.key] = "a value is one line of text"
        }
        func others() -> [(key: String, value: String)] { changes.filter { refused.reasons[$0.key] == nil } }
        let wanted = Self.catalog(catalog, setting: others())
        for key in try newPowers(of: wanted, over: catalog) { refused.reasons[key] = Self.guarded }
        // A file that may not be named is not looked for either.
        let changed = Self.catalog(catalog, setting: others())
        let isTrusted = try isTrusted(catalog)
        do {
            // It may do what it could do before, so trust in that is trust in this.
            try check(changed, insteadOf: catalog, isTrusted: isTrusted)
        } catch let error as ConfigurationError {
            refused.add(Self.refused(error, others().map(\.key)))
        }
        guard refused.isEmpty else {
            // What is not kept is not trusted.
            if isTrusted { try trust(catalog) }
            throw refused
        }
        return changed
    }

    /// Checks a catalogue with other settings.
    ///
    /// - Parameters:
    ///   - changed: the catalogue as it would be.
    ///   - catalog: the catalogue as it is; if the other cannot be used, it keeps its trust.
    ///   - isTrusted: whether the changed one is trusted.
    /// - Throws: `ConfigurationError`.
    public func check(_ changed: KnownCatalog, insteadOf catalog: KnownCatalog, isTrusted: Bool) throws {
        // What is trusted of one whose profile is gone is not known.
        let wasTrusted = (try? self.isTrusted(catalog)) ?? false
        do {
            if isTrusted { try trust(changed) }
            // One that nobody can read any more is refused, too.
            _ = try readableLocation(of: .known(changed))
        } catch {
            if wasTrusted { try trust(catalog) }
            throw error
        }
    }

    /// The problems of a configuration by the settings that cause them.
    private static func refused(_ error: ConfigurationError, _ keys: [String]) -> RefusedSettings {
        var refused = RefusedSettings()
        for problem in error.problems {
            guard let key = problem.key.flatMap({ cause(of: $0, keys) }) else {
                refused.others.append("\(problem)")
                continue
            }
            let parts = [problem.found, problem.expected.map { "expected \($0)" }].compactMap(\.self)
            let reason = parts.joined(separator: "; ")
            refused.reasons[key] = problem.key == key ? reason : "\(problem.key ?? ""): \(reason)"
        }
        return refused
    }

    /// The changed setting to which a problem is due: the one that it names, or else one of the same table, such as the
    /// plug-in that lacks another one.
    private static func cause(of key: String, _ changed: [String]) -> String? {
        if changed.contains(key) { return key }
        let table = key.prefix { $0 != "." } + "."
        let near = changed.filter { $0.hasPrefix(table) }
        return near.first { $0 == "\(table)use" } ?? (near.count == 1 ? near.first : nil)
    }

    /// The settings that would let a catalogue do something that it could not do before, or read another file of this
    /// machine, even one of the library.
    private func newPowers(of changed: KnownCatalog, over catalog: KnownCatalog) throws -> [String] {
        guard let root = try libraryFolder() else {
            // Where nothing says what is trusted, nothing that is new is.
            return changed.settings.filter { !catalog.settings.contains($0) }.map {
                String($0.prefix { $0 != "=" })
            }
        }
        let before = try loader.trustQuestion(of: catalog, in: root, countsAllFiles: true).grants
        return try loader.trustQuestion(of: changed, in: root, countsAllFiles: true).grants.filter { grant in
            !before.contains { $0.key == grant.key && $0.power == grant.power }
        }.map(\.key)
    }

    /// Whoever may open a page is not whoever may run programs on the machine.
    private static let guarded =
        "it lets the profile do more than a page may allow; set it with carrel set on the library's machine"
}
