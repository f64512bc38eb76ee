import Foundation

/// Somebody who looks at the library and requests documents: a window, a page or a command.
///
/// No two are the same, whatever desks made them: who looks at a library goes on when it gets another desk.
public struct Reader: Sendable, Hashable {
    private let identity = UUID()

    /// Somebody new.
    public init() {}
}
