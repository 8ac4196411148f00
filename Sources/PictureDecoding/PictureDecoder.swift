import CPNG
import CTurboJPEG
import CWebP
public import Pictures

/// Decodes a file of a stranger's, and makes the picture small. It is for a process that can do nothing else.
///
/// ```
/// 89 50 4E 47 0D 0A 1A 0A            PNG
/// FF D8 FF                           JPEG
/// 52 49 46 46 .. .. .. .. 57 45 42 50   WebP
/// 47 49 46 38 37|39 61               GIF
/// ```
///
/// How a file begins decides what it is, not what a server called it. Whatever follows the picture in it is left out. Of one that moves, the first frame is
/// decoded.
public enum PictureDecoder {
    /// - Throws: `kind`, `tooLarge` before anything is decoded, `damaged`.
    public static func picture(of file: [UInt8]) throws(PictureFault) -> Picture {
        let bitmap: Bitmap
        if file.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
            bitmap = try png(file)
        } else if file.starts(with: [0xFF, 0xD8, 0xFF]) {
            bitmap = try jpeg(file)
        } else if file.starts(with: "RIFF".utf8), file.dropFirst(8).starts(with: "WEBP".utf8) {
            bitmap = try webp(file)
        } else if file.starts(with: "GIF87a".utf8) || file.starts(with: "GIF89a".utf8) {
            bitmap = try GIFReader.firstFrame(of: file)
        } else {
            throw .kind
        }
        guard let picture = bitmap.picture else { throw .damaged }
        return picture
    }

    private static func png(_ file: [UInt8]) throws(PictureFault) -> Bitmap {
        var image = png_image()
        // The library keeps the address of the file until it has read all of it.
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.count)
        defer { bytes.deallocate() }
        _ = bytes.initialize(from: file)
        guard sidekey_png_begin(&image, bytes.baseAddress, bytes.count) != 0 else { throw .damaged }
        let sides: (width: Int, height: Int)
        do throws(PictureFault) { sides = try Bitmap.sides(Int(image.width), Int(image.height)) } catch {
            sidekey_png_leave(&image)
            throw error
        }
        return try Bitmap(sides) { pixels in sidekey_png_read(&image, pixels) != 0 }
    }

    private static func jpeg(_ file: [UInt8]) throws(PictureFault) -> Bitmap {
        guard let decoder = tjInitDecompress() else { throw .damaged }
        defer { tjDestroy(decoder) }
        var (width, height, subsampling, colours): (CInt, CInt, CInt, CInt) = (0, 0, 0, 0)
        let count = CUnsignedLong(file.count)
        guard tjDecompressHeader3(decoder, file, count, &width, &height, &subsampling, &colours) == 0 else {
            throw .damaged
        }
        let (whole, shown) = (try Bitmap.sides(Int(width), Int(height)), Bitmap.shown(Int(width), Int(height)))
        // The library makes it smaller by eighths as it decodes: as small as it may get without losing what is shown.
        let eighths = (1...8).first { part in
            (whole.width * part + 7) / 8 >= shown.width && (whole.height * part + 7) / 8 >= shown.height
        }
        let part = eighths ?? 8
        let sides = (width: (whole.width * part + 7) / 8, height: (whole.height * part + 7) / 8)
        return try Bitmap(sides) { pixels in
            // A progressive one of thousands of empty scans would take minutes.
            tjDecompress2(
                decoder, file, count, pixels, CInt(sides.width), 0, CInt(sides.height), CInt(TJPF_RGBA.rawValue),
                CInt(TJFLAG_LIMITSCANS)) == 0
        }
    }

    private static func webp(_ file: [UInt8]) throws(PictureFault) -> Bitmap {
        var config = WebPDecoderConfig()
        guard WebPInitDecoderConfig(&config) != 0,
            WebPGetFeatures(file, file.count, &config.input) == VP8_STATUS_OK
        else { throw .damaged }
        let whole = try Bitmap.sides(Int(config.input.width), Int(config.input.height))
        if config.input.has_animation != 0 { return try animatedWebP(file, whole) }
        let sides = Bitmap.shown(whole.width, whole.height)
        if sides != whole {
            config.options.use_scaling = 1
            config.options.scaled_width = CInt(sides.width)
            config.options.scaled_height = CInt(sides.height)
        }
        config.output.colorspace = MODE_RGBA
        config.output.is_external_memory = 1
        return try Bitmap(sides) { pixels in
            config.output.u.RGBA.rgba = pixels
            config.output.u.RGBA.stride = CInt(4 * sides.width)
            config.output.u.RGBA.size = 4 * sides.width * sides.height
            defer { WebPFreeDecBuffer(&config.output) }
            return WebPDecode(file, file.count, &config) == VP8_STATUS_OK
        }
    }

    private static func animatedWebP(
        _ file: [UInt8], _ sides: (width: Int, height: Int)
    ) throws(PictureFault) -> Bitmap {
        var options = WebPAnimDecoderOptions()
        guard WebPAnimDecoderOptionsInit(&options) != 0 else { throw .damaged }
        options.color_mode = MODE_RGBA
        options.use_threads = 0
        // The library keeps the address of the file until the decoder is gone.
        let bytes = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: file.count)
        defer { bytes.deallocate() }
        _ = bytes.initialize(from: file)
        var data = WebPData(bytes: bytes.baseAddress, size: bytes.count)
        guard let decoder = WebPAnimDecoderNew(&data, &options) else { throw .damaged }
        defer { WebPAnimDecoderDelete(decoder) }
        var info = WebPAnimInfo()
        guard WebPAnimDecoderGetInfo(decoder, &info) != 0, Int(info.canvas_width) == sides.width,
            Int(info.canvas_height) == sides.height
        else { throw .damaged }
        return try Bitmap(sides) { pixels in
            var frame: UnsafeMutablePointer<UInt8>?
            var time: CInt = 0
            guard WebPAnimDecoderGetNext(decoder, &frame, &time) != 0, let frame else { return false }
            pixels.update(from: frame, count: 4 * sides.width * sides.height)
            return true
        }
    }
}
