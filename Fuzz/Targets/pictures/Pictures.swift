import Fuzzing
import PictureDecoding
import Pictures

/// Files that pose as pictures, as strangers' servers send them, and what the process that decodes them may answer.
@main enum PictureFiles {
    static func main() {
        Fuzzer.run { input in
            check(input)
            return .keep
        }
    }

    private static func check(_ file: [UInt8]) {
        guard let picture = try? PictureDecoder.picture(of: file) else { return }
        promise(
            1...Picture.mostSide ~= picture.width && 1...Picture.mostSide ~= picture.height
                && picture.pixels.count == 4 * picture.width * picture.height,
            "a picture is small, and has a pixel for each place")
        promise(try PictureDecoder.picture(of: picture.png) == picture, "what is written of it is read as the same")
    }
}
