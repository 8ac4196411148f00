import Base58

/// Base58, as addresses in parameters are read: one spelling, and the reader for fixed lengths agrees with the one for any.
///
/// An input is taken as bytes to be written and as a text to be read.
enum Base58Texts {
    static func check(_ input: [UInt8]) -> Interest {
        checkWriting(input)
        if let text = String(validating: input, as: UTF8.self) { checkReading(text) }
        return .keep
    }

    private static func checkWriting(_ bytes: [UInt8]) {
        let text = Base58.encode(bytes)
        promise(try Base58.decode(text) == bytes, "what is written is read as the same")
        checkReading(text)
        for count in [32, 64] where bytes.count >= count {
            let part = Array(bytes.prefix(count))
            let text = Base58.encode(part)
            promise(try Base58.decode(text) == part, "so are keys and signatures")
            checkReading(text)
        }
    }

    private static func checkReading(_ text: String) {
        let outcome = read { () throws(Base58Error) in try Base58.decode(text) }
        switch outcome {
        case .success(let bytes): promise(Base58.encode(bytes) == text, "there is one spelling")
        case .failure(.character(let offset)):
            promise((0..<text.utf8.count).contains(offset), "a wrong character stands in the text")
        case .failure: promise(false, "a text of any length has the right one")
        }
        for count in [0, 1, 31, 32, 33, 63, 64, 65] {
            let fixed = read { () throws(Base58Error) in try Base58.decode(text, count: count) }
            let expected = outcome.flatMap { bytes in bytes.count == count ? .success(bytes) : .failure(.count) }
            switch (fixed, expected) {
            case (.success(let bytes), .success(let same)): promise(bytes == same, "both readers read the same")
            case (.failure, .failure): break
            default: promise(false, "both readers take the same")
            }
        }
    }

    private static func read(_ body: () throws(Base58Error) -> [UInt8]) -> Result<[UInt8], Base58Error> {
        do throws(Base58Error) { return .success(try body()) } catch { return .failure(error) }
    }
}
