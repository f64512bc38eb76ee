import Foundation

/// Who may read a file that holds a secret.
package enum SecretFile {
    /// Whether every user of this machine may read it.
    package static func isReadByOthers(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IROTH != 0
    }
}
