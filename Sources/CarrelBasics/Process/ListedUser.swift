import Foundation

/// The user that this process runs as, in the system's list of users.
package enum ListedUser {
    /// The user's name; `nil` for one that is not listed.
    package static var name: String? { text { $0.pw_name } }

    /// A text of the user's entry.
    static func text(_ part: (passwd) -> UnsafeMutablePointer<CChar>?) -> String? {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        var buffer = [CChar](repeating: 0, count: 16 << 10)
        guard getpwuid_r(geteuid(), &entry, &buffer, buffer.count, &found) == 0,
            let text = found.flatMap({ part($0.pointee) })
        else { return nil }
        return String(cString: text)
    }
}
