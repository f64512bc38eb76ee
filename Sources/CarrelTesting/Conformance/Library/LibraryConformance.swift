/// What every library promises: the comments of `Ledger`, `Listings`, `KnownCatalogs`, `ReaderState` and `LibraryKeeper` as checks.
///
///     @Test(arguments: LibraryConformance.checks)
///     func `my library keeps the promises`(check: ConformanceCheck<LibraryTestbed>) async throws {
///         let folder = try TemporaryFolder()
///         try await check.run { LibraryTestbed { MyKeeper(root: folder.url) } }
///     }
public enum LibraryConformance {
    typealias Check = ConformanceCheck<LibraryTestbed>

    /// Every check.
    public static let checks: [ConformanceCheck<LibraryTestbed>] =
        ledger + shared + listings + inParts + knownCatalogs + readerState + news + lists + less + keeping

    /// What `Ledger` promises.
    public static let ledger: [ConformanceCheck<LibraryTestbed>] =
        documents + names + transactions + attempts + quarantine + changeFeed

    /// What `Listings` promises.
    public static let listings: [ConformanceCheck<LibraryTestbed>] = catalogs + further + forgetting
}
