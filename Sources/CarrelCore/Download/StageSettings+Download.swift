import CarrelBasics
import CarrelModel
import CarrelStages

extension StageSettings {
    /// The options that the `download` and `store` tables set for the download stage.
    public static func downloadOptions(
        _ download: Settings, _ store: Settings, nameTemplate: NameTemplate
    ) -> DownloadOptions {
        var options = DownloadOptions(nameTemplate: nameTemplate)
        options.queueLimits.maxConcurrent = download[maxConcurrent]
        options.queueLimits.maxPerHost = download[maxPerHost]
        options.queueLimits.interval = download[requestRate].map { .seconds(1) / $0 } ?? .zero
        options.queueLimits.hostFailures = download[hostFailures]
        options.queueLimits.retries = download[retries]
        options.queueLimits.holdsHosts = download[hold] == "host"
        options.limits = fetchLimits(download)
        options.privateAddresses = download[privateAddresses]
        options.bytesPerSecond = download[rateLimit]?.bytesPerSecond
        options.maxTotal = download[maxTotal]?.bytes
        options.maxTime = download[maxRunTime]
        options.reserve = store[reserve].bytes
        options.hasPortableNames = store[portableNames]
        options.usesContentDisposition = store[contentDisposition]
        options.asksForDigests = download[digests]
        options.usesChecksumFiles = download[checksumFiles]
        return options
    }
}
