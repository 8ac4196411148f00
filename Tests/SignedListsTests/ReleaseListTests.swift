import Foundation
import SignedLists
import TestSupport
import Testing

/// The list of releases: its grammar and bounds, its two keys, and the file of a package that names them.
struct ReleaseListTests {
    private static let digest = String(repeating: "9f", count: 32)
    private static let whole = """
        {"format": 1, "counter": "12", "version": "1.4.0", "date": "2026-12-01", "urgent": false,
         "notes": "https://sidekey.app/notes/1.4.0",
         "packages": [{"file": "sidekey_1.4.0_amd64.deb", "sha256": "\(digest)", "size": "5120344"}],
         "extensions": [{"version": "1.4.0", "shape": "firefox", "sha256": "\(digest)"}]}
        """

    private func read(_ text: String) throws(ReleaseList.Fault) -> ReleaseList { try ReleaseList(Array(text.utf8)) }

    @Test func `a whole list is read, with the rows by which an agent knows its extension`() throws {
        let list = try read(Self.whole)
        #expect(list.counter == 12 && list.version.description == "1.4.0" && list.date == "2026-12-01")
        #expect(!list.isUrgent && list.notes == "https://sidekey.app/notes/1.4.0")
        #expect(list.files.map(\.name) == ["sidekey_1.4.0_amd64.deb"] && list.files[0].size == 5_120_344)
        #expect(list.extensions.map(\.shape) == ["firefox"] && list.extensions[0].sha256 == Self.digest)
        #expect(list.extensions[0].version == list.version)
        // What a later version adds doesn't keep this one from hearing of it.
        let later = Self.whole.replacing("\"format\": 1,", with: "\"format\": 1, \"channel\": {\"a\": [1]},")
        #expect(try read(later) == list)
        #expect(try read(Self.whole.replacing("false", with: "true")).isUrgent)
    }

    @Test(arguments: [
        ("\"counter\": \"12\"", "\"counter\": 12"), ("\"counter\": \"12\"", "\"counter\": \"012\""),
        ("\"counter\": \"12\"", "\"counter\": \"-1\""),
        ("\"counter\": \"12\"", "\"counter\": \"18446744073709551616\""),
        ("1.4.0\", \"date\"", "1.4\u{202E}\", \"date\""), ("1.4.0\", \"date\"", "01.4\", \"date\""),
        ("1.4.0\", \"date\"", "1.4.0.0.0\", \"date\""), ("1.4.0\", \"date\"", "1.65536\", \"date\""),
        ("2026-12-01", "2026-13-01"), ("2026-12-01", "2026-1-001"), ("false", "0"), ("\"urgent\": false,", ""),
        ("https://sidekey.app/notes", "http://sidekey.app/notes"), ("https://sidekey.app/notes", "javascript:alert(1)"),
        ("https://sidekey.app/notes", "https://sidekey.app@thief.example"), ("https://sidekey.app/notes", "https://"),
        ("sidekey_1.4.0_amd64.deb", "../sidekey.deb"), ("sidekey_1.4.0_amd64.deb", ".bashrc"),
        ("sidekey_1.4.0_amd64.deb", ""), ("\"5120344\"", "5120344"), ("9f9f\", \"size\"", "9F9F\", \"size\""),
        ("\"firefox\"", "\"a b\""), ("\"packages\": [", "\"packages\": [7, "),
        ("\"extensions\": [", "\"extensions\": [{}, "),
        ("\"urgent\": false", "\"urgent\": false, \"urgent\": true"),
    ])
    func `whatever breaks a rule makes the whole list unfit`(_ part: String, _ instead: String) throws {
        #expect(Self.whole.contains(part))
        #expect(throws: ReleaseList.Fault.form) { try read(Self.whole.replacing(part, with: instead)) }
    }

