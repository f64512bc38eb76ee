import CLibcurl
import CarrelFiles
import Foundation

/// The cookies of all transfers of a fetcher: libcurl's engine keeps its rules for domains, paths and ages.
///
/// It belongs to the loop's thread. Every easy handle that shares the cookies holds the jar, so that it is freed
/// after them.
final class CookieJar {
    /// The most bytes of a file with cookies.
    private static let limit = 1 << 20
    /// The file in which cookies are kept.
    private static let name = "cookies.txt"

    /// libcurl's share handle.
    let share: UnsafeMutableRawPointer
    /// An easy handle for what only one can do: to add cookies and to list them.
    private let holder: UnsafeMutableRawPointer
    private let kept: URL?
    private var isChanged = false

    /// Makes a jar; `nil` where libcurl has no memory for one.
    ///
    /// - Parameters:
    ///   - file: a Netscape cookie file to read.
    ///   - kept: the library in which the cookies are kept from run to run.
    init?(file: String?, kept: URL?) {
        guard let share = curl_share_init(), let holder = curl_easy_init() else { return nil }
        carrel_curl_share_cookies(share)
        carrel_curl_set_pointer(holder, CURLOPT_SHARE, share)
        (self.share, self.holder, self.kept) = (share, holder, kept)
        if let bytes = try? records?.file(Self.name)?.read(0..<Int64(Self.limit)) { add(Data(bytes)) }
        if let file, let data = try? FileHandle(forReadingAtPath: file)?.read(upToCount: Self.limit) {
            add(data)
        }
    }

    deinit {
        curl_easy_cleanup(holder)
        curl_share_cleanup(share)
    }

    /// The folder of the library's records, which may be somebody else's work: no link is followed there.
    private var records: Folder? {
        guard let kept else { return nil }
        return try? Folder.open(kept.path)?.folder(".carrel")
    }

    private func add(_ data: Data) {
        for line in String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
        where !line.hasPrefix("#") || line.hasPrefix("#HttpOnly_") {
            // Commands such as ALL, and lines of a head, have no tabs.
            guard line.contains("\t") else { continue }
            carrel_curl_set_string(holder, CURLOPT_COOKIELIST, String(line))
        }
    }

    /// Notes that a server has set a cookie.
    func noteChange() { isChanged = true }

    /// Writes the cookies where they are kept, if any was set since the last time.
    ///
    /// That this cannot be done is no reason to fail a download: they are asked for again.
    func save() {
        guard isChanged, let records else { return }
        isChanged = false
        var list: UnsafeMutablePointer<curl_slist>?
        carrel_curl_get_list(holder, CURLINFO_COOKIELIST, &list)
        defer { curl_slist_free_all(list) }
        var text = "# Netscape HTTP Cookie File\n"
        var next = list
        while let entry = next?.pointee {
            if let line = entry.data { text += String(cString: line) + "\n" }
            next = entry.next
        }
        write(Array(text.utf8), to: records)
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
