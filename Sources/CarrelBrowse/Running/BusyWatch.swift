import CarrelCore
import CarrelFrontEnd

/// Looks whether the library is free again, while the person is told that another process uses it.
actor BusyWatch {
    private static let patience = Duration.seconds(2)

    private let library: CurrentLibrary
    private let tell: @Sendable (BrowserEvent) -> Void
    private var looking: Task<Void, Never>?

    init(_ library: CurrentLibrary, tell: @escaping @Sendable (BrowserEvent) -> Void) {
        (self.library, self.tell) = (library, tell)
    }

    /// Looks until the library is free, and tells.
    func begin() {
        guard looking == nil else { return }
        looking = Task {
            while (try? await Task.sleep(for: Self.patience)) != nil {
                guard await (try? self.library.desk())?.isFree() == true else { continue }
                self.tell(.free)
                break
            }
            self.looking = nil
        }
    }

    /// Looks no longer.
    func end() { looking?.cancel() }
}
