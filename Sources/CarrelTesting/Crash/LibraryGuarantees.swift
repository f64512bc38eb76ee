import CarrelCore
import CarrelModel
import CarrelStages
import Foundation

/// What must hold of a library on disk, whatever happened to the process that wrote to it.
public enum LibraryGuarantees {
    /// Checks that every name is a whole document, and that everything recorded as stored is there.
    ///
    /// - Parameters:
    ///   - pipeline: a fresh pipeline over the library, recovered.
    ///   - versions: what each document may hold: every version that a server ever had.
    /// - Throws: `ConformanceFailure` with what does not hold, or an error of the library.
    public static func check(_ pipeline: Pipeline, versions: [String: [Data]]) async throws {
        var recorded = Set<String>()
        for location in try await pipeline.library.locations() {
            for (key, memory) in try await pipeline.library.memory(of: location).items {
                guard let document = memory.document else { continue }
                recorded.insert(document.name)
                let found = try await pipeline.store.digest(ofDocumentNamed: document.name)
                let expected = ContentDigest(size: document.size, sha256: document.sha256)
                guard found == expected else {
                    throw ConformanceFailure(
                        description:
                            "\(key.item) is recorded as \(expected), \(document.name) holds \(String(describing: found))"
                    )
                }
            }
        }
        for name in try await pipeline.store.names() {
            let content = try await pipeline.store.withFile(named: name) { try Data(contentsOf: $0) }.get()
            guard versions[name]?.contains(content) == true else {
                throw ConformanceFailure(
                    description: "\(name) is not a whole document: \(content.count) bytes")
            }
            guard recorded.contains(name) else {
                throw ConformanceFailure(description: "\(name) is there, and the library does not know it")
            }
        }
        let pending = try await pipeline.library.pendingPublications()
        guard pending.isEmpty else {
            throw ConformanceFailure(description: "\(pending.count) publications are still pending")
        }
    }
}
