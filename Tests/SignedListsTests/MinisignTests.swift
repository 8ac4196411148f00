import SignedLists
import Testing

/// Signatures that minisign itself has made, of both kinds.
struct MinisignTests {
    private static let key = "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3"
    private static let hashed = [
        "untrusted comment: signature from minisign secret key",
        "RUQf6LRCGA9i559r3g7V1qNyJDApGip8MfqcadIgT9CuhV3EMhHoN1mGTkUidF/z7SrlQgXdy8ofjb7bNJJylDOocrCo8KLzZwo=",
        "trusted comment: timestamp:1633700835\tfile:test\tprehashed",
        "wLMDjy9FLAuxZ3q4NlEvkgtyhrr0gtTu6KC4KBJdITbbOeAi1zBIYo0v4iTgt8jJpIidRJnp94ABQkJAgAooBQ==",
    ]
    private static let legacy = [
        "untrusted comment: signature from minisign secret key",
        "RWQf6LRCGA9i59SLOFxz6NxvASXDJeRtuZykwQepbDEGt87ig1BNpWaVWuNrm73YiIiJbq71Wi+dP9eKL8OC351vwIasSSbXxwA=",
        "trusted comment: timestamp:1555779966\tfile:test",
        "QtKMXWyYcwdpZAlPF7tE2ENJkRd1ujvKjlj1m9RtHTBnZPa5WKU5uWRs5GoP5M/VqE81QFuMKI5k/SfNQUaOAA==",
    ]

    private func verify(_ lines: [String], _ file: String = "test", ending: String = "\n") throws(Minisign.Fault)
        -> String
    {
        let text = lines.joined(separator: ending) + ending
        return try Minisign.verify(Array(text.utf8), of: Array(file.utf8), by: Minisign.PublicKey(Self.key))
    }

    @Test func `both kinds of signature count, with the trusted comment`() throws {
        #expect(try verify(Self.hashed) == "timestamp:1633700835\tfile:test\tprehashed")
        #expect(try verify(Self.legacy) == "timestamp:1555779966\tfile:test")
        #expect(try verify(Self.legacy, ending: "\r\n") == "timestamp:1555779966\tfile:test")
        #expect(Minisign.time(in: "timestamp:1633700835\tfile:test") == 1_633_700_835)
        #expect(Minisign.time(in: "a list of mine") == nil)
        #expect(Minisign.time(in: "timestamp:253402300799") == 253_402_300_799)
        #expect(Minisign.time(in: "timestamp:253402300800") == nil)
    }

    @Test func `another file, another comment and another key are refused`() throws {
        for lines in [Self.hashed, Self.legacy] {
            #expect(throws: Minisign.Fault.signature) { try verify(lines, "tesT") }
            var other = lines
            other[2] = "trusted comment: timestamp:1933700835\tfile:test"
            #expect(throws: Minisign.Fault.comment) { try verify(other) }
            // Nobody vouches for the first comment.
            other = lines
            other[0] = "untrusted comment: anything"
            #expect(try !verify(other).isEmpty)
        }
        var mixed = Self.hashed
        mixed[3] = Self.legacy[3]
        #expect(throws: Minisign.Fault.comment) { try verify(mixed) }
        let other = try Minisign.PublicKey(
            "RWQf6LRCGA9i53mlYecO4IzT51TGPpvWucNSCh1CBM0QTaLn73Y7GFO3".replacing("Qf6L", with: "Qf6M"))
        let text = Array((Self.hashed.joined(separator: "\n") + "\n").utf8)
        #expect(throws: Minisign.Fault.otherKey) { try Minisign.verify(text, of: Array("test".utf8), by: other) }
    }

    @Test func `a digest's signature isn't one of the file that is the digest`() {
        // "ED" with the bytes of "Ed", and the other way round.
        for lines in [Self.hashed, Self.legacy] {
            var other = lines
            let isHashed = lines[1].hasPrefix("RUQ")
            other[1] = (isHashed ? "RWQ" : "RUQ") + lines[1].dropFirst(3)
            #expect(throws: Minisign.Fault.signature) { try verify(other) }
        }
    }

    @Test func `what isn't written as a signature is none`() {
        for place in 0..<4 {
            var lines = Self.hashed
            lines.remove(at: place)
            #expect(throws: Minisign.Fault.form) { try verify(lines) }
            lines = Self.hashed
            lines[place] = "x" + lines[place]
            #expect(throws: Minisign.Fault.form) { try verify(lines) }
        }
        #expect(throws: Minisign.Fault.form) { try verify(Self.hashed + ["more"]) }
        #expect(throws: Minisign.Fault.form) {
            try verify(Self.hashed.map { $0 + String(repeating: " ", count: 4096) })
        }
        // A second spelling of the same bytes.
        var other = Self.hashed
        other[1] = String(other[1].dropLast(2)) + "p="
        #expect(throws: Minisign.Fault.form) { try verify(other) }
    }

    @Test func `a key is read alone or with its comment`() throws {
        let file = "untrusted comment: minisign public key E7620F1842B4E81F\n\(Self.key)\n"
        #expect(try Minisign.PublicKey(file) == Minisign.PublicKey(Self.key))
        for text in ["", "RWQ", Self.key + "A", "\(Self.key)\n\(Self.key)", "RUQ" + Self.key.dropFirst(3)] {
            #expect(throws: Minisign.Fault.key) { try Minisign.PublicKey(text) }
        }
    }
}
