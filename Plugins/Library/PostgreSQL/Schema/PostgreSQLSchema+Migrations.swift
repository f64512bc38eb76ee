import CarrelPostgreSQL

/// The migrations, the oldest first.
extension PostgreSQLSchema {
    /// The first release: what SQLite's version 18 holds.
    ///
    /// What a reader did is kept for each user.
    static let version1 = [
        """
        CREATE TABLE version (
            single boolean PRIMARY KEY DEFAULT true CHECK (single),
            number bigint NOT NULL,
            identity bigint NOT NULL
        )
        """,
        "CREATE TABLE sequence (single boolean PRIMARY KEY DEFAULT true CHECK (single), number bigint NOT NULL)",
        "INSERT INTO sequence (number) VALUES (0)",
        """
        CREATE TABLE catalog (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            location text NOT NULL,
            location_key text COLLATE "C" NOT NULL UNIQUE,
            title text,
            fingerprint text NOT NULL,
            entity_tag text,
            last_modified text,
            read_at bigint NOT NULL,
            is_public boolean NOT NULL DEFAULT false,
            name text,
            schedule text,
            lists_latest_only boolean NOT NULL DEFAULT false,
            update_seconds bigint,
            changed bigint NOT NULL DEFAULT 0
        )
        """,
        """
        CREATE TABLE collection (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            catalog bigint NOT NULL REFERENCES catalog ON DELETE CASCADE,
            ident text NOT NULL,
            ident_key text COLLATE "C" NOT NULL,
            section text,
            section_ordinal bigint NOT NULL,
            ordinal bigint NOT NULL,
            title text NOT NULL,
            subtitle text,
            details text NOT NULL,
            further text,
            listed boolean NOT NULL,
            UNIQUE (catalog, ident_key)
        )
        """,
        """
        CREATE TABLE item (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            collection bigint NOT NULL REFERENCES collection ON DELETE CASCADE,
            ident text NOT NULL,
            ident_key text COLLATE "C" NOT NULL,
            ordinal bigint NOT NULL,
            title text NOT NULL,
            subtitle text,
            details text,
            url text,
            expected_size bigint,
            expected_digest text,
            duplicate_of text,
            duplicate_key text COLLATE "C",
            mirrors text,
            pieces text,
            listed boolean NOT NULL,
            failure text,
            update_available boolean NOT NULL DEFAULT false,
            is_told boolean NOT NULL DEFAULT false,
            changed bigint NOT NULL DEFAULT 0,
            UNIQUE (collection, ident_key)
        )
        """,
        "CREATE INDEX item_failed ON item (collection) WHERE failure IS NOT NULL",
        "CREATE INDEX item_unlisted ON item (collection) WHERE NOT listed",
        "CREATE INDEX item_changed ON item (changed) WHERE changed > 0",
        "CREATE INDEX item_url ON item USING hash (url)",
        """
        CREATE TABLE document (
            item bigint PRIMARY KEY REFERENCES item ON DELETE CASCADE,
            name text NOT NULL,
            name_key text COLLATE "C" NOT NULL,
            size bigint NOT NULL,
            sha256 text NOT NULL,
            media_type text,
            entity_tag text,
            last_modified text,
            url text NOT NULL,
            requested_url text,
            stored_at bigint NOT NULL,
            restored_over text,
            file_time bigint,
            edited_copy text,
            suggested_name text,
            imported_promise text,
            CONSTRAINT document_name UNIQUE (name_key)
        )
        """,
        """
        CREATE TABLE attempt (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            item bigint NOT NULL REFERENCES item ON DELETE CASCADE,
            at bigint NOT NULL,
            action text NOT NULL,
            outcome text NOT NULL,
            status bigint,
            bytes bigint NOT NULL,
            url text NOT NULL,
            reason text,
            detail text
        )
        """,
        "CREATE INDEX attempt_item ON attempt (item, id)",
        """
        CREATE TABLE publication (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            token text COLLATE "C" NOT NULL,
            area text NOT NULL,
            name text NOT NULL,
            size bigint NOT NULL,
            sha256 text NOT NULL,
            replaces_size bigint,
            replaces_sha256 text,
            succeeds text,
            keeps_replaced boolean NOT NULL,
            moves text
        )
        """,
        "CREATE INDEX publication_token ON publication (token)",
        """
        CREATE TABLE quarantine (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            item bigint REFERENCES item ON DELETE CASCADE,
            token text COLLATE "C" NOT NULL UNIQUE,
            name text NOT NULL,
            reason text NOT NULL,
            size bigint NOT NULL,
            sha256 text NOT NULL,
            media_type text,
            entity_tag text,
            last_modified text,
            url text NOT NULL,
            requested_url text,
            at bigint NOT NULL,
            is_whole boolean NOT NULL,
            was_stored boolean NOT NULL
        )
        """,
        "CREATE INDEX quarantine_item ON quarantine (item)",
        """
        CREATE TABLE discarded (
            item bigint PRIMARY KEY REFERENCES item ON DELETE CASCADE,
            reason text NOT NULL,
            sha256 text NOT NULL,
            entity_tag text,
            last_modified text,
            url text NOT NULL,
            requested_url text
        )
        """,
        """
        CREATE TABLE further (
            collection bigint PRIMARY KEY REFERENCES collection ON DELETE CASCADE,
            location text NOT NULL,
            fingerprint text NOT NULL,
            entity_tag text,
            last_modified text,
            read_at bigint NOT NULL,
            is_public boolean NOT NULL
        )
        """,
        """
        CREATE TABLE host (
            key text COLLATE "C" PRIMARY KEY,
            name text NOT NULL,
            held_until bigint NOT NULL,
            reason text NOT NULL
        )
        """,
        """
        CREATE TABLE known (
            id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
            location text NOT NULL,
            location_key text COLLATE "C" NOT NULL UNIQUE,
            name text NOT NULL,
            name_key text COLLATE "C" NOT NULL UNIQUE,
            profile text,
            settings text NOT NULL,
            added_at bigint NOT NULL
        )
        """,
        """
        CREATE TABLE visit (
            key text COLLATE "C" PRIMARY KEY,
            location text NOT NULL,
            at bigint NOT NULL,
            not_before bigint,
            failures bigint NOT NULL
        )
        """,
        """
        CREATE TABLE unchosen (
            catalog_key text COLLATE "C" NOT NULL,
            collection_key text COLLATE "C" NOT NULL,
            collection text NOT NULL,
            PRIMARY KEY (catalog_key, collection_key)
        )
        """,
        """
        CREATE TABLE ignored (
            catalog_key text COLLATE "C" NOT NULL,
            collection_key text COLLATE "C" NOT NULL,
            item_key text COLLATE "C" NOT NULL,
            catalog text NOT NULL,
            collection text NOT NULL,
            item text NOT NULL,
            PRIMARY KEY (catalog_key, collection_key, item_key)
        )
        """,
        "CREATE TABLE ignored_pattern (key text COLLATE \"C\" PRIMARY KEY, pattern text NOT NULL)",
        """
        CREATE TABLE reading (
            reader text COLLATE "C" NOT NULL,
            item bigint NOT NULL REFERENCES item ON DELETE CASCADE,
            viewed_at bigint,
            read_sha256 text,
            PRIMARY KEY (reader, item)
        )
        """,
        "CREATE INDEX reading_item ON reading (item)",
        "CREATE INDEX reading_viewed ON reading (reader, viewed_at) WHERE viewed_at IS NOT NULL",
        """
        CREATE TABLE selection (
            reader text COLLATE "C" PRIMARY KEY,
            catalog text NOT NULL,
            collection text NOT NULL
        )
        """,
        """
        CREATE TABLE printed (
            reader text COLLATE "C" NOT NULL,
            terminal text COLLATE "C" NOT NULL,
            number bigint NOT NULL,
            catalog text NOT NULL,
            collection text NOT NULL,
            item text NOT NULL,
            at bigint NOT NULL,
            PRIMARY KEY (reader, terminal, number)
        )
        """,
    ]

