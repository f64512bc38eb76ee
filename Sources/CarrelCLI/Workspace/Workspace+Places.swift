import CarrelBasics
import CarrelConfiguration
import CarrelHTTP
import CarrelStages
import CarrelStandard
import Foundation

/// Helps with operands that are neither the name nor the place of a catalogue.
extension Workspace {
    /// Refuses a path that does not exist if the user probably meant something else.
    ///
    /// - Parameters:
    ///   - place: the operand.
    ///   - catalogs: the names of the catalogues that the profile lists.
    /// - Throws: `CommandError`, which says what may be meant.
    func checkPlace(_ place: String, catalogs: [String]) throws {
        guard place != "-", !place.contains("://"),
            !FileManager.default.fileExists(atPath: Standard.makeContext().file(place).path),
            let remedy = Self.remedy(for: place, catalogs: catalogs, profiles: locator.availableNames)
        else { return }
        throw CommandError(
            status: .catalog, message: "carrel: \(place.singleLine): there is no such file. \(remedy)")
    }

    private static func remedy(for place: String, catalogs: [String], profiles: [String]) -> String? {
        if let name = NearestName.of(place, among: catalogs) {
            return "Did you mean the catalogue “\(name)”?"
        }
        if let url = url(from: place) { return "A URL begins with its scheme: did you mean \(url)?" }
        guard let profile = NearestName.of(place, among: profiles) else { return nil }
        return "Did you mean the profile, --profile \(profile)?"
    }

    /// The URL for a text without a scheme: a host with a port or a path.
    private static func url(from text: String) -> String? {
        let host = text.prefix { $0 != "/" && $0 != ":" }
        let rest = text.dropFirst(host.count)
        let port = rest.hasPrefix(":") ? rest.dropFirst().prefix { $0 != "/" } : ""
        let isLocal = host == "localhost" || IPAddress(host: String(host)) != nil
        let isNamed =
            host.split(separator: ".", omittingEmptySubsequences: false).count > 1
            && host.first != "." && host.last?.isLetter == true
        guard isLocal || isNamed, !rest.isEmpty, port.allSatisfy(\.isNumber),
            rest.hasPrefix("/") || !port.isEmpty
        else { return nil }
        let url = (isLocal || !port.isEmpty ? "http://" : "https://") + text
        return (try? RequestTarget.check(url))?.absoluteString
    }
}
