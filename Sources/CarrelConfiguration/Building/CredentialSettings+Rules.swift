import CarrelHTTP
import CarrelStages

extension CredentialSettings {
    /// Makes the path that a setting gives absolute, or throws why its file is not of a form.
    typealias PathCheck = (
        _ path: String, _ form: CredentialFile, _ setting: String
    ) throws(PluginError) -> String

    /// The request rules of a `download` table.
    ///
    /// - Parameters:
    ///   - download: the stage's configuration.
    ///   - file: makes the path of a file absolute, and checks it.
    /// - Returns: the rules.
    /// - Throws: `PluginError` for settings that contradict each other, and what `file` throws.
    static func rules(
        _ download: Configuration.PluginConfiguration, file: PathCheck
    ) throws(PluginError) -> RequestRules {
        var rules = RequestRules(catalog: try rule(download.settings, prefix: "", file: file))
        for (name, settings) in download.groups[hosts.name] ?? [:] {
            guard let origin = Origin(name) else { continue }
            rules.origins[origin] = try rule(settings, prefix: "\(hosts.name).\"\(name)\".", file: file)
        }
        return rules
    }

    private static func rule(
        _ settings: Settings, prefix: String, file: PathCheck
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
            let name = prefix + clientCertificate.name
            rule.certificate = ClientCertificate(certificate: try file(certificate, .certificates, name))
            if let key = settings[clientKey] {
                rule.certificate?.key = try file(key, .key, prefix + clientKey.name)
            } else {
                _ = try file(certificate, .key, name)
            }
        } else if settings[clientKey] != nil {
            throw PluginError(
                setting: prefix + clientKey.name, reason: "a key without \(clientCertificate.name)")
        }
        rule.userAgent = prefix.isEmpty ? nil : settings[userAgent]
        rule.fields = settings[headers].compactMap(line)
        return rule
    }
}
