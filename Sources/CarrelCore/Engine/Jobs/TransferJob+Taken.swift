import CarrelStages

extension [TransferJob] {
    /// The jobs that a queue did not take, because somebody else does them; of several for one item, it took the first.
    func leaving(_ taken: [TransferJob]) -> [TransferJob] {
        guard taken.count < count else { return [] }
        var mine = Set(taken.map(\.key))
        return filter { mine.remove($0.key) == nil }
    }
}
