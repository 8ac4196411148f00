import PictureDecoding
import Pictures
import Testing

/// The reader of GIF, byte by byte; the libraries' readers are tried in their process (PictureProgramTests).
@Suite struct PictureDecoderTests {
    /// Two by two, of four colours: red, green, blue and white, the last of which is clear.
    private static let frame: [UInt8] =
        Array("GIF89a".utf8) + [2, 0, 2, 0, 0x81, 0, 0]
        + [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255]
        + [0x21, 0xF9, 4, 1, 0, 0, 3, 0]
        + [0x2C, 0, 0, 0, 0, 2, 0, 2, 0, 0]
        // Codes of three bits: clear, 0, 1, 2, 3, end (4 bits by then).
        + [2, 3, 0x44, 0x34, 0x05, 0, 0x3B]

    private func picture(_ file: [UInt8]) throws(PictureFault) -> Picture { try PictureDecoder.picture(of: file) }

    @Test func `each pixel has its colour, and the clear one has none`() throws {
        let picture = try picture(Self.frame)
        #expect(picture.width == 2 && picture.height == 2)
        #expect(picture.pixels == [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 0, 0, 0, 0])
    }

    @Test func `no GIF that ends anywhere, or has any byte changed, is read beyond its end`() throws {
        for count in 6..<Self.frame.count {
            // The picture is whole before the end of its blocks is told, but that is told in their first byte.
            if let picture = try? picture(Array(Self.frame.prefix(count))) { #expect(picture.width == 2) }
        }
        for place in 6..<Self.frame.count {
            for value in UInt8.min...UInt8.max {
                var changed = Self.frame
                changed[place] = value
                do throws(PictureFault) {
                    let picture = try picture(changed)
                    #expect(picture.pixels.count == 4 * picture.width * picture.height)
                } catch {
                    #expect(error == .damaged || error == .tooLarge)
                }
            }
        }
    }
}
