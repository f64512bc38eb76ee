import CarrelModel
import CarrelStages

/// What is recorded of a publication.
package enum PublicationRow {
    /// The columns that make one, in the order of the parameters of `publication`.
    package static let columns =
        "token, name, size, sha256, replaces_size, replaces_sha256, area, succeeds, keeps_replaced, moves"

    /// The publication of a row.
    package static func publication(
        token: String?, name: String?, size: Int64?, sha256: String?, replacedSize: Int64?,
        replacedSHA256: String?, area: String?, succeeds: String?, keepsReplaced: Bool, moves: String?
    ) -> Publication {
        let digest = ContentDigest(size: size ?? 0, sha256: sha256 ?? "")
        var replaces: ContentDigest?
        if let replacedSize, let replacedSHA256 {
            replaces = ContentDigest(size: replacedSize, sha256: replacedSHA256)
        }
        var publication = Publication(
            document: StagedDocument(token: token ?? "", digest: digest),
            in: area.flatMap(Publication.Area.init) ?? .documents, name: name ?? "", replaces: replaces)
        (publication.succeeds, publication.keepsReplaced) = (succeeds, keepsReplaced)
        publication.moves = moves
        return publication
    }
}
