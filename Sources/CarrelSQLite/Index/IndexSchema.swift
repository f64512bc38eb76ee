import CarrelStages

/// The tables of the index.
///
/// The index is made anew where they have changed: it holds nothing that is not known elsewhere. Texts are in `content`
/// alone, each once; `words` knows where words are, and has to be told a text again to forget it. `titles` says quickly
/// that no title has a word, which `words` may have in very many texts.
enum IndexSchema {
    /// Counts up with each change of the tables.
    static let version: Int64 = 5

    /// The columns of words, in the order of `WordWeight`'s weights.
    static let wordColumns = "title, collection, facts, text"
    /// Those of titles.
    static let titleColumns = "title, collection"
    /// Which of the columns is the text, counted from 0.
    static let textColumn = 3

    /// What divides texts into words.
    static func tokenizer(_ stemming: IndexStemming) -> String {
        stemming == .english ? "porter \(FoldingTokenizer.name)" : FoldingTokenizer.name
    }

    /// How many bytes of words are gathered before they are written: the larger, the fewer parts are merged later.
    private static let gatheredBytes = 16 << 20

    /// Makes the tables in an empty database.
    static func create(_ database: Database, _ stemming: IndexStemming) throws(StoreError) {
        try database.execute(
            """
            CREATE TABLE state (number INTEGER NOT NULL, stemming TEXT NOT NULL, records INTEGER NOT NULL);
            INSERT INTO state VALUES (0, '\(stemming.rawValue)', 0);
            CREATE TABLE content (
                id INTEGER PRIMARY KEY,
                name TEXT NOT NULL UNIQUE,
                maker TEXT NOT NULL,
                media_type TEXT,
                failure TEXT,
                facts TEXT NOT NULL,
                text TEXT NOT NULL,
                is_part INTEGER NOT NULL,
                rest TEXT
            );
            CREATE TABLE entry (
                id INTEGER PRIMARY KEY,
                catalog TEXT NOT NULL,
                collection TEXT NOT NULL,
                item TEXT NOT NULL,
                content TEXT NOT NULL,
                title TEXT NOT NULL,
                collection_title TEXT NOT NULL,
                catalog_name TEXT NOT NULL,
                media_type TEXT NOT NULL,
                maker TEXT NOT NULL,
                UNIQUE (catalog, collection, item)
            );
            CREATE INDEX entry_content ON entry (content);
            CREATE INDEX entry_kind ON entry (catalog, catalog_name, media_type, maker);
            CREATE TABLE passage (
                id INTEGER PRIMARY KEY,
                entry INTEGER NOT NULL,
                page INTEGER,
                start INTEGER,
                length INTEGER
            );
            CREATE INDEX passage_entry ON passage (entry);
            CREATE VIRTUAL TABLE words USING fts5(\(wordColumns), content = '', tokenize = '\(tokenizer(stemming))');
            CREATE VIRTUAL TABLE titles USING fts5(\(titleColumns), content = '', tokenize = '\(tokenizer(stemming))');
            INSERT INTO words (words, rank) VALUES ('hashsize', \(gatheredBytes));
            PRAGMA user_version = \(version);
            """)
    }
}
