/// The schema that the first release wrote.
extension Schema {
    /// The tables of the first release, which the migrations begin at.
    static let version1 = """
        CREATE TABLE catalog (
            id INTEGER PRIMARY KEY,
            location TEXT NOT NULL UNIQUE,
            title TEXT,
            fingerprint TEXT NOT NULL,
            entity_tag TEXT,
            last_modified TEXT,
            read_at INTEGER NOT NULL
        );
        CREATE TABLE collection (
            id INTEGER PRIMARY KEY,
            catalog INTEGER NOT NULL REFERENCES catalog,
            ident TEXT NOT NULL,
            section TEXT,
            section_ordinal INTEGER NOT NULL,
            ordinal INTEGER NOT NULL,
            title TEXT NOT NULL,
            details TEXT NOT NULL,
            listed INTEGER NOT NULL,
            UNIQUE (catalog, ident)
        );
        CREATE TABLE item (
            id INTEGER PRIMARY KEY,
            collection INTEGER NOT NULL REFERENCES collection,
            ident TEXT NOT NULL,
            ordinal INTEGER NOT NULL,
            title TEXT NOT NULL,
            url TEXT,
            expected_size INTEGER,
            duplicate_of TEXT,
            listed INTEGER NOT NULL,
            failure TEXT,
            update_available INTEGER NOT NULL DEFAULT 0,
            viewed_at INTEGER,
            UNIQUE (collection, ident)
        );
        CREATE TABLE document (
            item INTEGER PRIMARY KEY REFERENCES item,
            name TEXT NOT NULL UNIQUE,
            size INTEGER NOT NULL,
            sha256 TEXT NOT NULL,
            media_type TEXT,
            entity_tag TEXT,
            last_modified TEXT,
            url TEXT NOT NULL,
            stored_at INTEGER NOT NULL
        );
        CREATE TABLE attempt (
            id INTEGER PRIMARY KEY,
            item INTEGER NOT NULL REFERENCES item,
            at INTEGER NOT NULL,
            action TEXT NOT NULL,
            outcome TEXT NOT NULL,
            status INTEGER,
            bytes INTEGER NOT NULL,
            url TEXT NOT NULL,
            reason TEXT
        );
        CREATE INDEX attempt_item ON attempt (item, id);
        CREATE INDEX item_viewed ON item (viewed_at) WHERE viewed_at IS NOT NULL;
        CREATE TABLE publication (
            id INTEGER PRIMARY KEY,
            token TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            size INTEGER NOT NULL,
            sha256 TEXT NOT NULL,
            replaces_size INTEGER,
            replaces_sha256 TEXT
        );
        CREATE TABLE selection (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            catalog TEXT NOT NULL,
            collection TEXT NOT NULL
        );
        """
}