    @Test func `a list that is too long, has too many rows, or is of another format is refused`() throws {
        let filled = Self.whole + String(repeating: " ", count: ReleaseList.maximumCount - Self.whole.utf8.count)
        #expect(try read(filled).counter == 12)
        #expect(throws: ReleaseList.Fault.size) { try read(filled + " ") }
        #expect(throws: ReleaseList.Fault.format) {
            try read(Self.whole.replacing("\"format\": 1", with: "\"format\": 2"))
        }
        #expect(throws: ReleaseList.Fault.form) { try read("") }
        #expect(throws: ReleaseList.Fault.form) { try read(String(repeating: "[", count: 60_000)) }
        let row = "{\"version\": \"1.4.0\", \"shape\": \"firefox\", \"sha256\": \"\(Self.digest)\"}"
        func rows(_ count: Int) -> String {
            Self.whole.replacing(row, with: Array(repeating: row, count: count).joined(separator: ","))
        }
        #expect(try read(rows(64)).extensions.count == 64)
        #expect(throws: ReleaseList.Fault.form) { try read(rows(65)) }
    }

    @Test func `versions are compared as numbers`() throws {
        func version(_ text: String) throws -> ReleaseVersion { try #require(ReleaseVersion(text)) }
        #expect(try version("0.9.10") > version("0.9.9") && version("1.0") > version("0.65535"))
        #expect(try version("1.4") == version("1.4.0.0") && version("1.4.0.1") > version("1.4"))
        for text in ["", ".", "1.", "1..2", "1.-2", "+1", "1.4 ", "v1", "1.4.0-rc1", "٣"] {
            #expect(ReleaseVersion(text) == nil, "\(text)")
        }
    }

    @Test func `either of the two keys signs a list, and no other does`() throws {
        let (first, second, other) = (ListSigner(seed: 1), ListSigner(seed: 2), ListSigner(seed: 3))
        let keys = try [first, second].map { try Minisign.PublicKey($0.key) }
        let list = Array(Self.whole.utf8)
        for signer in [first, second] {
            let signature = try signer.signature(of: list, comment: "timestamp:1")
            try ReleaseList.verify(signature, of: list, byOneOf: keys)
            try ReleaseList.verify(signature, of: list, byOneOf: keys.reversed())
            #expect(throws: Minisign.Fault.signature) {
                try ReleaseList.verify(signature, of: list + [0x20], byOneOf: keys)
            }
        }
        let foreign = try other.signature(of: list, comment: "timestamp:1")
        #expect(throws: Minisign.Fault.otherKey) { try ReleaseList.verify(foreign, of: list, byOneOf: keys) }
        #expect(throws: Minisign.Fault.otherKey) { try ReleaseList.verify(foreign, of: list, byOneOf: []) }
    }

    @Test func `the file of a package names a list only with two different keys`() throws {
        let (one, two) = (try ListSigner(seed: 1).key, try ListSigner(seed: 2).key)
        func source(_ text: String) -> ReleaseSource { ReleaseSource(Array(text.utf8)) }
        func named(_ keys: [String], _ more: String = "\"counter\": \"7\"") -> ReleaseSource {
            let list = keys.map { "\"\($0)\"" }.joined(separator: ",")
            return source("{\"format\":1,\"kind\":\"deb\",\"list\":\"https://a.example/l\",\"keys\":[\(list)],\(more)}")
        }
        let whole = named([one, two])
        #expect(whole.kind == .deb && whole.place?.counter == 7 && whole.place?.keys.count == 2)
        #expect(whole.place?.address == "https://a.example/l")
        for keys in [[], [one], [one, one], [one, "x"], [one, two, try ListSigner(seed: 3).key]] {
            #expect(named(keys) == ReleaseSource(kind: .deb), "\(keys.count)")
        }
        #expect(named([one, two], "\"counter\": 7") == ReleaseSource(kind: .deb))
        #expect(source("{\"format\":1,\"kind\":\"tarball\"}") == ReleaseSource(kind: .tarball))
        for text in ["", "{}", "{\"format\":2,\"kind\":\"deb\"}", "{\"format\":1,\"kind\":\"snap\"}"] {
            #expect(source(text) == ReleaseSource())
        }
        #expect(ReleaseSource(at: "/nowhere/release.json") == ReleaseSource())
        #expect(ReleaseSource(at: "/dev/zero") == ReleaseSource())
    }
}

/// The program minisign of the system as an independent peer: what it signs with a key of its own counts.
@Suite(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/minisign"))) struct MinisignPeerTests {
    private func minisign(_ arguments: String...) throws {
        let ended = try ChildProcess.run("/usr/bin/minisign", arguments, environment: ["PATH": "/usr/bin"])
        #expect(ended.ending == .exited(0), "\(ended.errors)")
    }

    @Test func `a list signed by minisign itself counts, and not once a byte of it has changed`() throws {
        let home = try ScratchHome()
        let text = "{\"format\": 1}\n"
        let list = home.path + "/releases.json"
        try SystemFile.write(list, Array(text.utf8))
        try minisign("-G", "-W", "-p", "\(home.path)/key.pub", "-s", "\(home.path)/key")
        try minisign("-S", "-s", "\(home.path)/key", "-m", list)
        let key = try Minisign.PublicKey(String(decoding: SystemFile.read("\(home.path)/key.pub") ?? [], as: UTF8.self))
        let signature = try #require(SystemFile.read("\(list).minisig"))
        let bytes = Array(text.utf8)
        let keys = [try Minisign.PublicKey(ListSigner().key), key]
        try ReleaseList.verify(signature, of: bytes, byOneOf: keys)
        #expect(throws: Minisign.Fault.signature) {
            try ReleaseList.verify(signature, of: Array(bytes.dropLast()), byOneOf: keys)
        }
    }
}
