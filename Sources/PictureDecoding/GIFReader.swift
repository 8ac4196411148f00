import Pictures

/// Decodes the first frame of a GIF (CompuServe, GIF89a specification, July 1990).
///
/// ```
/// "GIF89a"  width  height  flags  background  aspect  [colours]
/// 0x21  label  blocks                                        an extension; 0xF9 says which colour is none
/// 0x2C  left  top  width  height  flags  [colours]  bits  blocks   the frame, as LZW
/// ```
///
/// It is written here since the format is small and every byte of it can be checked.
struct GIFReader {
    private let file: [UInt8]
    private var place = 6

    private init(_ file: [UInt8]) { self.file = file }

    /// - Throws: `tooLarge`, `damaged`.
    static func firstFrame(of file: [UInt8]) throws(PictureFault) -> Bitmap {
        var reader = GIFReader(file)
        return try reader.frame()
    }

    private mutating func byte() throws(PictureFault) -> UInt8 {
        guard place < file.count else { throw .damaged }
        defer { place += 1 }
        return file[place]
    }

    private mutating func number() throws(PictureFault) -> Int {
        let low = try byte()
        return Int(low) | Int(try byte()) << 8
    }

    private mutating func take(_ count: Int) throws(PictureFault) -> ArraySlice<UInt8> {
        guard file.count - place >= count else { throw .damaged }
        defer { place += count }
        return file[place..<(place + count)]
    }

    /// Reads a table of colours, if the flags say that there is one.
    private mutating func colours(_ flags: UInt8) throws(PictureFault) -> [UInt8]? {
        flags & 0x80 == 0 ? nil : Array(try take(3 << (Int(flags & 7) + 1)))
    }

    /// Reads blocks up to the empty one.
    private mutating func blocks() throws(PictureFault) -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let count = Int(try byte())
            guard count > 0 else { return bytes }
            bytes += try take(count)
        }
    }

    private mutating func frame() throws(PictureFault) -> Bitmap {
        let screen = try Bitmap.sides(try number(), try number())
        let flags = try byte()
        _ = try take(2)
        let common = try colours(flags)
        var clear: UInt8?
        while true {
            switch try byte() {
            case 0x21:
                let label = try byte()
                let content = try blocks()
                if label == 0xF9, content.count >= 4 { clear = content[0] & 1 == 1 ? content[3] : nil }
            case 0x2C: return try image(on: screen, common, clear: clear)
            // Its end, or none of the above.
            default: throw .damaged
            }
        }
    }

    private mutating func image(
        on screen: (width: Int, height: Int), _ common: [UInt8]?, clear: UInt8?
    ) throws(PictureFault) -> Bitmap {
        let (left, top) = (try number(), try number())
        let frame = try Bitmap.sides(try number(), try number())
        let flags = try byte()
        guard let colours = try colours(flags) ?? common else { throw .damaged }
        let bits = Int(try byte())
        guard 2...8 ~= bits else { throw .damaged }
        let indices = try LZW.expand(try blocks(), bits: bits, count: frame.width * frame.height)
        let rows = flags & 0x40 == 0 ? Array(0..<frame.height) : Self.interlaced(frame.height)
        return try Bitmap(screen) { pixels throws(PictureFault) in
            for (read, row) in rows.enumerated() where top + row < screen.height {
                for column in 0..<min(frame.width, max(0, screen.width - left)) {
                    let index = indices[read * frame.width + column]
                    guard index != clear else { continue }
                    let colour = 3 * Int(index)
                    guard colour + 2 < colours.count else { throw .damaged }
                    let pixel = pixels + 4 * ((top + row) * screen.width + left + column)
                    for part in 0..<3 { pixel[part] = colours[colour + part] }
                    pixel[3] = 255
                }
            }
            return true
        }
    }

    /// The rows in the order in which an interlaced frame has them (appendix E).
    private static func interlaced(_ height: Int) -> [Int] {
        [(0, 8), (4, 8), (2, 4), (1, 2)].flatMap { Array(stride(from: $0.0, to: height, by: $0.1)) }
    }
}

/// GIF's LZW: codes of growing length, the lowest bit first (appendix F).
private enum LZW {
    /// Expands to so many indices; whatever codes there are beyond them are left out.
    ///
    /// - Throws: `damaged` if there are fewer, or a code that can't be yet.
    static func expand(_ bytes: [UInt8], bits: Int, count: Int) throws(PictureFault) -> [UInt8] {
        let (clear, end) = (1 << bits, (1 << bits) + 1)
        // Each code is a shorter one and a last index. 4,096 of them at most.
        var before = [Int](repeating: -1, count: 4_096)
        var last = [UInt8](repeating: 0, count: 4_096)
        for code in 0..<clear { last[code] = UInt8(truncatingIfNeeded: code) }
        var (next, width, previous) = (end + 1, bits + 1, -1)
        var output: [UInt8] = []
        output.reserveCapacity(count)
        var run: [UInt8] = []
        var (held, heldCount, place) = (0, 0, 0)
        while output.count < count {
            while heldCount < width {
                guard place < bytes.count else { throw .damaged }
                held |= Int(bytes[place]) << heldCount
                heldCount += 8
                place += 1
            }
            let code = held & (1 << width - 1)
            held >>= width
            heldCount -= width
            if code == clear {
                (next, width, previous) = (end + 1, bits + 1, -1)
                continue
            }
            guard code != end, code < next || code == next && previous >= 0 else { throw .damaged }
            // The one code that may come before it is known: the previous run and its own first index.
            var step = code == next ? previous : code
            run.removeAll(keepingCapacity: true)
            while step >= 0 {
                run.append(last[step])
                step = before[step]
            }
            guard let first = run.last else { throw .damaged }
            output += run.reversed()
            if code == next { output.append(first) }
            if previous >= 0, next < 4_096 {
                (before[next], last[next]) = (previous, first)
                next += 1
                if next == 1 << width, width < 12 { width += 1 }
            }
            previous = code
        }
        return Array(output.prefix(count))
    }
}
