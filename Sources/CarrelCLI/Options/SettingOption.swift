import CarrelStages
import CarrelStandard

/// A setting of downloads that was typed as an option, as other programs have one.
enum SettingOption {
    /// Asks whether `--set` is meant; `nil` if no setting has that name.
    static func question(_ option: String) -> String? {
        guard option.hasPrefix("--") else { return nil }
        let ofPlugins = Standard.registry.fetchers.descriptions.flatMap(\.settings)
        let settings = StageSettings.settings(of: .download) + ofPlugins
        guard let setting = settings.first(where: { $0.name == option.dropFirst(2) }) else { return nil }
        return "; did you mean “--set download.\(setting.name)=VALUE”?"
    }
}
