import CSQLite

/// What SQLite's full-text search (FTS5) offers to programs beside SQL: sqlite.org/fts5.html, section 7.
enum FullTextInterface {
    /// The interface of a connection; `nil` if its SQLite has no FTS5.
    ///
    /// SQLite hands it out through a pointer that is bound to a statement.
    static func of(_ connection: OpaquePointer) -> UnsafeMutablePointer<fts5_api>? {
        var statement: OpaquePointer?
        guard sqlite3_prepare_v2(connection, "SELECT fts5(?1)", -1, &statement, nil) == SQLITE_OK else {
            return nil
        }
        defer { sqlite3_finalize(statement) }
        var api: UnsafeMutablePointer<fts5_api>?
        return withUnsafeMutablePointer(to: &api) { place in
            guard sqlite3_bind_pointer(statement, 1, place, "fts5_api_ptr", nil) == SQLITE_OK else {
                return nil
            }
            sqlite3_step(statement)
            return place.pointee
        }
    }

    /// Makes our functions known to a connection; false if its SQLite has no FTS5.
    static func addFunctions(to connection: OpaquePointer) -> Bool {
        guard let api = of(connection), let create = api.pointee.xCreateFunction else { return false }
        return FoldingTokenizer.add(to: api)
            && create(api, "weigh", nil, WordWeight.function, nil) == SQLITE_OK
            && create(api, "found", nil, FoundWords.function, nil) == SQLITE_OK
    }
}
