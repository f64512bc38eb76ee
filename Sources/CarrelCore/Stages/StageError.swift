/// An error of a stage: it names the thing, the reason and, where there is one, the remedy.
public protocol StageError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The thing that failed: a location, URL, name or path.
    var subject: String { get }
    /// What went wrong, as a clause that reads on after the subject.
    var reason: String { get }
    /// What the user can do about it, as an imperative sentence without a full stop.
    var remedy: String? { get }
}

extension StageError {
    /// The one-line message: subject, reason and remedy.
    public var description: String {
        ShownText.of(
            subject + (subject.hasSuffix(":") ? " " : ": ") + reason + (remedy.map { ". \($0)" } ?? ""))
    }
}
