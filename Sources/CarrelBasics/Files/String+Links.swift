import Foundation

extension String {
    /// The path without symbolic links; parts that do not exist, such as on a disk that is not mounted, stay as written.
    ///
    /// - Parameter most: the most links to what does not exist that are followed.
    /// - Returns: the path; `nil` if that cannot be told, as where a link leads to itself.
    package func withoutLinks(following most: Int = 40) -> String? {
        if let real = realpath(self, nil) {
            defer { free(real) }
            return String(cString: real)
        }
        guard errno == ENOENT else { return nil }
        let path = self as NSString
        let (name, parent) = (path.lastPathComponent, path.deletingLastPathComponent)
        if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: self) {
            guard most > 0 else { return nil }
            let place = target.hasPrefix("/") ? target : "\(parent)/\(target)"
            return place.withoutLinks(following: most - 1)
        }
        guard !name.isEmpty, name != "..", name != ".", parent != self else { return nil }
        return parent.withoutLinks(following: most).map { $0 == "/" ? "/\(name)" : "\($0)/\(name)" }
    }
}
