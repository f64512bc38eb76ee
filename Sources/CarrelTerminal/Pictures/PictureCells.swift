import CarrelModel

/// Draws a picture into the cells of a screen, two pixels in each.
extension ScreenBuffer {
    /// Draws a picture of half blocks, as far as it fits.
    ///
    /// - Parameters:
    ///   - picture: the picture.
    ///   - area: where it begins and ends.
    package mutating func put(_ picture: Picture, in area: ScreenArea) {
        for line in 0..<min(area.lines, (picture.height + 1) / 2) {
            let upper = picture.pixels[line * 2]
            let lower = line * 2 + 1 < picture.height ? picture.pixels[line * 2 + 1] : []
            for column in 0..<min(area.columns, upper.count) {
                let below = column < lower.count ? lower[column] : nil
                let cell: Cell? =
                    switch (upper[column], below) {
                    case (nil, nil): nil
                    case (let above?, nil): Cell("▀", CellStyle(.exact(above)))
                    case (nil, let below?): Cell("▄", CellStyle(.exact(below)))
                    case (let above?, let below?): Cell("▀", CellStyle(.exact(above), on: .exact(below)))
                    }
                if let cell { set(cell, area.column + column, area.line + line) }
            }
        }
    }
}
