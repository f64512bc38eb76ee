import CarrelBasics
import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation

/// Reads a catalogue from a file.
///
/// Size, modification time and inode make an entity tag, so that an unchanged file is not read again.
public struct FileSource: Source {
    /// The file's URL.
    public let location: String

    private let url: URL
    private let maxSize: Int64
    private let maxMemory: Int64
    private let mediaType: MediaType?
    private let reader = FileReader()

    /// Makes a source of a file.
    ///
    /// - Parameters:
    ///   - file: the file, an absolute file URL.
    ///   - maxSize: the largest file that is read, in bytes.
    ///   - maxMemory: the largest file that is held in memory, in bytes.
    ///   - mediaType: what the content is, if that is known.
    public init(
        file: URL, maxSize: Int64 = 256 << 20, maxMemory: Int64 = 32 << 20, mediaType: MediaType? = nil
    ) {
        self.url = file.absoluteURL
        self.location = file.absoluteString
        (self.maxSize, self.maxMemory) = (maxSize, maxMemory)
        self.mediaType = mediaType
    }

    /// Reads the file.
    ///
    /// See `Source`.
    public func read(after validators: Validators?) async throws(SourceError) -> SourceReading {
        let reading: FileReader.Reading
        do {
            reading = try await reader.read(
                path: url.path, limit: maxSize, memory: maxMemory, unless: validators?.entityTag)
        } catch {
            throw sourceError(error)
        }
        switch reading {
        case .unchanged: return .unchanged()
        case .content(let data, let entityTag):
            return .documents([try await document(data, entityTag: entityTag)])
        case .file(let file, let entityTag):
            let size = Int64(file.status?.st_size ?? 0)
            let content = file.content(of: location, size: size, unlessChangedFrom: entityTag)
            return .documents([try await document(Data(), content, entityTag: entityTag)])
        }
    }

    private func document(
        _ data: Data, _ content: CatalogContent? = nil, entityTag: String
    ) async throws(SourceError) -> CatalogDocument {
        var document = CatalogDocument(
            data: data, mediaType: mediaType, url: url, validators: Validators(entityTag: entityTag))
        document.content = content
        if content != nil { document.data = try document.piece(at: 0) }
        return try await document.unpacked(limit: maxSize, memory: maxMemory, of: location)
    }

    private func sourceError(_ error: FileReader.Failure) -> SourceError {
        switch error {
        case .cancelled: .cancelled(location)
        case .tooLarge(let size):
            .tooLarge(location, limit: maxSize, found: "the file has \(ByteCount(size))")
        case .notRegular(let isFolder):
            SourceError(
                .unreadable, subject: location,
                reason: isFolder ? "it is a folder, not a file" : "it is not an ordinary file",
                remedy: "Change \(setting: "path") to that of the file that holds the catalogue")
        case .system(let code) where code == ENOENT || code == ENOTDIR:
            SourceError(
                .notFound, subject: location, reason: "there is no such file",
                remedy: "Check \(setting: "path"); relative paths start at the working directory")
        case .system(let code):
            SourceError(
                .unreadable, subject: location,
                reason: "it could not be read: \(String(cString: strerror(code)))",
                remedy: code == EACCES || code == EPERM ? "Give yourself read permission on it" : nil)
        }
    }
}

extension FileSource {
    /// The registration of `file`.
    public static let plugin = Plugin<any Source>(
        "file", summary: "Reads the catalogue from a file",
        settings: [
            CatalogSettings.path, CatalogSettings.maxSize, CatalogSettings.maxMemory,
            CatalogSettings.mediaType,
        ], place: .path
    ) { settings, context throws(PluginError) in
        guard let path = settings[CatalogSettings.path], !path.isEmpty else {
            throw PluginError(setting: "path", reason: "the source file needs the path of a catalogue")
        }
        return FileSource(
            file: context.file(path), maxSize: settings[CatalogSettings.maxSize].bytes,
            maxMemory: settings[CatalogSettings.maxMemory].bytes,
            mediaType: settings[CatalogSettings.mediaType].flatMap(MediaType.init))
    }
}
