import CarrelModel
import CarrelStages

/// Where each item is between `add` and its landing, and what has landed while jobs were being made.
struct ItemPlaces {
    /// How far an item has come.
    enum Place {
        /// Its job waits.
        case waiting
        /// Its job is being done.
        case leased
        /// Its job is being done, and is to stop.
        case cancelled
        /// It has a receipt and has not landed yet, or somebody stores its document without a job.
        case settling
    }

    private var places: [ItemKey: Place] = [:]
    /// The marks whose jobs are being made, and what has landed since, with the last mark before.
    private var marks: Set<UInt64> = []
    private var lastMark: UInt64 = 0
    private var landings: [ItemKey: UInt64] = [:]

    /// The items that are somewhere.
    var keys: Set<ItemKey> { Set(places.keys) }

    /// Makes room for more items.
    mutating func reserve(_ count: Int) { places.reserveCapacity(places.count + count) }

    /// Where an item is; `nil` for nowhere.
    subscript(key: ItemKey) -> Place? {
        get { places[key] }
        set { places[key] = newValue }
    }

    /// Whether the job of an item waits or is being done, and is not to stop.
    func isWanted(_ key: ItemKey) -> Bool { places[key] == .waiting || places[key] == .leased }

    /// Has the job of an item wait that is nowhere.
    ///
    /// - Returns: where it is already; `nil` if it was nowhere.
    mutating func begin(_ key: ItemKey) -> Place? {
        // Nearly every item is nowhere: one look for it does.
        guard let place = places.updateValue(.waiting, forKey: key) else { return nil }
        places[key] = place
        return place
    }

    /// Has an item's receipt be recorded.
    ///
    /// - Returns: where it was.
    mutating func settle(_ key: ItemKey) -> Place? { places.updateValue(.settling, forKey: key) }

    /// Takes an item that is nowhere.
    ///
    /// - Returns: whether it was nowhere.
    mutating func claim(_ key: ItemKey) -> Bool {
        guard places[key] == nil else { return false }
        places[key] = .settling
        return true
    }

    // MARK: Marks

    mutating func makeMark() -> JobMark {
        lastMark += 1
        marks.insert(lastMark)
        return JobMark(number: lastMark)
    }

    mutating func forget(_ mark: JobMark) {
        marks.remove(mark.number)
        if marks.isEmpty { landings = [:] }
    }

    /// Notes that an item has landed, for those whose jobs are being made.
    mutating func noteLanding(_ key: ItemKey) {
        if !marks.isEmpty { landings[key] = lastMark }
    }

    func hasLanded(_ key: ItemKey, since mark: JobMark?) -> Bool {
        guard let mark, !landings.isEmpty, let landed = landings[key] else { return false }
        return landed >= mark.number
    }
}
