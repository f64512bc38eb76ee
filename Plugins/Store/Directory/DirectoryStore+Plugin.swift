import CarrelStages
import CarrelStaging

extension DirectoryStore {
    /// Where the library is.
    public static let path = Setting<String>(
        "path", default: "~/Carrel", constraint: .folder,
        power: ProfilePower.writeFolder, help: "The folder of the library")
    /// Whether documents are flushed to the disk.
    public static let durable = Setting<Bool>(
        "durable", default: true,
        help:
            "Whether to flush documents to the disk before they get their name; if not, a power failure may lose documents"
    )
    /// How many earlier versions are kept.
    public static let versions = VersionName.setting

    /// How config files name it.
    public static let plugin = Plugin<any Store>(
        "directory", summary: "Keeps documents under readable names in a folder",
        settings: [path, durable, versions]
    ) { settings, context in
        DirectoryStore(
            root: context.file(settings[path]), isDurable: settings[durable],
            versionsKept: settings[versions],
            disk: context.disk)
    }
}
