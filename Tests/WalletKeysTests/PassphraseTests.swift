import Salt
import Testing
import WalletKeys

struct PassphraseTests {
    @Test(
        arguments: [
            ("12345678", nil), ("1234567", .tooShort), ("", .empty), ("pässwör", nil), ("seven 7", .tooShort),
            ("12345678\n", .controlCharacter), ("1234\u{0}5678", .controlCharacter),
            ("1234\u{7F}5678", .controlCharacter),
            ("12345678\u{85}", .controlCharacter), ("\u{1F511}\u{1F511}", nil), ("Ω≈ç√∫˜µ≤", nil),
            (String(repeating: "x", count: 1024), nil), (String(repeating: "x", count: 1025), .tooLong),
        ] as [(String, PassphraseFault?)])
    func `a person's passphrase has 8 to 1,024 bytes of text`(_ text: String, _ fault: PassphraseFault?) {
        check(Array(text.utf8), unattended: false, fault)
    }

    @Test(
        arguments: [
            ([0x31], nil), ([], .empty), ([0xFF], .notUTF8), ([0xC0, 0x80], .notUTF8), ([0xED, 0xA0, 0x80], .notUTF8),
            ([0x31, 0xE2, 0x82], .notUTF8), ([0xF4, 0x90, 0x80, 0x80], .notUTF8), ([0x0A], .controlCharacter),
        ] as [([UInt8], PassphraseFault?)])
    func `a script's passphrase may have one byte, but must be text`(_ bytes: [UInt8], _ fault: PassphraseFault?) {
        check(bytes, unattended: true, fault)
    }

    private func check(_ bytes: [UInt8], unattended: Bool, _ fault: PassphraseFault?) {
        var found: PassphraseFault?
        do throws(WalletKeyError) {
            try Passphrase.check(SecretBytes(copying: bytes), unattended: unattended)
        } catch {
            if case .passphraseInvalid(let fault) = error { found = fault }
        }
        #expect(found == fault)
    }
}
