import CarrelBasics
import CarrelHTTP
import CarrelTesting
import Foundation

extension Harness {
    /// A URL or reference as a catalogue or a redirect gives it.
    static let addresses = Harness("addresses", maxLength: 512) { data in
        let text = String(decoding: data, as: UTF8.self)
        try check(text)
        guard let base = URL(string: "http://notes.example.org/lists/notes.json") else { return }
        if let resolved = URLReference.resolve(text, against: base) {
            try require(URLReference.hasScheme(resolved), "\(resolved.debugDescription) is not absolute")
            try check(resolved)
        }
        if let origin = Origin(text) {
            try requireEqual(Origin(origin.description), origin, "the origin read again")
        }
        for address in [IPAddress(text), IPAddress(host: text)].compactMap(\.self) {
            try requireEqual(IPAddress(address.description), address, "the address read again")
            _ = address.isPublic
        }
    }

    private static func check(_ text: String) throws {
        let url: URL
        do throws(FetchError) {
            url = try RequestTarget.check(text)
        } catch {
            try require(RequestTarget.refusal(of: text) != nil, "refused, and not: \(text.debugDescription)")
            try requireLine(error.reason, "the reason")
            return
        }
        try require(RequestTarget.refusal(of: text) == nil, "taken, and not: \(text.debugDescription)")
        try require(["http", "https"].contains(url.scheme?.lowercased()), "the scheme of \(url)")
        try require(
            url.host?.isEmpty == false && url.user == nil && url.password == nil, "the host of \(url)")
        try require(
            url.absoluteString.utf8.allSatisfy { (0x21..<0x7F).contains($0) },
            "bytes of \(url.absoluteString.debugDescription)")
        try requireSame(
            try RequestTarget.check(url.absoluteString).absoluteString, url.absoluteString, "checked twice")
        if let origin = Origin(url) {
            try requireEqual(Origin(origin.description), origin, "the origin read again")
        }
    }
}
