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

extension Invocation {
    /// The option that names the profile, such as `--profile NAME`; `nil` if the command names none.
    var profileOption: String? {
        // Where both are given, the file goes first.
        guard let name = value("--profile"), !has("--config") else { return nil }
        return "--profile \(ShellWord.text(ShownText.of(name)))"
    }
}

/// The profile that a command names; it belongs into a hint if the library would be another one without it.
private final class NamedProfile: Sendable {
    private let named: String
    private let invocation: Invocation
    /// Whether it leads to the library, once somebody asked: most commands print no hint.
    private let leads = Locked<Bool?>(nil)

    /// Makes one; nothing is read yet.
    init?(_ invocation: Invocation) {
        guard let named = invocation.profileOption else { return nil }
        (self.named, self.invocation) = (named, invocation)
    }

    /// The option that names it; `nil` if the library is the same without it.
    var option: String? {
        let isLeading = leads.value ?? leadsToLibrary()
        leads.withLock { $0 = isLeading }
        return isLeading ? named : nil
    }

    private func leadsToLibrary() -> Bool {
        guard let opener = try? Workspace(invocation).opener, let own = try? opener.configuration(),
            // One of its own: copies of an opener share the profile that they read.
            var other = try? Workspace(invocation).opener
        else {
            // Who was interrupted can read no profile any longer; with the option a hint is right whatever it says.
            return Task.isCancelled
        }
        other.options.profile = nil
        guard let without = try? other.configuration() else { return true }
        return !own.isOfSameLibrary(as: without)
    }
}
