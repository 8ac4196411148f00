import Foundation
import SolanaWalletAdapter
import Testing

struct SystemLinkOpenerTests {
    /// A program that notes its arguments, one a line, and ends as it is told.
    private func program(_ end: String) throws -> (path: String, notes: URL) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "opener-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (script, notes) = (folder.appending(path: "open"), folder.appending(path: "notes"))
        let text = "#!/bin/sh\nfor a in \"$@\"; do printf '%s\\n' \"$a\" >>'\(notes.path)'; done\n\(end)\n"
        try Data(text.utf8).write(to: script)
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: script.path)
        return (script.path, notes)
    }

    @Test func `a link is one argument, whatever it holds, and no shell sees it`() async throws {
        let (path, notes) = try program("exit 0")
        let link = "app://x?$(touch%20/nowhere);`id`&a='b'|c*"
        try await SystemLinkOpener(program: path).open(link)
        #expect(try String(contentsOf: notes, encoding: .utf8) == link + "\n")
    }

    @Test(arguments: [
        "", "--help", "no-scheme", "/etc/passwd", "app://with blank", "app://line\nbreak", "1:x", "app://ä",
    ])
    func `what isn't a link reaches no program`(text: String) async throws {
        let (path, notes) = try program("exit 0")
        let end = await fault { () throws(WalletAdapterError) in try await SystemLinkOpener(program: path).open(text) }
        #expect(end == .notALink)
        #expect(!FileManager.default.fileExists(atPath: notes.path))
    }

    @Test func `how the program ends is told`() async throws {
        for (end, status) in [("exit 3", Int32(3)), ("kill -9 $$", 137)] {
            let (path, _) = try program(end)
            let fault = await fault { () throws(WalletAdapterError) in
                try await SystemLinkOpener(program: path).open("app:x")
            }
            #expect(fault == .openerFailed(status: status))
        }
    }

    @Test func `a program that isn't there is told`() async {
        let end = await fault { () throws(WalletAdapterError) in
            try await SystemLinkOpener(program: "/nonexistent/xdg-open").open("app:x")
        }
        #expect(end == .noOpener(errno: ENOENT))
    }

    @Test func `an opener that hangs holds up no cancelled request, and no request beyond its limit`() async throws {
        let (path, _) = try program("sleep 20")
        let fetcher = try TestScheme.fetcher(SystemLinkOpener(program: path), timeLimit: .milliseconds(200))
        let began = ContinuousClock.now
        #expect(await fault { () throws(WalletAdapterError) in try await fetcher.fetch { $0 } } == .timedOut)
        #expect(ContinuousClock.now - began < .seconds(15))
    }
}
