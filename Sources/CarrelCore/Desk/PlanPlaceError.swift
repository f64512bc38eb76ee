import CarrelBasics
import CarrelModel
import CarrelStages

/// Why a saved plan is not carried out: its catalogue is at another location by now.
public struct PlanPlaceError: Error, Sendable, Hashable, CustomStringConvertible {
    private let planned: String
    private let catalog: KnownCatalog

    /// Looks where the library has the catalogue of a plan; `nil` if nothing says that it is elsewhere.
    ///
    /// - Parameters:
    ///   - plan: the plan.
    ///   - known: the catalogues of the library.
    ///   - named: the locations of those that the profile names, which may have the names of others.
    init?(_ plan: Plan, among known: [KnownCatalog], named: Set<String>) {
        let identity = CatalogIdentity.key(of: plan.catalog)
        guard let name = plan.catalogName?.lowercased(),
            let other = known.first(where: { $0.name.lowercased() == name }),
            !named.union(known.map(\.location)).contains(where: { CatalogIdentity.key(of: $0) == identity })
        else { return nil }
        (planned, catalog) = (plan.catalog, other)
    }

    /// The reason and the remedy.
    public var description: String {
        "the plan is of \(ShownText.of(planned)), and the library has “\(catalog.name)” at \(ShownText.of(catalog.location)) now. Plan again: carrel plan --json \(ShellWord.operands(catalog.name))"
    }
}
