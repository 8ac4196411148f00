import Foundation
import Testing
import Wording

/// Whatever `sidekey doctor` finds wrong, it says what to do about.
@Suite struct DoctorFixTests {
    /// The findings as the checks use them: by status, those that are mentioned with it.
    private static func findings() throws -> [String: Set<String>] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources/sidekey")
        var found: [String: Set<String>] = [:]
        // What is read of a browser's files stands beside the browsers.
        let files = try ["Doctor", "Browsers"].flatMap { name in
            try FileManager.default.contentsOfDirectory(
                at: folder.appending(path: name), includingPropertiesForKeys: nil)
        }
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /\.(ok|warning|failure)\(\s*[^,\[]*,\s*\.(found[A-Za-z]*)/) {
                found[String(match.output.1), default: []].insert(String(match.output.2))
            }
            // Why a manifest is refused is thrown, and said by who reads it.
            for match in text.matches(of: /(?:Fault\(key:|key =) \.(found[A-Za-z]*)/) {
                found["failure", default: []].insert(String(match.output.1))
            }
        }
        return found
    }

    @Test func `every fault has a fix, and what is as it should be has none`() throws {
        let found = try Self.findings()
        let (faults, fine) = ((found["warning"] ?? []).union(found["failure"] ?? []), found["ok"] ?? [])
        #expect(faults.count > 20 && fine.count > 10)
        #expect(faults.isDisjoint(with: fine))
        let all = Set(TextKey.allCases.map(\.name).filter { $0.hasPrefix("found") })
        #expect(faults.union(fine) == all)
        for key in TextKey.allCases { #expect((key.fix != nil) == faults.contains(key.name), "\(key)") }
    }

    @Test(arguments: TextKey.allCases.filter { $0.fix != nil }) func `a fix says in every language what to do`(
        _ key: TextKey
    ) throws {
        let fix = try #require(key.fix)
        let texts = Language.allCases.map {
            Phrasebook($0)(
                fix,
                [
                    "browser": "Firefox", "source": "example.org", "file": "wallet.sqlite.aside-1",
                    "files": "wallet.sqlite.aside-1", "ending": ".aside-1", "folder": "/home/user/wallet",
                    "app": "org.mozilla.firefox", "path": "/home/user/extension",
                ])
        }
        for text in texts {
            #expect(text.count >= 10 && !text.contains("?"), "\(text)")
            // The same command, program, file or setting, however the sentence goes.
            let names = texts[0].matches(
                of: /sidekey [a-z]+|\.\/install\.sh|[A-Z]+_[A-Z_]+|pinentry-[a-z0-9]+|example\.org/)
            for name in names { #expect(text.contains(name.output), "\(text)") }
        }
        #expect(Set(texts).count == texts.count || [.hintCreate, .hintUpdateLists].contains(fix), "\(texts)")
    }
}
