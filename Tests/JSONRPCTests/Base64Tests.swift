import Foundation
import JSONRPC
import Testing

@Suite("Base64") struct Base64Tests {
    private func failure(_ text: String) -> Base64Error? {
        do throws(Base64Error) {
            _ = try Base64.decode(text)
            return nil
        } catch {
            return error
        }
    }

    @Test(
        "the vectors of RFC 4648, section 10",
        arguments: [
            ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
            ("foobar", "Zm9vYmFy"),
        ])
    func vectors(decoded: String, encoded: String) throws {
        #expect(Base64.encode(Array(decoded.utf8)) == encoded)
        #expect(try Base64.decode(encoded) == Array(decoded.utf8))
    }

    @Test("Foundation writes and reads the same, at every length")
    func foundation() throws {
        for count in Array(0...300) + [65_536, 65_537, 1_000_001] {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255) }
            let text = Base64.encode(bytes)
            #expect(text == Data(bytes).base64EncodedString())
            #expect(try Base64.decode(text) == bytes)
        }
        #expect(Base64.encode(Data([0xFB, 0xFF])) == "+/8=")
        #expect(Base64.encode([1, 2, 3].lazy.map { UInt8($0) }) == "AQID")
    }

    @Test(
        "a second spelling of the same bytes is refused",
        arguments: [
            ("Zh==", .unusedBits), ("Zm9=", .unusedBits), ("Zm+=", .unusedBits), ("////Z/==", .unusedBits),
            ("Zg", .length(2)), ("Zg=", .length(3)),
            ("Zm8", .length(3)), ("Zm9v\n", .length(5)), (" Zm9v", .length(5)),
            ("Zm9vZg==\n\r\n\r", .character(offset: 6)),
            ("Zm 9", .character(offset: 2)), ("Zg===", .length(5)), ("Z===", .character(offset: 1)),
            ("====", .character(offset: 0)),
            ("=", .length(1)), ("Zg==Zg==", .character(offset: 2)), ("Zm8=Zm8=", .character(offset: 3)),
            ("Zm-_", .character(offset: 2)),
            ("Zm_v", .character(offset: 2)), ("Zm9\u{0}", .character(offset: 3)), ("Zmé", .character(offset: 2)),
            ("Z=g=", .character(offset: 1)),
            ("=g==", .character(offset: 0)), ("Zm=v", .character(offset: 2)),
            ("Zm9vZm9vZm9?Zg==", .character(offset: 11)),
        ] as [(String, Base64Error)])
    func secondSpellings(text: String, error: Base64Error) {
        #expect(failure(text) == error)
    }

    @Test("every byte in every place of a group is read only if the alphabet has it")
    func everyByte() throws {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
        for position in 0..<8 {
            for byte in 0...UInt8.max {
                var text = Array("AAAAAAAA".utf8)
                text[position] = byte
                let decoded = text.withUnsafeBytes { try? Base64.decode($0) }
                // Padding in the last place is right here: the bits before it are zero.
                #expect((decoded != nil) == (alphabet.contains(byte) || (position == 7 && byte == 0x3D)))
            }
        }
    }
}
