/// Somebody who looks at the library and requests documents: a window, a page or a command.
public struct Reader: Sendable, Hashable {
    let number: Int
}
