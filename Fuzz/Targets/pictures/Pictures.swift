import PictureDecoding
import Pictures

/// Files that pose as pictures, as strangers' servers send them, and what the process that decodes them may answer.
enum PictureFiles {
    static func check(_ input: [UInt8]) -> Interest {
        guard let picture = try? PictureDecoder.picture(of: input) else { return .keep }
        promise(
            1...Picture.mostSide ~= picture.width && 1...Picture.mostSide ~= picture.height
                && picture.pixels.count == 4 * picture.width * picture.height,
            "a picture is small, and has a pixel for each place")
        promise(try PictureDecoder.picture(of: picture.png) == picture, "what is written of it is read as the same")
        return .keep
    }
}
