import CarrelBasics
import Foundation

/// Decides which URLs Carrel requests: the one check for all URLs from outside, including redirects.
public enum RequestTarget {
    /// The longest URL that is requested, in bytes.
    public static let maxLength = 8192

    /// Checks a URL as a catalogue or a server wrote it.
    ///
    /// Spaces and characters outside ASCII are percent-encoded, as browsers do; everything else must be a
    /// valid URL (RFC 3986) of scheme http or https, with a host and without user information.
    ///
    /// - Throws: `FetchError` with code `.refusedURL`.
    public static func check(_ text: String) throws(FetchError) -> URL {
        if isPlain(text), let url = URL(string: text) { return url }
        return try closeCheck(text)
    }

    /// Checks a URL as `check(_:)` does, and makes the target of a request of it.
    ///
    /// - Throws: `FetchError` with code `.refusedURL`.
    public static func target(_ text: String) throws(FetchError) -> TargetURI {
        if let target = TargetURI(plain: text) { return target }
        return TargetURI(try closeCheck(text))
    }

    /// The full check, which `isPlain` spares the simplest URLs.
    static func closeCheck(_ text: String) throws(FetchError) -> URL {
        func refuse(_ reason: String, _ remedy: String? = nil) -> FetchError {
            // Covered first: a secret that is cut off could not be told from the rest.
            FetchError(
                .refusedURL, url: String(ShownText.of(text).prefix(200)), reason: reason, remedy: remedy)
        }
        guard text.utf8.count <= maxLength else { throw refuse("the URL is longer than \(maxLength) bytes") }
        guard !text.utf8.contains(where: \.isControl) else {
            throw refuse("the URL holds control characters")
        }
        guard let url = URL(string: encoded(text)), let scheme = url.scheme?.lowercased() else {
            throw refuse("not a URL")
        }
        guard scheme == "http" || scheme == "https" else {
            guard scheme == "file" else {
                let meant = AppAddress.webAddress(text, scheme).map { ShownText.of($0).prefix(200) }
                throw refuse(
                    "links of the scheme \(scheme) cannot be fetched",
                    "Only http and https are requested" + (meant.map { ": use \($0)" } ?? ""))
            }
            throw refuse(
                "local links cannot be fetched", "Serve the folder with carrel delay-proxy --root DIR")
        }
        guard let host = url.host, !host.isEmpty else { throw refuse("the URL has no host") }
        // Foundation accepts any bytes in an IPv6 zone, and decodes the host.
        guard !host.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F }) else {
            throw refuse("the host holds spaces or control characters")
        }
        // A name has letters, digits and few other characters, and no percent sign: decoding it again could give another
        // host. An IPv6 address may have a zone after one.
        guard host.utf8.contains(UInt8(ascii: ":")) || host.utf8.allSatisfy(\.isURLUnreserved) else {
            throw refuse("the host is not a name")
        }
        guard url.user == nil, url.password == nil else {
            throw refuse(
                "the URL holds user information",
                "Remove the part before the @: download.user and download.password say who you are")
        }
        if let port = url.port, !(1...65535).contains(port) {
            throw refuse("there is no port \(port)", "Ports are numbers from 1 to 65535")
        }
        return url
    }

    /// Why `check` would refuse a URL; `nil` if it would not.
    public static func refusal(of text: String) -> FetchError? {
        if isPlain(text) { return nil }
        do {
            _ = try check(text)
            return nil
        } catch {
            return error
        }
    }

    /// Whether a URL is so simple that it needs no full check, as nearly all are.
    ///
    /// It has the scheme http or https, a host of letters, digits, dots and hyphens, perhaps a port, and nothing
    /// that would have to be encoded.
    static func isPlain(_ text: String) -> Bool {
        guard text.utf8.count <= maxLength else { return false }
        var text = text
        return text.withUTF8(isPlain)
    }

    private static func isPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard var place = endOfScheme(bytes) else { return false }
        let host = place
        while place < bytes.count, mayBeInPlainHost(bytes[place]) { place += 1 }
        guard place > host, bytes[host].isLetterOrDigit else { return false }
        if place < bytes.count, bytes[place] == UInt8(ascii: ":") {
            place += 1
            var port = 0
            while place < bytes.count, port < 65_536, bytes[place].isDigit {
                port = port * 10 + Int(bytes[place] - UInt8(ascii: "0"))
                place += 1
            }
            guard (1...65_535).contains(port) else { return false }
        }
        guard place == bytes.count || bytes[place] == UInt8(ascii: "/") else { return false }
        while place < bytes.count {
            guard mayBeInPlainPath(bytes[place]) else { return false }
            place += 1
        }
        return true
    }

    /// The place after `http://` or `https://`; `nil` for anything else.
    private static func endOfScheme(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        guard bytes.count > 8, bytes[0] == UInt8(ascii: "h"), bytes[1] == UInt8(ascii: "t"),
            bytes[2] == UInt8(ascii: "t"), bytes[3] == UInt8(ascii: "p")
        else { return nil }
        let colon = bytes[4] == UInt8(ascii: "s") ? 5 : 4
        guard bytes[colon] == UInt8(ascii: ":"), bytes[colon + 1] == UInt8(ascii: "/"),
            bytes[colon + 2] == UInt8(ascii: "/")
        else { return nil }
        return colon + 3
    }

    private static func mayBeInPlainHost(_ byte: UInt8) -> Bool {
        byte.isLetterOrDigit || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }

    /// Letters, digits and what a path or query has of `/-._~?=&+,`: a bit for each ASCII character, since this is
    /// asked for each byte of each URL.
    private static func mayBeInPlainPath(_ byte: UInt8) -> Bool {
        let bits: UInt64 = byte < 64 ? 0xA3FF_F840_0000_0000 : 0x47FF_FFFE_87FF_FFFE
        return byte < 128 && bits >> (byte & 63) & 1 == 1
    }

    /// Percent-encodes the characters of a URL or reference that no URL may have.
    ///
    /// Foundation would encode every percent sign again if a single character had to be encoded.
    package static func encoded(_ text: String) -> String {
        let trimmed = text.trimmed
        // The host stays as it is, because Foundation converts an internationalised one to ASCII.
        let isAbsolute = URLReference.hasScheme(trimmed)
        let host = isAbsolute || trimmed.hasPrefix("//") ? trimmed.range(of: "//")?.upperBound : nil
        let path =
            host.map { trimmed.utf8[$0...].firstIndex { "/?#".utf8.contains($0) } ?? trimmed.endIndex }
            ?? trimmed.startIndex
        let fragment = trimmed.utf8[path...].firstIndex(of: UInt8(ascii: "#"))
        return trimmed[..<path] + encodedPart(trimmed[path..<(fragment ?? trimmed.endIndex)])
            + (fragment.map { "#" + encodedPart(trimmed[trimmed.utf8.index(after: $0)...]) } ?? "")
    }

    /// Percent-encodes what neither a path with its query nor a fragment may have.
    private static func encodedPart(_ part: Substring) -> String {
        withWholeEscapes(part).percentEncoded { byte in
            byte > 0x20 && byte < 0x7F && !##"<>"\^`{|}[]#"##.utf8.contains(byte)
        }
    }

    /// Encodes percent signs that encode nothing.
    private static func withWholeEscapes(_ text: Substring) -> String {
        let sign = UInt8(ascii: "%")
        guard text.utf8.contains(sign) else { return String(text) }
        let pieces = text.utf8.split(separator: sign, omittingEmptySubsequences: false)
        return pieces.dropFirst().reduce(into: String(Substring(pieces[0]))) { whole, piece in
            let isEscape = piece.prefix(2).count { $0.isHexDigit } == 2
            whole += (isEscape ? "%" : "%25") + Substring(piece)
        }
    }
}
