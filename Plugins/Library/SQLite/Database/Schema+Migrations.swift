/// The migrations since the first release, the oldest first.
extension Schema {
    /// What a download stage that judges what it gets must remember.
    ///
    /// Promised digests, how a try went, what hosts asked for, what was set aside. Publications lose an index
    /// that nothing looked up.
    static let version2 = """
        ALTER TABLE catalog ADD COLUMN is_public INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE item ADD COLUMN expected_digest TEXT;
        ALTER TABLE attempt ADD COLUMN detail TEXT;
        CREATE TABLE host (
            name TEXT PRIMARY KEY,
            held_until INTEGER NOT NULL,
            reason TEXT NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE quarantine (
            id INTEGER PRIMARY KEY,
            item INTEGER NOT NULL UNIQUE REFERENCES item,
            token TEXT NOT NULL,
            name TEXT NOT NULL,
            reason TEXT NOT NULL,
            size INTEGER NOT NULL,
            sha256 TEXT NOT NULL,
            media_type TEXT,
            entity_tag TEXT,
            last_modified TEXT,
            url TEXT NOT NULL,
            at INTEGER NOT NULL
        );
        ALTER TABLE publication RENAME TO old_publication;
        CREATE TABLE publication (
            id INTEGER PRIMARY KEY,
            token TEXT NOT NULL,
            name TEXT NOT NULL,
            size INTEGER NOT NULL,
            sha256 TEXT NOT NULL,
            replaces_size INTEGER,
            replaces_sha256 TEXT
        );
        INSERT INTO publication SELECT * FROM old_publication;
        DROP TABLE old_publication;
        """

    /// The few items that failed are found without a look at all the others.
    static let version3 = """
        CREATE INDEX item_failed ON item (collection) WHERE failure IS NOT NULL;
        """

    /// What was set aside because it grew too large is the beginning of a document only.
    static let version4 = """
        ALTER TABLE quarantine ADD COLUMN is_whole INTEGER NOT NULL DEFAULT 1;
        """

    /// Timetables, pictures and places: what is shown beside a title, when collections meet, which of them are
    /// wanted, and the catalogues that were read for one collection alone.
    static let version5 = """
        ALTER TABLE catalog ADD COLUMN name TEXT;
        ALTER TABLE catalog ADD COLUMN schedule TEXT;
        ALTER TABLE collection ADD COLUMN subtitle TEXT;
        ALTER TABLE collection ADD COLUMN further TEXT;
        ALTER TABLE item ADD COLUMN subtitle TEXT;
        ALTER TABLE item ADD COLUMN details TEXT;
        CREATE TABLE further (
            collection INTEGER PRIMARY KEY REFERENCES collection,
            location TEXT NOT NULL,
            fingerprint TEXT NOT NULL,
            entity_tag TEXT,
            last_modified TEXT,
            read_at INTEGER NOT NULL,
            is_public INTEGER NOT NULL
        );
        CREATE TABLE unchosen (
            catalog TEXT NOT NULL,
            collection TEXT NOT NULL,
            PRIMARY KEY (catalog, collection)
        ) WITHOUT ROWID;
        """

    /// Validators compare versions of what one URL delivers, so that the URL belongs to them; what was set aside may
    /// have been a stored document.
    static let version6 = """
        ALTER TABLE quarantine ADD COLUMN was_stored INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE document ADD COLUMN requested_url TEXT;
        ALTER TABLE quarantine ADD COLUMN requested_url TEXT;
        """

    /// Several documents can be set aside for one item, and a file can be in the quarantine that came for none that is
    /// known; what is about to be set aside is pending like what is about to be stored.
    static let version7 = """
        ALTER TABLE quarantine RENAME TO old_quarantine;
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
        INSERT OR IGNORE INTO quarantine
            SELECT id, item, token, name, reason, size, sha256, media_type, entity_tag, last_modified, url, at,
                is_whole, was_stored, requested_url FROM old_quarantine;
        DROP TABLE old_quarantine;
        CREATE INDEX quarantine_item ON quarantine (item);
        ALTER TABLE publication ADD COLUMN area TEXT NOT NULL DEFAULT 'documents';
        """

    /// What changed last, item by item and catalogue by catalogue, so that anybody can ask what has changed since.
    static let version8 = """
        CREATE TABLE sequence (
            only INTEGER PRIMARY KEY CHECK (only = 1),
            number INTEGER NOT NULL
        );
        INSERT INTO sequence VALUES (1, 0);
        ALTER TABLE catalog ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE item ADD COLUMN changed INTEGER NOT NULL DEFAULT 0;
        CREATE INDEX item_changed ON item (changed) WHERE changed > 0;
        """

