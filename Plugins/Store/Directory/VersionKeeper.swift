import CarrelCore
import Foundation

/// Keeps earlier versions of documents in `.carrel/versions/NAME/`, the newest so many of each.
struct VersionKeeper: Sendable {
    let folder: URL
    let kept: Int

    /// Keeps the file that is about to be replaced.
    ///
    /// Repeating it after a crash changes nothing.
    func keep(_ path: String, named name: String, digest: ContentDigest, isEdited: Bool) throws(StoreError) {
        guard kept > 0 || isEdited else { return }
        let versions = folder.appending(path: name)
        do {
            try FileManager.default.createDirectory(at: versions, withIntermediateDirectories: true)
        } catch {
            throw StoreError(cocoaError: error, subject: path, doing: "the earlier version could not be kept")
        }
        let fileExtension = URL(filePath: name).pathExtension
        let suffix = fileExtension.isEmpty ? "" : ".\(fileExtension)"
        let stem = versions.path + "/" + digest.sha256.prefix(16)
        // A second name for the same file: the document's own name never is without a document.
        if !add(path, as: stem + suffix) {
            // Another file has that version's name: somebody edited the document after it was stored.
            let token = String(UInt64.random(in: .min ... .max), radix: 36)
            do {
                try FileManager.default.copyItem(atPath: path, toPath: "\(stem)~\(token)\(suffix)")
            } catch {
                throw StoreError(
                    cocoaError: error, subject: path, doing: "the earlier version could not be kept")
            }
        }
        if kept > 0 { prune(versions.path) }
    }

    /// Gives the file a second name; `true` also where it has that name already, as after a crash.
    private func add(_ path: String, as target: String) -> Bool {
        if link(path, target) == 0 { return true }
        guard errno == EEXIST else { return false }
        var file = stat()
        var version = stat()
        if lstat(path, &file) == 0, lstat(target, &version) == 0, file.st_ino == version.st_ino {
            return true
        }
        return FileManager.default.contentsEqual(atPath: path, andPath: target)
    }

    private func prune(_ path: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let dated = names.map { name -> (path: String, date: Double) in
            let file = path + "/" + name
            return (file, Self.changeTime(of: file))
        }
        for version in dated.sorted(by: { $0.date > $1.date }).dropFirst(kept) { unlink(version.path) }
    }

    /// When the file got its name, in seconds: a link keeps the time of modification, not that of the change.
    private static func changeTime(of path: String) -> Double {
        var status = stat()
        guard lstat(path, &status) == 0 else { return 0 }
        #if canImport(Darwin)
        let time = status.st_ctimespec
        #else
        let time = status.st_ctim
        #endif
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}
