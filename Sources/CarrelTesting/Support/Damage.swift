import Foundation

/// Puts other content into a file as a bad disk does: the time of the file stays as it was.
///
/// - Parameters:
///   - file: the file, which must be there.
///   - content: what it holds then.
/// - Throws: where the file cannot be written.
public func damage(_ file: URL, with content: Data) throws {
    var status = stat()
    guard stat(file.path, &status) == 0 else { throw CocoaError(.fileNoSuchFile) }
    #if canImport(Darwin)
    let times = [status.st_atimespec, status.st_mtimespec]
    #else
    let times = [status.st_atim, status.st_mtim]
    #endif
    try content.write(to: file)
    guard utimensat(AT_FDCWD, file.path, times, 0) == 0 else { throw CocoaError(.fileWriteUnknown) }
}