    /// The catalogues that the library keeps up to date, and how each is read.
    static let version9 = """
        CREATE TABLE known (
            id INTEGER PRIMARY KEY,
            location TEXT NOT NULL UNIQUE,
            name TEXT NOT NULL UNIQUE,
            profile TEXT,
            settings TEXT NOT NULL,
            added_at INTEGER NOT NULL
        );
        """

    /// Which version of a document somebody has looked at last; whatever is stored by now counts as looked at.
    static let version10 = """
        ALTER TABLE item ADD COLUMN read_sha256 TEXT;
        UPDATE item SET read_sha256 = (SELECT sha256 FROM document WHERE document.item = item.id)
            WHERE id IN (SELECT item FROM document);
        """

    /// The list that each terminal printed last, so that its numbers can be used.
    static let version11 = """
        CREATE TABLE printed (
            terminal TEXT NOT NULL,
            number INTEGER NOT NULL,
            catalog TEXT NOT NULL,
            collection TEXT NOT NULL,
            item TEXT NOT NULL,
            at INTEGER NOT NULL,
            PRIMARY KEY (terminal, number)
        ) WITHOUT ROWID;
        """

    /// What is to be left alone, what was told once, and what somebody threw away: the server may go on sending it.
    static let version12 = """
        CREATE TABLE ignored (
            catalog TEXT NOT NULL,
            collection TEXT NOT NULL,
            item TEXT NOT NULL,
            PRIMARY KEY (catalog, collection, item)
        ) WITHOUT ROWID;
        CREATE TABLE ignored_pattern (pattern TEXT PRIMARY KEY) WITHOUT ROWID;
        ALTER TABLE item ADD COLUMN is_told INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE discarded (
            item INTEGER PRIMARY KEY REFERENCES item,
            reason TEXT NOT NULL,
            sha256 TEXT NOT NULL,
            entity_tag TEXT,
            last_modified TEXT,
            url TEXT NOT NULL,
            requested_url TEXT
        );
        """

    /// What the server had when an earlier version was restored over it.
    static let version13 = "ALTER TABLE document ADD COLUMN restored_over TEXT;"

    /// When each catalogue was asked for last: what a schedule goes by.
    static let version14 = """
        CREATE TABLE visit (
            location TEXT PRIMARY KEY,
            at INTEGER NOT NULL,
            not_before INTEGER,
            failures INTEGER NOT NULL
        ) WITHOUT ROWID;
        """

    /// When each document was written, which tells an edit from damage, and what its server called it; publications
    /// beside edited documents, and of documents that get another name.
    static let version15 = """
        ALTER TABLE document ADD COLUMN file_time INTEGER;
        ALTER TABLE document ADD COLUMN edited_copy TEXT;
        ALTER TABLE document ADD COLUMN suggested_name TEXT;
        ALTER TABLE publication ADD COLUMN succeeds TEXT;
        ALTER TABLE publication ADD COLUMN keeps_replaced INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE publication ADD COLUMN moves TEXT;
        """

    /// What a catalogue says of itself: whether it lists only what came last, and how often it changes, in seconds.
    static let version16 = """
        ALTER TABLE catalog ADD COLUMN lists_latest_only INTEGER NOT NULL DEFAULT 0;
        ALTER TABLE catalog ADD COLUMN interval INTEGER;
        """

    /// Where else documents are, and the digests of their pieces.
    static let version17 = """
        ALTER TABLE item ADD COLUMN mirrors TEXT;
        ALTER TABLE item ADD COLUMN pieces TEXT;
        """

    /// What the catalogue promised of a document that was imported, and whose server was not asked yet.
    static let version18 = "ALTER TABLE document ADD COLUMN imported_promise TEXT;"

    /// What tells names that cannot stand beside each other, so that a new name is not compared with all others.
    ///
    /// Documents of before get theirs when somebody asks for them.
    static let version19 = """
        ALTER TABLE document ADD COLUMN collision_key TEXT;
        CREATE INDEX document_collision ON document (collision_key);
        """

    /// Whether what was read for a collection lists only what came last; each is read once more to know that.
    static let version20 = """
        ALTER TABLE further ADD COLUMN lists_latest_only INTEGER NOT NULL DEFAULT 0;
        UPDATE further SET entity_tag = NULL, last_modified = NULL;
        """

    /// Which parser read a catalogue, so that a web page in its place is noticed; of those of before nobody knows.
    ///
    /// And against which promise a document was taken.
    static let version21 = """
        ALTER TABLE catalog ADD COLUMN parser TEXT;
        ALTER TABLE further ADD COLUMN parser TEXT;
        ALTER TABLE document ADD COLUMN accepted_promise TEXT;
        """

    /// As what the catalogue listed the version that each document is of, and when its server was asked (`ListedVersion`).
    static let version22 = "ALTER TABLE document ADD COLUMN listed_version TEXT;"
}
