/// The table `[map]`: where a page takes the tiles of its maps from.
///
///     [map]
///     tiles = "https://tile.openstreetmap.org/{z}/{x}/{y}.png"
///     attribution = "© OpenStreetMap contributors"
public enum MapSettings {
    /// The table.
    public static let table = FurtherTable(
        name: "map", settings: [tiles, attribution, attributionAddress, maximumZoom])
    /// The address of a tile.
    public static let tiles = Setting<TileAddress?>(
        "tiles",
        help: "Where the page takes the tiles of maps from; without it, theatres stand on a plain plan")
    /// Whom the tiles come from.
    public static let attribution = Setting<String?>(
        "attribution", help: "Whom the tiles come from, as their server asks to be named")
    /// Where more is said of that.
    public static let attributionAddress = Setting<String?>(
        "attribution-url", constraint: isWebAddress, help: "What the attribution links to")
    /// How near one can go.
    public static let maximumZoom = Setting(
        "max-zoom", default: 19, constraint: .within(1...24), help: "The largest zoom that has tiles")

    private static let isWebAddress = SettingConstraint<String?>("an http or https URL") {
        $0.map { $0.isWebAddress } ?? true
    }
}

/// A server of map tiles, as a profile names it.
public struct MapTiles: Sendable, Hashable {
    /// The address of a tile.
    public let address: TileAddress
    /// Whom the tiles come from; `nil` if the profile does not say.
    public let attribution: String?
    /// What the attribution links to, an http or https URL; `nil` for nothing.
    public let attributionAddress: String?
    /// The largest zoom that has tiles, 1 to 24.
    public let maximumZoom: Int

    /// Takes the table `[map]`; `nil` if it names no server.
    public init?(_ settings: Settings) {
        guard let address = settings[MapSettings.tiles] else { return nil }
        self.address = address
        attribution = settings[MapSettings.attribution]
        attributionAddress = settings[MapSettings.attributionAddress]
        maximumZoom = settings[MapSettings.maximumZoom]
    }
}
