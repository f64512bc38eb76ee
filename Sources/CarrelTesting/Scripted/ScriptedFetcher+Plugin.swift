import CarrelHTTP
import CarrelStages
import Foundation

extension ScriptedFetcher {
    /// The plug-in as a registry knows it, so that a profile can run without a network.
    public static let plugin = Plugin<any Fetcher>(
        "scripted", summary: "Acts out the replies of a JSON file instead of using a network",
        settings: [scriptFile]
    ) { (settings, context) throws(PluginError) in
        guard let path = settings[scriptFile] else {
            throw PluginError(setting: scriptFile.name, reason: "the scripted fetcher needs a script")
        }
        do {
            return ScriptedFetcher(try ScriptFile.read(context.file(path)), clock: context.clock)
        } catch {
            throw PluginError(setting: scriptFile.name, reason: "\(path) cannot be used: \(error)")
        }
    }

    static let scriptFile = Setting<String?>(
        "script", help: "A JSON file with the reply to each URL")
}
