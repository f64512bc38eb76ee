import CarrelCore

extension InMemoryStore {
    /// Puts a staged document into the quarantine.
    public func quarantine(_ document: StagedDocument, as name: String) -> String {
        state.withLock { state in
            Self.setAside(state.staged.removeValue(forKey: document.token) ?? [], as: name, in: &state)
        }
    }

    /// Takes a document out of its name and puts it into the quarantine.
    public func quarantine(documentNamed name: String) -> String? {
        state.withLock { state in
            state.documents.removeValue(forKey: name).map { Self.setAside($0, as: name, in: &state) }
        }
    }

    private static func setAside(_ bytes: [UInt8], as name: String, in state: inout State) -> String {
        let aside = "\(state.nextToken)-\(name)"
        state.nextToken += 1
        state.quarantine[aside] = bytes
        return aside
    }

    /// Takes a document out of the quarantine and stages it.
    public func release(quarantined name: String) throws(StoreError) -> StagedDocument {
        let staged = state.withLock { state in
            state.quarantine.removeValue(forKey: name).map { Self.stage($0, in: &state) }
        }
        guard let staged else {
            throw StoreError(.notFound, subject: name, reason: "there is no such document")
        }
        return staged
    }

    /// Removes documents from the quarantine for good.
    public func discard(quarantined names: [String]) {
        state.withLock { state in
            for name in names { state.quarantine[name] = nil }
        }
    }

    /// How much room a test says there is.
    public func freeSpace() -> Int64? { state.value.freeSpace }
}
