extension Schema {
    /// All tables as the migrations leave them, for a database that has none: to make and change them one after the other
    /// takes longer than most commands do.
    static let tables = """
        CREATE TABLE catalog (
            id INTEGER PRIMARY KEY,
            location TEXT NOT NULL UNIQUE,
            title TEXT,
            fingerprint TEXT NOT NULL,
            entity_tag TEXT,
            last_modified TEXT,
            read_at INTEGER NOT NULL,
            is_public INTEGER NOT NULL DEFAULT 0,
            name TEXT,
            schedule TEXT,
            changed INTEGER NOT NULL DEFAULT 0,
            lists_latest_only INTEGER NOT NULL DEFAULT 0,
            interval INTEGER,
            parser TEXT
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
            subtitle TEXT,
            further TEXT,
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
            expected_digest TEXT,
            subtitle TEXT,
            details TEXT,
            changed INTEGER NOT NULL DEFAULT 0,
            read_sha256 TEXT,
            is_told INTEGER NOT NULL DEFAULT 0,
            mirrors TEXT,
            pieces TEXT,
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
            stored_at INTEGER NOT NULL,
            requested_url TEXT,
            restored_over TEXT,
            file_time INTEGER,
            edited_copy TEXT,
            suggested_name TEXT,
            imported_promise TEXT,
            collision_key TEXT,
            accepted_promise TEXT,
            listed_version TEXT
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
            reason TEXT,
            detail TEXT
        );
        CREATE INDEX attempt_item ON attempt (item, id);
        CREATE INDEX item_viewed ON item (viewed_at) WHERE viewed_at IS NOT NULL;
        CREATE TABLE selection (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            catalog TEXT NOT NULL,
            collection TEXT NOT NULL
        );
        CREATE TABLE host (
            name TEXT PRIMARY KEY,
            held_until INTEGER NOT NULL,
            reason TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE publication (
            id INTEGER PRIMARY KEY,
            token TEXT NOT NULL,
            name TEXT NOT NULL,
            size INTEGER NOT NULL,
            sha256 TEXT NOT NULL,
            replaces_size INTEGER,
            replaces_sha256 TEXT,
            area TEXT NOT NULL DEFAULT 'documents',
            succeeds TEXT,
            keeps_replaced INTEGER NOT NULL DEFAULT 0,
            moves TEXT
        );
        CREATE INDEX item_failed ON item (collection) WHERE failure IS NOT NULL;
        CREATE TABLE further (
            collection INTEGER PRIMARY KEY REFERENCES collection,
            location TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            entity_tag TEXT,
            last_modified TEXT,
            read_at INTEGER NOT NULL,
            is_public INTEGER NOT NULL,
            lists_latest_only INTEGER NOT NULL DEFAULT 0,
            parser TEXT
        );
        CREATE TABLE unchosen (
            catalog TEXT NOT NULL,
            collection TEXT NOT NULL,
            PRIMARY KEY (catalog, collection)
        ) WITHOUT ROWID;
        CREATE TABLE quarantine (
            id INTEGER PRIMARY KEY,
            item INTEGER REFERENCES item,
            token TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL,
            reason TEXT NOT NULL,
            size INTEGER NOT NULL,
            sha256 TEXT NOT NULL,
            media_type TEXT,
            entity_tag TEXT,
            last_modified TEXT,
            url TEXT NOT NULL,
            at INTEGER NOT NULL,
            is_whole INTEGER NOT NULL DEFAULT 1,
            was_stored INTEGER NOT NULL DEFAULT 0,
            requested_url TEXT
        );
        CREATE INDEX quarantine_item ON quarantine (item);
        CREATE TABLE sequence (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            number INTEGER NOT NULL
        );
        INSERT INTO sequence VALUES (1, 0);
        CREATE INDEX item_changed ON item (changed) WHERE changed > 0;
        CREATE TABLE known (
            id INTEGER PRIMARY KEY,
            location TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL UNIQUE,
            profile TEXT,
            settings TEXT NOT NULL,
            added_at INTEGER NOT NULL
        );
        CREATE TABLE printed (
            terminal TEXT NOT NULL,
            number INTEGER NOT NULL,
            catalog TEXT NOT NULL,
            collection TEXT NOT NULL,
            item TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (terminal, number)
        ) WITHOUT ROWID;
        CREATE TABLE ignored (
            catalog TEXT NOT NULL,
            collection TEXT NOT NULL,
            item TEXT NOT NULL,
            PRIMARY KEY (catalog, collection, item)
        ) WITHOUT ROWID;
        CREATE TABLE ignored_pattern (pattern TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TABLE discarded (
            item INTEGER PRIMARY KEY REFERENCES item,
            reason TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            entity_tag TEXT,
            last_modified TEXT,
            url TEXT NOT NULL,
            requested_url TEXT
        );
        CREATE TABLE visit (
            location TEXT PRIMARY KEY,
            at INTEGER NOT NULL,
            not_before INTEGER,
            failures INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX document_collision ON document (collision_key);
        """
}
