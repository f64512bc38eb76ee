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
    /// - Throws: `PluginError` for all settings that contradict each other, and all that `file` throws.
    static func rules(
        _ download: Configuration.PluginConfiguration, file: PathCheck
    ) throws(PluginError) -> RequestRules {
        var faults: [PluginError] = []
        var rules = RequestRules(catalog: rule(download.settings, prefix: "", file: file, &faults))
        for (name, settings) in download.groups[hosts.name] ?? [:] {
            guard let origin = Origin(name) else { continue }
            let prefix = "\(hosts.name).\"\(name)\"."
            rules.origins[origin] = rule(settings, prefix: prefix, file: file, &faults)
        }
        try faults.check()
        return rules
    }

    private static func rule(
        _ settings: Settings, prefix: String, file: PathCheck, _ faults: inout [PluginError]
    ) -> RequestRules.Rule {
        func refuse(_ setting: String, _ reason: String) {
            faults.append(PluginError(setting: prefix + setting, reason: reason))
        }
        var rule = RequestRules.Rule()
        switch (settings[token], settings[user], settings[password]) {
        case (nil, nil, nil): break
        case (let token?, nil, nil):
            rule.authorization = settings[tokenParameter].map { .parameter($0, token) } ?? .bearer(token)
        case (nil, let user?, let password): rule.authorization = .basic(user: user, password: password)
        case (nil, nil, _): refuse(password.name, "a password without a user")
        default:
            refuse(token.name, "a token and a user with a password exclude each other")
        }
        if settings[tokenParameter] != nil, settings[token] == nil {
            refuse(tokenParameter.name, "a parameter without a token")
        }
        if let certificate = settings[clientCertificate] {
            let name = prefix + clientCertificate.name
            rule.certificate = faults.attempt(
                ClientCertificate(certificate: try file(certificate, .certificates, name)))
            if let key = settings[clientKey] {
                // By itself, as the fault of a certificate would hide that of its key.
                let path = faults.attempt(try file(key, .key, prefix + clientKey.name))
                rule.certificate?.key = path
            } else if rule.certificate != nil {
                _ = faults.attempt(try file(certificate, .key, name))
            }
        } else if settings[clientKey] != nil {
            refuse(clientKey.name, "a key without \(clientCertificate.name)")
        }
        rule.userAgent = prefix.isEmpty ? nil : settings[userAgent]
        rule.fields = settings[headers].compactMap(line)
        return rule
    }
}
