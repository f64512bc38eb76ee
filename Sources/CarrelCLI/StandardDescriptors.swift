import Foundation

/// Makes sure that descriptors 0, 1 and 2 of this process are open.
enum StandardDescriptors {
    /// Opens those that were closed when the process started, so that reads and writes on them still fail.
    ///
    /// Otherwise the next opened file, such as a document, could become standard output, and lines would go into it.
    static func occupy() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] {
            guard fcntl(descriptor, F_GETFD) < 0 else { continue }
            // `open` returns the lowest free descriptor, which is this one.
            _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
