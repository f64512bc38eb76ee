import CarrelBasics
import CarrelHTTP
import CarrelModel
import Foundation

extension Source {
    /// Reads the catalogue, all of it into memory.
    ///
    /// - Parameter validators: those of the last reading; `nil` to read in any case.
    /// - Returns: the documents, or `.unchanged`.
    public func readWhole(after validators: Validators?) async throws(SourceError) -> SourceReading {
        let reading = try await read(after: validators)
        guard case .documents(let documents) = reading else { return reading }
        return .documents(try await documents.inMemory())
    }
}

extension [CatalogDocument] {
    /// The documents with all of their content in memory.
    ///
    /// - Throws: `SourceError` if it cannot be read.
    public func inMemory() async throws(SourceError) -> [CatalogDocument] {
        guard contains(where: { $0.content != nil }) else { return self }
        return try await DocumentReader().inMemory(self)
    }
}

extension CatalogDocument {
    /// The next piece of the content.
    ///
    /// May block.
    ///
    /// - Parameter offset: the number of bytes before it.
    /// - Returns: the piece; empty at the end.
    /// - Throws: `SourceError` if it cannot be read.
    public func piece(at offset: Int64) throws(SourceError) -> Data {
        guard let content else { return offset == 0 ? data : Data() }
        do {
            return try content.piece(at: offset)
        } catch let error as SourceError {
            throw error
        } catch {
            throw SourceError(.unreadable, subject: location, reason: "\(error)")
        }
    }
}

/// Reads documents on a thread that may block.
private actor DocumentReader {
    private nonisolated let executor = BlockingExecutor(label: "carrel.source.content")
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    func inMemory(_ documents: [CatalogDocument]) throws(SourceError) -> [CatalogDocument] {
        var whole = documents
        for (index, document) in documents.enumerated() {
            guard let content = document.content else { continue }
            var data = Data(capacity: Int(clamping: content.size))
            while Int64(data.count) < content.size {
                if Task.isCancelled {
                    throw SourceError(
                        .cancelled, subject: document.location, reason: "reading was cancelled")
                }
                data.append(try document.piece(at: Int64(data.count)))
            }
            (whole[index].data, whole[index].content) = (data, nil)
        }
        return whole
    }
}
