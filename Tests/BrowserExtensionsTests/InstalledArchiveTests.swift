import BrowserExtensions
import Glibc
import TestSupport
import Testing

/// An archive as Chromium has installed it: the row can be made before a store has it, and what is left out of the hash does nothing.
@Suite struct InstalledArchiveTests {
    private let home: ScratchHome
    private var root: String { home.path + "/x" }
    private static let store = "https://clients2.google.com/service/update2/crx"

    init() throws {
        home = try ScratchHome()
        for folder in ["", "/_locales", "/_locales/en", "/_metadata"] { mkdir(home.path + "/x\(folder)", 0o700) }
        try write("bg.js", "1\n")
        try write("_locales/en/messages.json", #"{"n":{"message":"mini \u2026"}}"#)
        try write("manifest.json", Self.manifest())
    }

    /// A manifest of these values in another order and form than ours, with more members.
    private static func manifest(_ more: String = "") -> String {
        #"{ "z" : {"b":1, "a":["\u00e9\u003C\u2028\u0007\u000a"]},\#(more) "version":"1",  "name":"__MSG_n__"}"#
    }

    private func write(_ name: String, _ text: String) throws {
        try SystemFile.write("\(root)/\(name)", Array(text.utf8))
    }

    private func hash(_ shape: KnownExtension.Shape = .chromium) throws -> String {
        try ExtensionCopy(at: root, shape: shape).hash.get()
    }

    private func fault() -> ExtensionFault? {
        guard case .failure(let fault) = ExtensionCopy(at: root, shape: .chromium).hash else { return nil }
        return fault
    }

    /// As packaging/extension.py makes it of the same values.
    @Test func `the one form is that of the program that makes the rows`() throws {
        #expect(try hash() == "3caa9750514ae85ef5df4f6ecc77fb0cac1c5fa748846b56f8fbdccbdce48735")
        #expect(try hash(.unpacked) != hash())
    }

    @Test func `what the store and Chromium add changes nothing, and another place of updates does`() throws {
        let before = try hash()
        try write(
            "manifest.json",
            Self.manifest(#""key":"MIIB","update_url":"\#(Self.store)","differential_fingerprint":"1.0af","#))
        try write("manifest.fingerprint", "1.0af")
        try write("_metadata/verified_contents.json", #"[{"description":"treehash per file"}]"#)
        try write("_metadata/computed_hashes.json", #"{"version":2}"#)
        #expect(try hash() == before)
        for other in [
            #""update_url":"https://clients2.google.com/service/update2/crx?"#,
            #""update_url":"http://clients2.google.com/service/update2/crx"#,
            #""update_url":"https://thief.example/update"#, #""differential_fingerprint":"alert(1)"#,
            #""permissions":"x"#,
        ] {
            try write("manifest.json", Self.manifest(other + "\","))
            #expect(try hash() != before, "\(other)")
        }
        try write("manifest.json", Self.manifest(#""key":["MIIB"],"#))
        #expect(try hash() != before)
        try write("manifest.json", Self.manifest())
        try write("_locales/en/messages.json", #"{"n":{"message":"mini"}}"#)
        #expect(try hash() != before)
    }

    @Test(arguments: [
        #"{"name":"a","name":"b"}"#, #"{"name":"a"} // more"#, "\u{FEFF}{}", #"{"a":1.0}"#, #"{"a":1e0}"#, #"{"a":-0}"#,
        "[]", "", "{",
    ])
    func `a manifest that programs could read differently has no hash`(_ text: String) throws {
        try write("manifest.json", text)
        #expect(fault() == .rewritten)
    }

    @Test(arguments: [
        ("_metadata/verified_contents.json", "globalThis.x = 1"), ("_metadata/computed_hashes.json", "[1] + alert(1)"),
        ("manifest.fingerprint", "alert(1)"), ("manifest.fingerprint", ""), ("_locales/en/messages.json", "{}{}"),
        ("manifest.fingerprint", String(repeating: "1", count: 129)),
    ])
    func `what is left out and could be run has no hash`(_ name: String, _ text: String) throws {
        try write(name, text)
        #expect(fault() == .rewritten)
    }

    @Test(arguments: [
        "_metadata/more.js", "_metadata/own.json", "more.js", "manifest.fingerprint.js", "_locales/en/more.json",
    ])
    func `a file more is another hash, also in the folder that Chromium writes to`(_ name: String) throws {
        let before = try hash()
        try write(name, "{}")
        #expect(try hash() != before)
    }
}
