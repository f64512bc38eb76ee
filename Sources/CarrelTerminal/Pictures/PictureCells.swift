import CarrelModel

extension Picture {
    /// Its lines in half blocks, two pixels in each cell, one above the other; `nil` for a transparent cell.
    var cells: [[Cell?]] {
        stride(from: 0, to: height, by: 2).map { row in
            let lower = row + 1 < height ? pixels[row + 1] : []
            return pixels[row].enumerated().map { column, upper in
                Self.cell(upper, column < lower.count ? lower[column] : nil)
            }
        }
    }

    private static func cell(_ upper: Colour?, _ lower: Colour?) -> Cell? {
        switch (upper, lower) {
        case (nil, nil): nil
        case (let upper?, nil): Cell("▀", CellStyle(.exact(upper)))
        case (nil, let lower?): Cell("▄", CellStyle(.exact(lower)))
        case (let upper?, let lower?): Cell("▀", CellStyle(.exact(upper), on: .exact(lower)))
        }
    }
}

extension ScreenBuffer {
    /// Draws a picture of half blocks, as far as it fits.
    ///
    /// - Parameters:
    ///   - picture: the picture.
    ///   - area: where it begins and ends.
    package mutating func put(_ picture: Picture, in area: ScreenArea) {
        for (line, cells) in picture.cells.prefix(area.lines).enumerated() {
            for (column, cell) in cells.prefix(area.columns).enumerated() {
                if let cell { set(cell, area.column + column, area.line + line) }
            }
        }
    }
}
