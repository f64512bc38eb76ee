import CarrelBasics
import CarrelJSON
import CarrelJSONReading
import CarrelStages

/// The sizes of a photo that can be fetched.
enum PhotoSize: String, Sendable, Hashable, CaseIterable {
    case large, square, original
}

extension PhotoSize: SettingValue {
    static var kind: String { "string" }
}

extension SettingConstraint<PhotoSize> {
    static var oneOf: Self {
        let names = PhotoSize.allCases.map(\.rawValue)
        return Self("one of \(names.joined(separator: ", "))", choices: names) { _ in true }
    }
}

/// Makes the URL of a photo from the parts that the service gives of it.
///
/// Each part is checked first: what is not only digits and letters is taken for missing, so that no entry can
/// lead elsewhere than to the photos' own server.
struct PhotoAddresses: Sendable {
    private let size: PhotoSize
    private let base: String

    init(size: PhotoSize, base: String) {
        self.size = size
        self.base = base.trimmed.hasSuffix("/") ? String(base.trimmed.dropLast()) : base.trimmed
    }

    /// The URL of a photo in the wanted size; else one that the entry itself gives; `nil` if there is none.
    func url(of photo: JSONNode) -> String? {
        if size == .original, let url = original(photo) ?? given(photo, ["url_o"]) { return url }
        if let url = made(photo, size == .square ? "s" : "b") { return url }
        return given(photo, size == .square ? ["url_sq", "url_q"] : ["url_l", "url_c", "url_z", "url_m"])
    }

    private func made(_ photo: JSONNode, _ size: String) -> String? {
        guard let folder = folder(of: photo), let secret = Self.part(photo["secret"]) else { return nil }
        return "\(folder)_\(secret)_\(size).jpg"
    }

    private func original(_ photo: JSONNode) -> String? {
        guard let folder = folder(of: photo), let secret = Self.part(photo["originalsecret"]),
            let format = Self.part(photo["originalformat"])
        else { return nil }
        return "\(folder)_\(secret)_o.\(format)"
    }

    /// What the URLs of all sizes begin with.
    ///
    /// Farm and server are zero where a photo is not available.
    private func folder(of photo: JSONNode) -> String? {
        guard let id = Self.part(photo["id"]), let server = Self.part(photo["server"]), server != "0" else {
            return nil
        }
        guard base.contains("{farm}") else { return "\(base)/\(server)/\(id)" }
        guard let farm = Self.part(photo["farm"]), farm != "0" else { return nil }
        return "\(base.replacing("{farm}", with: farm))/\(server)/\(id)"
    }

    private static func part(_ node: JSONNode?) -> String? {
        guard let text = node?.plainText?.trimmed, (1...64).contains(text.utf8.count),
            text.utf8.allSatisfy(\.isLetterOrDigit)
        else { return nil }
        return text
    }

    private func given(_ photo: JSONNode, _ fields: [String]) -> String? {
        fields.lazy.compactMap { photo[$0]?.string?.trimmed }.first { url in
            (url.hasPrefix("https://") || url.hasPrefix("http://")) && url.utf8.count <= 2048
        }
    }
}
