import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Collects the content of a document: in memory up to a size, and in a file without a name beyond it.
///
/// Used by one thread at a time; it may block.
struct CatalogSpool {
    private let memory: Int64
    /// A folder of the file system that holds larger documents.
    private let folder = FileManager.default.temporaryDirectory.path
    private let location: String
    private var data = Data()
    private var file: UnnamedFile?
    /// The number of bytes that came.
    private(set) var size: Int64 = 0

    /// - Parameters:
    ///   - memory: the most bytes that are held in memory.
    ///   - location: the catalogue's name in errors.
    init(memory: Int64, of location: String) { (self.memory, self.location) = (memory, location) }

    /// Adds the next bytes.
    ///
    /// - Throws: `SourceError` if the file cannot be written.
    mutating func append(_ bytes: Data) throws(SourceError) {
        guard file != nil || size + Int64(bytes.count) > memory else {
            data.append(bytes)
            size += Int64(bytes.count)
            return
        }
        do throws(UnnamedFile.Failure) {
            let file = try openFile()
            try file.write([UInt8](bytes), at: size)
            size += Int64(bytes.count)
        } catch {
            throw SourceError(
                .unreadable, subject: location,
                reason: "it could not be kept in \(folder): \(String(cString: strerror(error.code)))",
                remedy: "Make room there, or set TMPDIR to a folder of another disk")
        }
    }

    private mutating func openFile() throws(UnnamedFile.Failure) -> UnnamedFile {
        if let file { return file }
        let new = try UnnamedFile(in: folder)
        try new.write([UInt8](data), at: 0)
        data = Data()
        file = new
        return new
    }

    /// Puts what came into a document.
    func fill(_ document: inout CatalogDocument) throws(SourceError) {
        guard let file else {
            (document.data, document.content) = (data, nil)
            return
        }
        let content = CatalogContent(size: size) { [location] range in
            do throws(UnnamedFile.Failure) {
                return Data(try file.read(range))
            } catch {
                throw SourceError(
                    .unreadable, subject: location,
                    reason: "what was kept of it could not be read: \(String(cString: strerror(error.code)))")
            }
        }
        document.content = content
        document.data = try document.piece(at: 0)
    }
}
