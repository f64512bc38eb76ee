import CarrelBasics
import Foundation

/// Reads whole files on a thread of its own, so that a slow disk holds up nothing else.
actor FileReader {
    /// What a reading gave.
    enum Reading: Sendable {
        /// The file is still the one that the entity tag names.
        case unchanged
        /// The content, with the tag of the file as it was when reading began.
        case content(Data, entityTag: String)
        /// The file, which is too large for memory, with its tag.
        case file(OpenCatalog, entityTag: String)
    }

    /// Why a file could not be read.
    enum Failure: Error {
        case system(Int32)
        case notRegular(isFolder: Bool)
        case tooLarge(Int64)
        case cancelled
    }

    private nonisolated let executor = BlockingExecutor(label: "carrel.source.file")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private let chunkSize = 1 << 20

    /// Reads a file of at most `limit` bytes, unless its tag is `entityTag`; one of more than `memory` bytes is only opened.
    func read(
        path: String, limit: Int64, memory: Int64, unless entityTag: String?
    ) throws(Failure) -> Reading {
        guard !Task.isCancelled else { throw .cancelled }
        // Without O_NONBLOCK, opening a named pipe would wait for a writer.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw .system(errno) }
        // Closes it.
        let file = OpenCatalog(descriptor)
        guard let status = file.status else { throw .system(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw .notRegular(isFolder: status.st_mode & S_IFMT == S_IFDIR)
        }
        // The tag is taken before the content: a change during the reading shows at the next one.
        let tag = OpenCatalog.entityTag(status)
        if tag == entityTag { return .unchanged }
        guard Int64(status.st_size) <= limit else { throw .tooLarge(Int64(status.st_size)) }
        guard Int64(status.st_size) <= memory else { return .file(file, entityTag: tag) }
        return .content(
            try content(of: descriptor, expected: Int(status.st_size), limit: limit), entityTag: tag)
    }

    private func content(of descriptor: Int32, expected: Int, limit: Int64) throws(Failure) -> Data {
        var data = Data()
        // One more byte than expected, so that the end of the file is seen without growing.
        data.reserveCapacity(expected + 1)
        var buffer = [UInt8](repeating: 0, count: min(chunkSize, expected + 1))
        while true {
            guard !Task.isCancelled else { throw .cancelled }
            let count = buffer.withUnsafeMutableBytes {
                Foundation.read(descriptor, $0.baseAddress, $0.count)
            }
            if count == 0 { return data }
            if count < 0 {
                if errno == EINTR { continue }
                throw .system(errno)
            }
            data.append(contentsOf: buffer[..<count])
            guard Int64(data.count) <= limit else { throw .tooLarge(Int64(data.count)) }
        }
    }
}
