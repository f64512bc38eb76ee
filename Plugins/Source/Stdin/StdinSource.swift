import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Reads a catalogue from standard input, once.
public struct StdinSource: Source {
    /// What the catalogue is called: `CatalogPlace.anonymousInput` unless the settings name where it came from.
    public let location: String

    private let base: URL
    private let maxSize: Int
    private let mediaType: MediaType?
    private let input: @Sendable (Int) async throws -> Data
    private let isSpent = Locked(false)

    /// Makes a source of standard input.
    ///
    /// - Parameters:
    ///   - location: the URL that names the catalogue; relative references start at it, and it says whether others may
    ///     have written the catalogue.
    ///   - maxSize: the most that is read, in bytes.
    ///   - mediaType: what the content is, if that is known.
    ///   - input: reads standard input to its end, up to a number of bytes.
    public init(
        location: URL, maxSize: Int, mediaType: MediaType?,
        input: @escaping @Sendable (Int) async throws -> Data
    ) {
        self.location = location.absoluteString
        self.base = location
        self.maxSize = maxSize
        self.mediaType = mediaType
        self.input = input
    }

    /// Reads standard input to its end.
    ///
    /// See `Source`.
    public func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
        guard !Task.isCancelled else { throw .cancelled(location) }
        let isFirst = isSpent.withLock { spent in
            defer { spent = true }
            return !spent
        }
        guard isFirst else {
            throw SourceError(
                .exhausted, subject: location, reason: "standard input was already read",
                remedy: "Save the catalogue to a file and use the source file")
        }
        let (input, maxSize) = (input, maxSize)
        // It blocks until somebody writes: whoever is cancelled leaves it behind.
        let result = await SingleFlight<String, Result<Data, any Error>>().run(location) {
            await Result(of: { try await input(maxSize) })
        }
        guard let result else { throw .cancelled(location) }
        let data: Data
        do {
            data = try result.get()
        } catch InputFile.Failure.tooLarge {
            throw .tooLarge(
                location, limit: Int64(maxSize), found: "more than \(ByteCount(Int64(maxSize))) came")
        } catch {
            throw SourceError(
                .unreadable, subject: location, reason: "standard input could not be read: \(error)",
                remedy: "Pipe the catalogue into carrel, or redirect a file: carrel … < FILE")
        }
        var document = CatalogDocument(
            data: data, mediaType: mediaType, url: base, isPublic: base.mayBePublic)
        document.isAnonymous = location == CatalogPlace.anonymousInput
        return .documents([try await document.unpacked(limit: Int64(maxSize), of: location)])
    }
}

extension StdinSource {
    static let locationSetting = Setting<String>(
        "location", default: CatalogPlace.anonymousInput, constraint: CatalogSettings.isLocation,
        help:
            "The URL that the catalogue came from, or stdin:NAME: it names the catalogue and is the base of its links. Without it, any list may come, and nothing is called orphaned"
    )

    /// The registration of `stdin`.
    public static let plugin = Plugin<any Source>(
        "stdin", summary: "Reads the catalogue from standard input",
        settings: [locationSetting, CatalogSettings.maxSize, CatalogSettings.mediaType], place: .standardInput
    ) { settings, context throws(PluginError) in
        let text = settings[locationSetting]
        guard let location = URL(string: text) else {
            throw PluginError(setting: locationSetting.name, reason: "\(text) is not a URL")
        }
        return StdinSource(
            location: location, maxSize: Int(clamping: settings[CatalogSettings.maxSize].bytes),
            mediaType: settings[CatalogSettings.mediaType].flatMap(MediaType.init),
            input: context.standardInput)
    }
}
