import CarrelStages

extension KeptPlace {
    /// Checks that a store could have given the place, so that it leads nowhere else.
    ///
    /// - Throws: `StoreError` with `.invalidName`.
    package func check() throws(StoreError) {
        switch self {
        case .document(let name): try LibraryFolder.check(name: name)
        case .version(let document, let name):
            try LibraryFolder.check(name: document)
            guard VersionName(name, of: document) != nil else {
                throw StoreError(
                    .invalidName, subject: String(name.prefix(100)), reason: "not a version's name")
            }
        case .quarantined(let name): try OwnName.check(aside: name)
        }
    }
}

extension DocumentVersion {
    /// Where it is.
    package var place: KeptPlace { .version(of: document, name) }
}
