import CarrelHTTP
import CarrelStages

extension CredentialSettings {
    /// The request rules of a `download` table.
    ///
    /// - Parameters:
    ///   - download: the stage's configuration.
    ///   - path: makes a path of a setting absolute.
    /// - Returns: the rules.
    /// - Throws: `PluginError` for settings that contradict each other.
    static func rules(
        _ download: Configuration.PluginConfiguration, path: (String) -> String
    ) throws(PluginError) -> RequestRules {
        var rules = RequestRules(catalog: try rule(download.settings, prefix: "", path: path))
        for (name, settings) in download.groups[hosts.name] ?? [:] {
            guard let origin = Origin(name) else { continue }
            rules.origins[origin] = try rule(settings, prefix: "\(hosts.name).\"\(name)\".", path: path)
        }
        return rules
    }

    private static func rule(
        _ settings: Settings, prefix: String, path: (String) -> String
    ) throws(PluginError) -> RequestRules.Rule {
        var rule = RequestRules.Rule()
        switch (settings[token], settings[user], settings[password]) {
        case (nil, nil, nil): break
        case (let token?, nil, nil):
            rule.authorization = settings[tokenParameter].map { .parameter($0, token) } ?? .bearer(token)
        case (nil, let user?, let password?): rule.authorization = .basic(user: user, password: password)
        case (nil, _, _):
            throw PluginError(
                setting: prefix + (settings[user] == nil ? password.name : user.name),
                reason: "user and password go together")
        default:
            throw PluginError(
                setting: prefix + token.name, reason: "a token and a user with a password exclude each other")
        }
        if settings[tokenParameter] != nil, settings[token] == nil {
            throw PluginError(setting: prefix + tokenParameter.name, reason: "a parameter without a token")
        }
        if let certificate = settings[clientCertificate] {
            rule.certificate = ClientCertificate(
                certificate: path(certificate), key: settings[clientKey].map(path))
        } else if settings[clientKey] != nil {
            throw PluginError(
                setting: prefix + clientKey.name, reason: "a key without \(clientCertificate.name)")
        }
        rule.userAgent = prefix.isEmpty ? nil : settings[userAgent]
        rule.fields = settings[headers].compactMap(line)
        return rule
    }
}
