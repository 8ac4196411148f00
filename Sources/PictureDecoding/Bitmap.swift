import Pictures

/// The pixels of a picture as it was decoded: red, green, blue and alpha of each, row by row from the top.
struct Bitmap {
    /// The most pixels of a side.
    static let mostSide = 8_192
    /// The most pixels in all, which take four bytes each.
    static let mostPixels = 32_000_000

    let width: Int
    let height: Int
    let pixels: [UInt8]

    /// Returns the sides that a header names, if they may be decoded.
    ///
    /// - Throws: `damaged` if a side has no pixels; `tooLarge`.
    static func sides(_ width: Int, _ height: Int) throws(PictureFault) -> (width: Int, height: Int) {
        guard width > 0, height > 0 else { throw .damaged }
        guard width <= mostSide, height <= mostSide, width * height <= mostPixels else { throw .tooLarge }
        return (width, height)
    }

    /// Returns the sides of the picture that is shown: as they are, or with the longer one as long as it may be.
    static func shown(_ width: Int, _ height: Int) -> (width: Int, height: Int) {
        let longest = max(width, height)
        guard longest > Picture.mostSide else { return (width, height) }
        return (max(1, width * Picture.mostSide / longest), max(1, height * Picture.mostSide / longest))
    }

    /// Creates one whose memory `fill` writes.
    ///
    /// - Throws: `damaged` if `fill` returns false.
    init(
        _ sides: (width: Int, height: Int), fill: (UnsafeMutablePointer<UInt8>) throws(PictureFault) -> Bool
    ) throws(PictureFault) {
        let count = 4 * sides.width * sides.height
        var outcome: Result<Bool, PictureFault> = .success(false)
        // Zeros: what a decoder leaves out shows nothing of this process's memory.
        var pixels = [UInt8](repeating: 0, count: count)
        pixels.withUnsafeMutableBufferPointer { buffer in
            guard let base = buffer.baseAddress else { return }
            do throws(PictureFault) { outcome = .success(try fill(base)) } catch { outcome = .failure(error) }
        }
        guard try outcome.get() else { throw .damaged }
        (width, height) = sides
        self.pixels = pixels
    }

    /// The picture that is shown. Each of its pixels is the mean of those in its place, by how much each covers.
    var picture: Picture? {
        let (shownWidth, shownHeight) = Self.shown(width, height)
        guard (shownWidth, shownHeight) != (width, height) else {
            return Picture(width: width, height: height, pixels: pixels)
        }
        var shown: [UInt8] = []
        shown.reserveCapacity(4 * shownWidth * shownHeight)
        pixels.withUnsafeBufferPointer { pixels in
            for row in 0..<shownHeight {
                let rows = Self.span(row, of: shownHeight, in: height)
                for column in 0..<shownWidth {
                    let columns = Self.span(column, of: shownWidth, in: width)
                    var (red, green, blue, alpha, count): (UInt, UInt, UInt, UInt, UInt) = (0, 0, 0, 0, 0)
                    for y in rows {
                        for x in columns {
                            let place = 4 * (y * width + x)
                            let cover = UInt(pixels[place + 3])
                            red += UInt(pixels[place]) * cover
                            green += UInt(pixels[place + 1]) * cover
                            blue += UInt(pixels[place + 2]) * cover
                            alpha += cover
                            count += 1
                        }
                    }
                    let whole = max(alpha, 1)
                    for each in [red / whole, green / whole, blue / whole, alpha / max(count, 1)] {
                        shown.append(UInt8(truncatingIfNeeded: each))
                    }
                }
            }
        }
        return Picture(width: shownWidth, height: shownHeight, pixels: shown)
    }

    /// The places that one of `count` parts has in `length`; at least one.
    private static func span(_ index: Int, of count: Int, in length: Int) -> Range<Int> {
        let start = index * length / count
        return start..<max(start + 1, (index + 1) * length / count)
    }
}
