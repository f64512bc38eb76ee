import CarrelBasics
import CarrelConfiguration
import CarrelOpening

extension LibraryHints {
    /// Makes hints for a command.
    init(_ invocation: Invocation) {
        let profile = NamedProfile(invocation)
        self.init(invocation) { profile?.option }
    }
}

/// The profile that a command names; it belongs into a hint if the library would be another one without it.
private final class NamedProfile: Sendable {
    private let name: String
    private let invocation: Invocation
    /// Whether it leads to the library, once somebody asked: most commands print no hint.
    private let leads = Locked<Bool?>(nil)

    /// Makes one; nothing is read yet.
    init?(_ invocation: Invocation) {
        // Where both are given, the file goes first.
        guard let name = invocation.value("--profile"), !invocation.has("--config") else { return nil }
        (self.name, self.invocation) = (name, invocation)
    }

    /// The option that names it; `nil` if the library is the same without it.
    var option: String? {
        let isLeading = leads.value ?? leadsToLibrary()
        leads.withLock { $0 = isLeading }
        return isLeading ? "--profile \(ShellWord.text(ShownText.of(name)))" : nil
    }

    private func leadsToLibrary() -> Bool {
        guard let opener = try? Workspace(invocation).opener, let own = try? opener.configuration(),
            // One of its own: copies of an opener share the profile that they read.
            var other = try? Workspace(invocation).opener
        else { return false }
        other.options.profile = nil
        guard let without = try? other.configuration() else { return true }
        return !own.isOfSameLibrary(as: without)
    }
}
