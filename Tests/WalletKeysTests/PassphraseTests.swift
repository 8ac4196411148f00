import Salt
import Testing
import WalletKeys

struct PassphraseTests {
    @Test(
        arguments: [
            ("correct horse battery", nil), ("1234567", .tooShort), ("", .empty), ("seven 7", .tooShort),
            ("correct horse battery\n", .controlCharacter), ("correct\u{0}horse battery", .controlCharacter),
            ("correct\u{7F}horse battery", .controlCharacter), ("correct horse battery\u{85}", .controlCharacter),
            ("καλημέρα κόσμε του ήλιου", nil), (String(repeating: "x", count: 1024), .guessable),
            (String(repeating: "x", count: 1025), .tooLong),
        ] as [(String, PassphraseFault?)])
    func `a person's passphrase has 8 to 1,024 bytes of text`(_ text: String, _ fault: PassphraseFault?) {
        check(Array(text.utf8), unattended: false, fault)
    }

    /// Each is among the first that anybody tries.
    @Test(arguments: [
        "12345678", "1234567890", "87654321", "password", "Password1", "P@ssw0rd", "P@ssw0rd2024!", "qwertyuiop",
        "qwertz123",
        "1qaz2wsx", "aaaaaaaaaaaaaaaaaaaa", "abcabcabcabcabc", "passwordpassword", "iloveyou123", "letmein2024",
        "solanawallet",
        "bitcoin2023", "Summer2024!", "MyDogRex2019", "galatasaray1905", "flamengo1981", "senha12345", "correct horse",
        "correcthorse", "battery staple", "sunflower garden", "sunflowergarden", "pässwör", "καλημέρα",
        "καλημέρα κόσμε",
        "🔑🔑🔑🔑", "19841984", "        ", "a1a1a1a1a1a1", "zxcvbnm,", "trustno1", "abandon abandon abandon abandon",
    ])
    func `what is guessed first is refused, and the refusal says what to take`(_ text: String) {
        check(Array(text.utf8), unattended: false, .guessable)
        check(Array(text.utf8), unattended: true, nil)
        #expect(PassphraseFault.guessable.description.contains("four or more"))
    }

    @Test(arguments: [
        "correct horse battery staple", "correcthorsebatterystaple", "Tuesday elephant copper mug", "kX9#mQ2vLp4",
        "0vZKWphC1qw1sXvP", "o sapo não lava o pé", "sarı kedi mavi gökyüzü", "3 blind mice run!", "0f8a3c9e77d1b2",
        "korrekt pferd batterie heftklammer", "漢字仮名交じり文 と 暗号 鍵",
    ])
    func `what nobody guesses soon is one`(_ text: String) {
        check(Array(text.utf8), unattended: false, nil)
    }

    @Test(.timeLimit(.minutes(1))) func `the longest is judged in a moment`() {
        for part in ["a", "ab", "qw", "é", "1a", "correct "] {
            let text = String(repeating: part, count: 1023 / part.utf8.count) + "z"
            _ = try? Passphrase.check(SecretBytes(copying: Array(text.utf8)), unattended: false)
        }
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
        do throws(PassphraseFault) {
            try Passphrase.check(SecretBytes(copying: bytes), unattended: unattended)
        } catch {
            found = error
        }
        #expect(found == fault)
    }
}
