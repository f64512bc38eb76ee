/// A small picture for a preview; each front end draws it in its own way.
///
/// A terminal shows two rows of pixels in each line of characters.
public struct Picture: Sendable, Hashable, Codable {
    /// The rows from top to bottom, each from left to right, all of the same length; `nil` is transparent.
    public var pixels: [[Colour?]]

    public init(pixels: [[Colour?]]) { self.pixels = pixels }

    /// The number of pixels in a row.
    public var width: Int { pixels.first?.count ?? 0 }
    /// The number of rows.
    public var height: Int { pixels.count }

    /// A colour of the sRGB colour space.
    public struct Colour: Sendable, Hashable, Codable {
        /// The red component, 0 to 255.
        public var red: UInt8
        /// The green component, 0 to 255.
        public var green: UInt8
        /// The blue component, 0 to 255.
        public var blue: UInt8

        public init(red: UInt8, green: UInt8, blue: UInt8) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }
    }
}

/// A width and a height in pixels.
public struct PictureSize: Sendable, Hashable {
    /// The number of pixels in a row.
    public var width: Int
    /// The number of rows.
    public var height: Int

    public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

    /// The number of pixels; `Int.max` on overflow.
    public var pixelCount: Int {
        let (count, isTooMany) = width.multipliedReportingOverflow(by: height)
        return isTooMany ? .max : count
    }
}
