/// The time zones that feeds name.
enum WrittenZone {
    // Hours ahead of UTC. Where a name has several meanings, the one that feeds mean.
    private static let names: [String: Double] = [
        "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "bst": 1, "west": 1, "cet": 1, "met": 1, "mez": 1,
        "cest": 2, "mest": 2, "mesz": 2, "eet": 2, "sast": 2, "eest": 3, "msk": 3, "gst": 4, "ist": 5.5,
        "hkt": 8, "sgt": 8, "awst": 8, "jst": 9, "kst": 9, "acst": 9.5, "aest": 10, "acdt": 10.5, "aedt": 11,
        "nzst": 12, "nzdt": 13, "brt": -3, "art": -3, "nst": -3.5, "ndt": -2.5, "ast": -4, "adt": -3,
        "est": -5, "edt": -4, "et": -5, "cst": -6, "cdt": -5, "ct": -6, "mst": -7, "mdt": -6, "mt": -7,
        "pst": -8, "pdt": -7, "pt": -8, "akst": -9, "akdt": -8, "hst": -10,
    ]

    /// Minutes ahead of UTC of `+0100`, `-05:30`, `+1`, `GMT+01:00`, `EST` or a military letter; `nil` for anything else.
    static func offset(_ text: String) -> Int? {
        let zone = text.lowercased()
        if let hours = names[zone] { return Int(hours * 60) }
        for prefix in ["gmt", "utc"] where zone.hasPrefix(prefix) { return signed(zone.dropFirst(3)) }
        if zone.utf8.count == 1, let letter = zone.utf8.first { return military(letter) }
        return signed(zone[...])
    }

    private static func signed(_ text: Substring) -> Int? {
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let digits = text.dropFirst().filter { $0 != ":" }
        guard let number = WrittenDate.number(digits, 1...4) else { return nil }
        let minutes = digits.utf8.count <= 2 ? number * 60 : number / 100 * 60 + number % 100
        return sign == "-" ? -minutes : minutes
    }

    /// RFC 822 had their signs wrong, and RFC 5322 has them all as UTC of unknown place.
    private static func military(_ letter: UInt8) -> Int? {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(letter) && letter != UInt8(ascii: "j") ? 0 : nil
    }
}
