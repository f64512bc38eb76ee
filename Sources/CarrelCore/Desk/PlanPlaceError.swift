import CarrelBasics
import CarrelModel
import CarrelStages
import Foundation

/// Why a saved plan is not carried out: its catalogue is at another location by now, or is not kept.
public struct PlanPlaceError: Error, Sendable, Hashable, CustomStringConvertible {
    private let planned: String
    private let name: String
    /// The catalogue that has the name now; `nil` if there is none.
    private let catalog: KnownCatalog?

    /// The catalogues among which those of plans are looked for, however many plans there are.
    struct Places {
        /// The identities of all catalogues.
        fileprivate let identities: Set<String>
        /// Those of the library, by their names in lower case.
        fileprivate let catalogs: [String: KnownCatalog]

        /// - Parameters:
        ///   - known: the catalogues of the library.
        ///   - named: the locations of those that the profile names, which may have the names of others.
        init(_ known: [KnownCatalog], named: Set<String>) {
            identities = Set(named.union(known.map(\.location)).map(CatalogIdentity.key))
            catalogs = Dictionary(known.map { ($0.name.lowercased(), $0) }) { first, _ in first }
        }
    }

    /// Looks where the library has the catalogue of a plan; `nil` if it is where it was, or never had a name.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - places: where catalogues are.
    init?(_ plan: Plan, among places: Places) {
        guard let name = plan.catalogName,
            !places.identities.contains(CatalogIdentity.key(of: plan.catalog))
        else { return nil }
        (planned, self.name) = (plan.catalog, name)
        catalog = places.catalogs[name.lowercased()]
    }

    /// The reason and the remedy.
    public var description: String {
        if let catalog {
            return
                "the plan is of \(ShownText.of(planned)), and the library has “\(catalog.name)” at \(ShownText.of(catalog.location)) now. Plan again: carrel plan --json \(ShellWord.operands(catalog.name))"
        }
        let path = URL(string: planned).flatMap { $0.isFileURL ? $0.path : nil }
        let place = ShellWord.operands(ShownText.of(path ?? planned))
        return
            "the library does not keep “\(name)”, so nothing was done for its plan. Add it first: carrel add --name=\(ShellWord.text(name)) \(place)"
    }
}
