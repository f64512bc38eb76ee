import CarrelStages

/// Every table. A column that a migration adds belongs here: a test compares this list with the schemas.
extension RecordTable {
    static let all = listings + documents + catalogs + readers

    private static let listings = [
        RecordTable(.sequence, "sequence", [.integer("number")]),
        RecordTable(
            .catalogs, "catalog",
            [
                .integer("id"), .text("location", key: "location_key"), .text("title"), .text("fingerprint"),
                .text("entity_tag"), .text("last_modified"), .time("read_at"), .flag("is_public"),
                .text("name"), .text("schedule"), .flag("lists_latest_only"),
                .integer("update_seconds", sqlite: "interval"), .integer("changed"),
                .text("parser"),
            ]),
        RecordTable(
            .collections, "collection",
            [
                .integer("id"), .integer("catalog"), .text("ident", key: "ident_key"), .text("section"),
                .integer("section_ordinal"), .integer("ordinal"), .text("title"), .text("subtitle"),
                .text("details"), .text("further"), .flag("listed"),
            ]),
        RecordTable(
            .items, "item",
            [
                .integer("id"), .integer("collection"), .text("ident", key: "ident_key"), .integer("ordinal"),
                .text("title"), .text("subtitle"), .text("details"), .text("url"), .integer("expected_size"),
                .text("expected_digest"), .text("duplicate_of", key: "duplicate_key"), .text("mirrors"),
                .text("pieces"), .flag("listed"), .text("failure"), .flag("update_available"),
                .flag("is_told"), .integer("changed"),
            ]),
        RecordTable(
            .further, "further",
            [
                .integer("collection"), .text("location"), .text("fingerprint"), .text("entity_tag"),
                .text("last_modified"), .time("read_at"), .flag("is_public"),
                .flag("lists_latest_only"), .text("parser"),
            ]),
    ]

    private static let documents = [
        RecordTable(
            .documents, "document",
            [
                .integer("item"), .text("name", key: "name_key"), .integer("size"), .text("sha256"),
                .text("media_type"), .text("entity_tag"), .text("last_modified"), .text("url"),
                .text("requested_url"), .time("stored_at"), .text("restored_over"), .integer("file_time"),
                .text("edited_copy"), .text("suggested_name"), .text("imported_promise"),
                .text("collision_key"), .text("accepted_promise"), .text("listed_version"),
            ]),
        RecordTable(
            .attempts, "attempt",
            [
                .integer("id"), .integer("item"), .time("at"), .text("action"), .text("outcome"),
                .integer("status"), .integer("bytes"), .text("url"), .text("reason"), .text("detail"),
            ]),
        RecordTable(
            .publications, "publication",
            [
                .integer("id"), .text("token"), .text("area"), .text("name"), .integer("size"),
                .text("sha256"), .integer("replaces_size"), .text("replaces_sha256"), .text("succeeds"),
                .flag("keeps_replaced"), .text("moves"),
            ]),
        RecordTable(
            .quarantine, "quarantine",
            [
                .integer("id"), .integer("item"), .text("token"), .text("name"), .text("reason"),
                .integer("size"), .text("sha256"), .text("media_type"), .text("entity_tag"),
                .text("last_modified"), .text("url"), .text("requested_url"), .time("at"),
                .flag("is_whole"), .flag("was_stored"),
            ]),
        RecordTable(
            .discarded, "discarded",
            [
                .integer("item"), .text("reason"), .text("sha256"), .text("entity_tag"),
                .text("last_modified"), .text("url"), .text("requested_url"),
            ]),
    ]

    private static let catalogs = [
        RecordTable(
            .hosts, "host", [.text("name", key: "key"), .time("held_until"), .text("reason")]),
        RecordTable(
            .known, "known",
            [
                .integer("id"), .text("location", key: "location_key"), .text("name", key: "name_key"),
                .text("profile"), .text("settings"), .time("added_at"),
            ]),
        RecordTable(
            .visits, "visit",
            [
                .text("location", key: "key"), .time("at"), .time("not_before"), .integer("failures"),
            ]),
        RecordTable(
            .unchosen, "unchosen",
            [
                // PostgreSQL keeps a long location only with its catalogue.
                .text(
                    "catalog", key: "catalog_key",
                    meaning: """
                        coalesce((SELECT k.location FROM catalog k WHERE k.location_key = catalog_key), catalog_key)
                        """
                ),
                .text("collection", key: "collection_key"),
            ], by: 2),
        RecordTable(
            .ignored, "ignored",
            [
                .text("catalog", key: "catalog_key"), .text("collection", key: "collection_key"),
                .text("item", key: "item_key"),
            ], by: 3),
        RecordTable(.patterns, "ignored_pattern", [.text("pattern", key: "key")]),
    ]

    private static let readers = [
        RecordTable(
            .reading, "reading",
            [.reader, .integer("item"), .time("viewed_at"), .text("read_sha256")], by: 2),
        RecordTable(.selections, "selection", [.reader, .text("catalog"), .text("collection")]),
        RecordTable(
            .printed, "printed",
            [
                .reader, .text("terminal"), .integer("number"), .text("catalog"), .text("collection"),
                .text("item"), .time("at"),
            ], by: 3),
    ]
}
