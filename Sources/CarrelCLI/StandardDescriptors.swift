import Foundation

/// Descriptors 0, 1 and 2 of this process.
enum StandardDescriptors {
    /// Puts something in the place of those that whoever started this process closed, where each read or write fails as
    /// before.
    ///
    /// Otherwise the next file that is opened, such as a document, would be standard output, and lines would go into it.
    static func occupy() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            guard fcntl(descriptor, F_GETFD) < 0 else { continue }
            // The lowest that is free: this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
