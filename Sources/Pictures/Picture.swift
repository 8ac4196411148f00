/// A small picture as pixels, and as the PNG that Sidekey writes of them.
///
/// Pixels are all that comes from the process that decoded a stranger's file. Each row of them is right whatever its bytes are, so nothing of that file's
/// structure reaches a browser.
public struct Picture: Sendable, Hashable {
    /// The most pixels of a side.
    public static let mostSide = 320

    public let width: Int
    public let height: Int
    /// Red, green, blue and alpha of each pixel, row by row from the top.
    public let pixels: [UInt8]

    /// - Returns: nil if a side has no pixels or more than ``mostSide``, or if the pixels are not as many as the sides say.
    public init?(width: Int, height: Int, pixels: [UInt8]) {
        guard 1...Self.mostSide ~= width, 1...Self.mostSide ~= height, pixels.count == 4 * width * height else {
            return nil
        }
        (self.width, self.height, self.pixels) = (width, height, pixels)
    }

    /// True if nothing can be seen through it.
    private var isOpaque: Bool { stride(from: 3, to: pixels.count, by: 4).allSatisfy { pixels[$0] == 255 } }

    /// The picture as a PNG without compression, at most 410,816 bytes (W3C, PNG, 5 and 11.2).
    ///
    /// ```
    /// signature
    /// IHDR   width, height, 8 bits, colour type 2 (RGB) or 6 (RGBA)
    /// IDAT   zlib's header, stored blocks of rows that each begin with a zero, Adler-32
    /// IEND
    /// ```
    public var png: [UInt8] {
        let isOpaque = isOpaque
        var rows: [UInt8] = []
        rows.reserveCapacity(pixels.count + height)
        for row in 0..<height {
            rows.append(0)
            let line = pixels[(4 * width * row)..<(4 * width * (row + 1))]
            if isOpaque {
                for start in stride(from: line.startIndex, to: line.endIndex, by: 4) {
                    rows += line[start..<(start + 3)]
                }
            } else {
                rows += line
            }
        }
        var png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header = Self.bytes(UInt32(width)) + Self.bytes(UInt32(height)) + [8, isOpaque ? 2 : 6, 0, 0, 0]
        png += Self.chunk("IHDR", header) + Self.chunk("IDAT", Self.stored(rows)) + Self.chunk("IEND", [])
        return png
    }

    /// Wraps bytes as zlib without compressing them (RFC 1950; RFC 1951, 3.2.4).
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let (low, high) = (UInt8(block.count & 0xFF), UInt8(block.count >> 8))
            stream += [block.endIndex == bytes.count ? 1 : 0, low, high, ~low, ~high]
            stream += block
        }
        var (first, second): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            first = (first + UInt32(byte)) % 65_521
            second = (second + first) % 65_521
        }
        return stream + Self.bytes(second << 16 | first)
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        let named = Array(name.utf8) + content
        var sum = UInt32.max
        for byte in named { sum = table[Int(UInt8(truncatingIfNeeded: sum) ^ byte)] ^ sum >> 8 }
        return bytes(UInt32(content.count)) + named + bytes(~sum)
    }

    /// CRC-32 of each byte.
    private static let table: [UInt32] = (0..<256).map { byte in
        (0..<8).reduce(UInt32(byte)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1 }
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}

/// The reason a file gives no picture. Append-only; the numbers are what `sidekey-picture` answers.
public enum PictureFault: UInt8, Error, Sendable, CaseIterable {
    /// Neither PNG, JPEG, WebP nor GIF.
    case kind = 1
    /// More than 8,192 pixels a side, or more than 32 million in all.
    case tooLarge = 2
    /// It ends too early, or isn't what it begins as.
    case damaged = 3
    /// This system can't shut the decoder in, so nothing is decoded.
    case unconfined = 4
    /// The decoder can't be started, ended, took too long, or answered something else. It never answers this one.
    case failed = 5
}

/// The pipe between the agent and `sidekey-picture`.
///
/// ```
/// agent      the file's length (4 bytes, least first), the file
/// program    a zero, width and height (2 bytes each, least first), the pixels; or one byte, the number of a fault
/// ```
public enum PicturePipe {
    /// The most bytes of a file: 4 MiB.
    public static let mostBytes = 4 << 20
    /// The most bytes of an answer.
    static let mostAnswer = 5 + 4 * Picture.mostSide * Picture.mostSide

    /// Returns what a file's bytes are preceded by.
    static func header(count: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) } }

    /// Reads the length of a file; nil if it is none or too long.
    public static func count(_ header: [UInt8]) -> Int? {
        let count = header.reversed().reduce(0) { $0 << 8 | Int($1) }
        return header.count == 4 && 1...mostBytes ~= count ? count : nil
    }

    /// Returns the whole answer of the program.
    public static func answer(_ outcome: Result<Picture, PictureFault>) -> [UInt8] {
        switch outcome {
        case .failure(let fault): [fault.rawValue]
        case .success(let picture):
            [0] + [picture.width, picture.height].flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] } + picture.pixels
        }
    }

    /// Reads the whole answer of the program.
    ///
    /// - Throws: The fault that it names; `failed` if it is no answer.
    static func picture(_ answer: [UInt8]) throws(PictureFault) -> Picture {
        if answer.count == 1, let fault = PictureFault(rawValue: answer[0]) { throw fault }
        guard answer.count > 5, answer[0] == 0,
            let picture = Picture(
                width: Int(answer[1]) | Int(answer[2]) << 8, height: Int(answer[3]) | Int(answer[4]) << 8,
                pixels: Array(answer[5...]))
        else { throw .failed }
        return picture
    }
}
