import CarrelCore
import Foundation

/// Keeps earlier versions of documents in `.carrel/versions/NAME/`, the newest so many of each.
struct VersionKeeper: Sendable {
    let folder: URL
    let kept: Int

    /// Keeps the file that is about to be replaced. Repeating it after a crash changes nothing.
    func keep(_ path: String, named name: String, digest: ContentDigest) throws(StoreError) {
        guard kept > 0 else { return }
        let versions = folder.appending(path: name)
        do {
            try FileManager.default.createDirectory(at: versions, withIntermediateDirectories: true)
        } catch {
            throw StoreError(cocoaError: error, subject: path, doing: "the earlier version could not be kept")
        }
        let fileExtension = URL(filePath: name).pathExtension
        let target = versions.path + "/" + digest.sha256.prefix(16) + (fileExtension.isEmpty ? "" : ".\(fileExtension)")
        // A second name for the same file: the document's own name never is without a document.
        if link(path, target) != 0, errno != EEXIST {
            do {
                try FileManager.default.copyItem(atPath: path, toPath: target)
            } catch {
                throw StoreError(cocoaError: error, subject: path, doing: "the earlier version could not be kept")
            }
        }
        prune(versions.path)
    }

    private func prune(_ path: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let dated = names.map { name -> (path: String, date: Double) in
            var status = stat()
            let file = path + "/" + name
            guard lstat(file, &status) == 0 else { return (file, 0) }
            return (file, Double(status.st_ctim.tv_sec) + Double(status.st_ctim.tv_nsec) * 1e-9)
        }
        for version in dated.sorted(by: { $0.date > $1.date }).dropFirst(kept) { unlink(version.path) }
    }
}
