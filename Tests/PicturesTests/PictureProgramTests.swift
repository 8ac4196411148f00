import Foundation
import Glibc
import Pictures
import TestSupport
import Testing

/// The real `sidekey-picture`, with files that are pictures and files that are traps.
@Suite(.timeLimit(.minutes(5))) struct PictureProgramTests {
    private let program = PictureProgram(path: BuiltProgram.picture.path)

    /// Draws a picture with ImageMagick.
    private func drawn(_ arguments: [String], as format: String) throws -> [UInt8] {
        let folder = try ScratchHome()
        let file = "\(folder.path)/picture.\(format)"
        let result = try ChildProcess.run("/usr/bin/convert", arguments + ["-strip", file])
        #expect(result.ending == .exited(0), "\(result.errors)")
        return try #require(SystemFile.read(file))
    }

    private func fault(_ file: [UInt8], by program: PictureProgram? = nil) async -> PictureFault? {
        do throws(PictureFault) {
            _ = try await (program ?? self.program).decode(file)
            return nil
        } catch {
            return error
        }
    }

    /// A program that reads the file's length and does something else than to decode it.
    private func standIn(_ script: String, limit: Duration = .seconds(20)) throws -> (PictureProgram, ScratchHome) {
        let folder = try ScratchHome()
        let path = "\(folder.path)/sidekey-picture"
        try SystemFile.write(path, Array("#!/bin/sh\n\(script)\n".utf8))
        chmod(path, 0o700)
        return (PictureProgram(path: path, limit: limit), folder)
    }

    @Test(arguments: ["png", "jpg", "webp", "gif"])
    func `a picture of each kind is decoded and made small`(_ format: String) async throws {
        let arguments = ["-size", "640x320", "xc:#ff0000", "-fill", "#0000ff", "-draw", "rectangle 320,0 639,319"]
        let picture = try await program.decode(try drawn(arguments, as: format))
        #expect(picture.width == 320 && picture.height == 160)
        for (column, wanted) in [(40, [255, 0, 0]), (280, [0, 0, 255])] {
            let start = 4 * (80 * 320 + column)
            for (part, value) in zip(picture.pixels[start..<(start + 3)], wanted) {
                // JPEG and WebP say almost what was drawn.
                #expect(abs(Int(part) - value) < 12, "\(format) \(column)")
            }
            #expect(picture.pixels[start + 3] == 255)
        }
    }

    @Test func `a small picture keeps its size, and what is clear stays clear`() async throws {
        for format in ["png", "webp", "gif"] {
            let arguments = ["-size", "7x3", "xc:none", "-fill", "#00ff00", "-draw", "point 6,2"]
            let picture = try await program.decode(try drawn(arguments, as: format))
            #expect(picture.width == 7 && picture.height == 3, "\(format)")
            #expect(picture.pixels[3] == 0 && picture.pixels[4 * 20 + 3] == 255, "\(format)")
        }
    }

    @Test func `of a picture that moves the first frame is decoded`() async throws {
        let frames = ["-delay", "10", "-size", "20x10", "xc:#ff0000", "xc:#0000ff"]
        for format in ["gif", "webp"] {
            let picture = try await program.decode(try drawn(frames, as: format))
            #expect(picture.width == 20 && picture.pixels[0] > 240 && picture.pixels[2] < 15, "\(format)")
        }
    }

    @Test func `what is written of a picture is a PNG of its pixels`() async throws {
        for colour in ["#102030", "#10203080"] {
            let picture = try await program.decode(try drawn(["-size", "300x299", "xc:\(colour)"], as: "png"))
            let png = picture.png
            #expect(png.count <= 410_816)
            let again = try await program.decode(png)
            #expect(again == picture)
            let folder = try ScratchHome()
            try SystemFile.write("\(folder.path)/a.png", png)
            let seen = try ChildProcess.run("/usr/bin/identify", ["-verbose", "\(folder.path)/a.png"])
            #expect(seen.ending == .exited(0) && seen.text.contains("300x299"), "\(seen.errors)")
        }
    }

    @Test(arguments: [
        "<svg xmlns='http://www.w3.org/2000/svg'/>", "<!DOCTYPE html><img src=x>", "%PDF-1.7", "P6 1 1 255 abc",
        "\u{0}\u{0}\u{0}\u{18}ftypmp42", "BM", "{}", "RIFF....WAVE", "GIF88a",
    ])
    func `another kind of file isn't a picture`(_ text: String) async {
        #expect(await fault(Array(text.utf8)) == .kind)
    }

    @Test func `a header that promises too much is refused before anything is decoded`() async throws {
        let png = try drawn(["-size", "8x8", "xc:red"], as: "png")
        let jpeg = try drawn(["-size", "8x8", "xc:red"], as: "jpg")
        let frame = try #require((0..<(jpeg.count - 1)).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
        let sides: [(UInt8, UInt8, UInt8, UInt8)] = [(0xFF, 0xDC, 0xFF, 0xDC), (0x20, 0x01, 0, 1), (0x20, 0, 0x20, 0)]
        for (highWidth, lowWidth, highHeight, lowHeight) in sides {
            var gif = Array("GIF89a".utf8) + [lowWidth, highWidth, lowHeight, highHeight, 0x80, 0, 0]
            gif += [UInt8](repeating: 0, count: 40)
            #expect(await fault(gif) == .tooLarge)
            var bomb = jpeg
            bomb.replaceSubrange((frame + 5)..<(frame + 9), with: [highHeight, lowHeight, highWidth, lowWidth])
            #expect(await fault(bomb) == .tooLarge)
            var header = Array("IHDR".utf8) + [0, 0, highWidth, lowWidth, 0, 0, highHeight, lowHeight]
            header += png[24..<29]
            let sum = crc(header)
            bomb = png
            bomb.replaceSubrange(12..<33, with: header + sum)
            #expect(await fault(bomb) == .tooLarge)
        }
        // VP8X: a canvas of 16,384 by 16,384.
        let canvas: [UInt8] = [0x10, 0, 0, 0, 0xFF, 0x3F, 0, 0xFF, 0x3F, 0]
        let webp = Array("RIFF".utf8) + [0x16, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0] + canvas
        #expect(await fault(webp + [UInt8](repeating: 0, count: 32)) != nil)
        #expect(await fault([UInt8](repeating: 0x89, count: PicturePipe.mostBytes + 1)) == .tooLarge)
    }

    @Test func `a file that inflates to 100 MB ends as a fault or as a small picture`() async throws {
        // One pixel, and what would be a hundred million after it; and a text that inflates to as much.
        let pixel = try drawn(["-size", "1x1", "xc:red"], as: "png")
        let folder = try ScratchHome()
        let script = """
            import sys, zlib, struct
            png = open(sys.argv[1], "rb").read()
            def chunk(name, data): return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            bomb = zlib.compress(bytes(100_000_000), 9)
            head = png[:33]
            open(sys.argv[2], "wb").write(head + chunk(b"IDAT", bomb) + chunk(b"IEND", b""))
            open(sys.argv[3], "wb").write(head + chunk(b"zTXt", b"a\\0\\0" + bomb) + chunk(b"iCCP", b"a\\0\\0" + bomb) + png[33:])
            """
        let files = ["pixel", "after", "before"].map { "\(folder.path)/\($0).png" }
        try SystemFile.write(files[0], pixel)
        let made = try ChildProcess.run("/usr/bin/python3", ["-c", script] + files)
        #expect(made.ending == .exited(0), "\(made.errors)")
        for file in files.dropFirst() {
            let bomb = try #require(SystemFile.read(file))
            do throws(PictureFault) {
                let picture = try await program.decode(bomb)
                #expect(picture.width == 1 && picture.height == 1)
            } catch {
                #expect(error == .damaged)
            }
        }
    }

    @Test(arguments: ["png", "jpg", "webp", "gif"])
    func `a file that was cut or changed is damaged, or another picture, and never more`(_ format: String) async throws
    {
        let whole = try drawn(["-size", "60x40", "plasma:red-blue"], as: format)
        for count in [1, 4, 9, 12, 20, 33, whole.count / 2, whole.count - 30] where count < whole.count {
            let found = await fault(Array(whole.prefix(count)))
            #expect(found == .damaged || found == .kind, "\(count)")
        }
        var random = SystemRandomNumberGenerator()
        for _ in 0..<12 {
            var changed = whole
            for _ in 0..<6 { changed[Int.random(in: 6..<whole.count, using: &random)] = .random(in: 0...255) }
            let found = await fault(changed)
            #expect(found != .unconfined)
        }
    }

    @Test func `what hides behind a picture isn't passed on`() async throws {
        let hidden = Array("<script>alert(1)</script>".utf8)
        for format in ["png", "jpg", "gif", "webp"] {
            let whole = try drawn(["-size", "9x9", "xc:red", "-set", "comment", "<script>"], as: format)
            let picture = try await program.decode(whole + hidden)
            #expect(!String(decoding: picture.png, as: UTF8.self).contains("script"), "\(format)")
        }
    }

    @Test func `a process that hangs, ends, says too much or says something else gives no picture`() async throws {
        let picture = try drawn(["-size", "9x9", "xc:red"], as: "png")
        let begun = ContinuousClock.now
        let (hanging, first) = try standIn("sleep 600", limit: .seconds(1))
        #expect(await fault(picture, by: hanging) == .failed)
        #expect(ContinuousClock.now - begun < .seconds(20))
        for script in [
            "exit 0", "kill -SEGV $$", "head -c 500000 /dev/zero", #"printf '\005\000'"#, #"printf '\011'"#,
            #"printf '\000\001\000\001\000abc'"#, #"printf '\000\377\377\377\377'"#, #"printf '\000\000\000\000\000'"#,
            "printf '<svg>'",
        ] {
            let (program, folder) = try standIn(script)
            #expect(await fault(picture, by: program) == .failed, "\(script)")
            _ = folder
        }
        #expect(await fault(picture, by: PictureProgram(path: "\(first.path)/none")) == .failed)
        let task = Task { await fault(picture, by: PictureProgram(path: hanging.path, limit: .seconds(600))) }
        try await Task.sleep(for: .milliseconds(300))
        task.cancel()
        #expect(await task.value == .failed)
    }

    /// CRC-32, written a second time.
    private func crc(_ bytes: [UInt8]) -> [UInt8] {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
        return [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ~sum >> $0) }
    }
}
