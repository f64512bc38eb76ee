import CarrelOpening
import CarrelStages

/// Commands that read catalogues and write to the library, which they may have to wait for.
extension Workspace {
    /// Does something with catalogues while the library is open for writing; begins it if it is not there, and removes it
    /// again if it stays empty.
    ///
    /// Which catalogues these are is decided once nobody else writes: who did may have removed one, or have changed how it
    /// is read.
    ///
    /// - Parameters:
    ///   - access: how it is opened.
    ///   - choose: says which catalogues; called twice, because what is wrong with what was typed is said before anything
    ///     is begun or waited for.
    ///   - body: what to do, with a workspace whose library is held.
    /// - Throws: what `choose`, the body and opening the library throw.
    func holding<Value>(
        _ access: LibraryAccess, _ choose: (Workspace) async throws -> [CatalogChoice],
        _ body: ([CatalogChoice], Workspace) async throws -> Value
    ) async throws -> Value {
        let choices = try await choose(self)
        return try await NewLibrary(opener).keptIfUsed {
            // If none can be read, the body says why.
            guard choices.contains(where: { (try? opener.readableLocation(of: $0)) != nil }) else {
                return try await body(choices, self)
            }
            var holder = self
            holder.opener = try await opener.holding(access)
            return try await body(try await choose(holder), holder)
        }
    }
}
