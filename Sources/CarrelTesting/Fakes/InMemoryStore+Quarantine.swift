import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

extension InMemoryStore: Quarantine {
    /// Where a staged document's bytes are.
    enum Place {
        case staged(String)
        case document(String)
        case quarantine(String)

        init(_ token: String) {
            if let name = token.behind("document/") {
                self = .document(name)
            } else if let name = token.behind("quarantine/") {
                self = .quarantine(name)
            } else {
                self = .staged(token)
            }
        }
    }

    /// Stages a document of the quarantine.
    public func staged(quarantined name: String) throws(StoreError) -> StagedDocument {
        guard let bytes = state.value.quarantine[name] else {
            throw StoreError(.notFound, subject: name, reason: "there is no such document")
        }
        return StagedDocument(token: "quarantine/" + name, digest: Self.digest(bytes))
    }

    /// The names in the quarantine, in byte order.
    public func quarantinedNames() -> [String] {
        state.value.quarantine.keys.inByteOrder()
    }

    /// Documents in memory are not files.
    public func localFile(quarantined name: String) throws(StoreError) -> URL? {
        guard state.value.quarantine[name] != nil else {
            throw StoreError(.notFound, subject: name, reason: "there is no such document")
        }
        return nil
    }

    /// Removes documents from the quarantine for good.
    public func discard(quarantined names: [String]) {
        state.withLock { state in
            for name in names { state.quarantine[name] = nil }
        }
    }
}
