/// The profiles that come with Carrel.
public enum ShippedProfiles {
    /// Their texts by name.
    public static var all: [String: String] {
        [
            "default": text(PackageResources.default_toml),
            "offline": text(PackageResources.offline_toml),
            "slow-network": text(PackageResources.slow_network_toml),
            "urlsession": text(PackageResources.urlsession_toml),
            "notes": text(PackageResources.notes_toml),
            "timetable": text(PackageResources.timetable_toml),
            "charts": text(PackageResources.charts_toml),
            "places": text(PackageResources.places_toml),
            "feeds": text(PackageResources.feeds_toml),
            "books": text(PackageResources.books_toml),
            "moodle": text(PackageResources.moodle_toml),
            "sitemap": text(PackageResources.sitemap_toml),
            "metalink": text(PackageResources.metalink_toml),
            "opml": text(PackageResources.opml_toml),
            "folders": text(PackageResources.folders_toml),
            "url-list": text(PackageResources.url_list_toml),
            "repository": text(PackageResources.repository_toml),
            "bucket": text(PackageResources.bucket_toml),
            "webdav": text(PackageResources.webdav_toml),
            "canvas": text(PackageResources.canvas_toml),
            "gallery-dl": text(PackageResources.gallery_dl_toml),
            "yt-dlp": text(PackageResources.yt_dlp_toml),
        ]
    }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