    /// Jobs that several machines share; a publication belongs to the worker that does it.
    static let version2 = QueueTables.making + ["ALTER TABLE publication ADD COLUMN worker bigint"]

    /// What tells names that cannot stand beside each other, so that a new name is not compared with all others.
    ///
    /// Documents of before, or of a worker of a former version, get theirs when somebody asks for them.
    static let version3 = [
        "ALTER TABLE document ADD COLUMN collision_key text COLLATE \"C\"",
        "CREATE INDEX document_collision ON document (left(collision_key, 512))",
    ]

    /// Whether what was read for a collection lists only what came last; each is read once more to know that.
    static let version4 = [
        "ALTER TABLE further ADD COLUMN lists_latest_only boolean NOT NULL DEFAULT false",
        "UPDATE further SET entity_tag = NULL, last_modified = NULL",
    ]

    /// Which parser read a catalogue, so that a web page in its place is noticed; of those of before nobody knows.
    ///
    /// And against which promise a document was taken.
    static let version5 = [
        "ALTER TABLE catalog ADD COLUMN parser text", "ALTER TABLE further ADD COLUMN parser text",
        "ALTER TABLE document ADD COLUMN accepted_promise text",
    ]

    /// As what the catalogue listed the version that each document is of, and when its server was asked (`ListedVersion`).
    static let version6 = ["ALTER TABLE document ADD COLUMN listed_version text"]

    /// How often a host has paused for its failures: whoever leases it next goes on from there, with what was not tried.
    static let version7 = [
        "ALTER TABLE queue_host ADD COLUMN pauses bigint NOT NULL DEFAULT 0",
        "DROP INDEX queue_job_host",
        "CREATE INDEX queue_job_host ON queue_job (host, lane, due, id) WHERE lease IS NULL",
    ]

    /// When hosts said last that they want to wait, or answered: an older word that comes later does not count.
    static let version8 = [
        "ALTER TABLE queue_host ADD COLUMN said timestamptz NOT NULL DEFAULT '-infinity'",
        "ALTER TABLE host ADD COLUMN said_at bigint NOT NULL DEFAULT -9223372036854775808",
    ]
}
