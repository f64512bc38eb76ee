import CarrelTesting
import Foundation

/// The rights of a person: those who run tests as root may read every file.
enum PlainRights {
    /// What a shell puts before a command that is to have no more.
    static let words = geteuid() == 0 ? "setpriv --bounding-set -dac_override,-dac_read_search" : "env"

    /// Whether this process can start a command that has no more.
    static let canBeHad: Bool = (try? TestProgram.run(["sh", "-c", "\(words) true"])) != nil
}
