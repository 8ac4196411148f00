import Sites
import Testing

/// Internationalised labels, as Python's codec writes them; the first are the samples of RFC 3492, section 7.1.
struct PunycodeTests {
    private func decoded(_ label: String) -> String? {
        Punycode.decoded(label.utf8).map { String(String.UnicodeScalarView($0)) }
    }

    @Test(arguments: [
        ("ihqwcrb4cv8a8dqg056pqjye", "他们为什么不说中文"),
        ("3b-ww4c5e180e575azdo039a", "3年b组金八先生"),
        ("proprostnemluvesky-uyb24dma41a", "pročprostěnemluvíčesky"),
        ("n8jok5ay5dzabd5bym9f0cm5685rrjetr6pdxa", "なぜみんな日本語を話してくれないのか"),
        ("b1abfaaepdrnnbgefbadotcwatmq2g4l", "почемужеонинеговорятпорусски"),
        ("raydum-svf", "raydіum"),
        ("sol-qh33b", "😀sol"),
        ("tda", "ü"),
        ("mnchen-ost-9db", "münchen-ost"),
    ])
    func `labels are decoded as others encode them`(_ label: String, _ text: String) {
        #expect(decoded(label) == text)
    }

    @Test func `a label that isn't well-formed is none`() {
        // A digit that is missing, a sign that is none, a code point beyond the last, a surrogate, more than a label holds.
        for label in ["raydum-s9", "raydum-s9!", "99999999", "a-99999999999", String(repeating: "a", count: 64)] {
            #expect(decoded(label) == nil, "\(label)")
        }
        #expect(decoded("") == "")
        #expect(decoded(String(repeating: "9", count: 63)) == nil)
    }
}
