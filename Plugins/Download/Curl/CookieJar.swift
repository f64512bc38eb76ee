import CLibcurl
import CarrelFiles
import Foundation

/// The cookies of all transfers of a fetcher: libcurl's engine keeps its rules for domains, paths and ages.
///
/// It belongs to the loop's thread.
final class CookieJar {
    /// The most bytes of a file with cookies.
    private static let limit = 1 << 20
    /// The file in which cookies are kept.
    private static let name = "cookies.txt"

    /// What handles share that send and keep the cookies.
    let share: CurlShare
    /// An easy handle for what only one can do: to add cookies and to list them.
    private let holder: CurlEasy
    private let kept: URL?
    private var isChanged = false

    /// Makes a jar of the options; `nil` if they want no cookies.
    ///
    /// - Throws: `CurlRefusal`.
    static func make(_ options: CurlOptions) throws(CurlRefusal) -> CookieJar? {
        guard options.cookieFile != nil || options.keptCookies != nil else { return nil }
        return try CookieJar(options)
    }

    private init(_ options: CurlOptions) throws(CurlRefusal) {
        share = try CurlShare()
        holder = try CurlEasy(refusing: options.refused)
        kept = options.keptCookies
        try holder.use(share)
        if let bytes = try? records?.file(Self.name)?.read(0..<Int64(Self.limit)) { try add(Data(bytes)) }
        if let file = options.cookieFile,
            let data = try? FileHandle(forReadingAtPath: file)?.read(upToCount: Self.limit)
        {
            try add(data)
        }
    }

    /// The folder of the library's records, which may be somebody else's work: no link is followed there.
    private var records: Folder? {
        guard let kept else { return nil }
        return try? Folder.open(kept.path)?.folder(".carrel")
    }

    private func add(_ data: Data) throws(CurlRefusal) {
        for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
        where !line.hasPrefix("#") || line.hasPrefix("#HttpOnly_") {
            // Commands such as ALL, and lines of a head, have no tabs.
            guard line.contains("\t") else { continue }
            try holder.set(CURLOPT_COOKIELIST, String(line))
        }
    }

    /// Notes that a server has set a cookie.
    func noteChange() { isChanged = true }

    /// Writes the cookies where they are kept, if any was set since the last time.
    ///
    /// That this cannot be done is not a reason to fail a download: they are asked for again.
    func save() {
        guard isChanged, let records else { return }
        isChanged = false
        let lines = ["# Netscape HTTP Cookie File"] + holder.cookies
        write(lines.map { Array("\($0)\n".utf8) }.flatMap(\.self), to: records)
    }

    /// Writes beside and renames, so that the file is always whole and never anybody else's to read.
    private func write(_ bytes: [UInt8], to folder: Folder) {
        let new = Self.name + ".new"
        folder.remove(new)
        defer { folder.remove(new) }
        guard let file = try? folder.file(creating: new, permissions: 0o600) else { return }
        do {
            try file.write(bytes)
            try file.flush()
        } catch {
            return
        }
        _ = folder.rename(new, to: folder, as: Self.name)
    }
}
