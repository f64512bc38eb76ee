/// Somebody who looks at the library and asks for documents: a window, a page, a command.
public struct Reader: Sendable, Hashable {
    let number: Int
}
