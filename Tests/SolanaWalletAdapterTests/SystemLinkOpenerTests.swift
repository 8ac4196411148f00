import Foundation
import SolanaWalletAdapter
import TestSupport
import Testing

struct SystemLinkOpenerTests {
    /// A program that notes its arguments, one a line, and ends as it is told.
    private func program(_ end: String) throws -> (path: String, notes: URL) {
        let folder = ScratchRoot.url.appending(path: "opener-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let (script, notes) = (folder.appending(path: "open"), folder.appending(path: "notes"))
        let text = "#!/bin/sh\nfor a in \"$@\"; do printf '%s\\n' \"$a\" >>'\(notes.path)'; done\n\(end)\n"
        try SystemFile.writeProgram(script.path, text.utf8)
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
        for isCancelled in [false, true] {
            let (path, notes) = try program("echo $$ >>\"$0.pid\"; exec sleep 600")
            let limit: Duration = isCancelled ? .seconds(600) : .milliseconds(200)
            let fetcher = try TestScheme.fetcher(SystemLinkOpener(program: path), timeLimit: limit)
            let request = Task { await fault { () throws(WalletAdapterError) in try await fetcher.fetch { $0 } } }
            let opener = try #require(try await started(notes.deletingLastPathComponent().appending(path: "open.pid")))
            if isCancelled { request.cancel() }
            #expect(await request.value == (isCancelled ? .cancelled : .timedOut))
            // It hangs still, so it isn't what ended the request.
            #expect(kill(opener, SIGKILL) == 0)
        }
    }

    /// The process that noted its number, once it has.
    private func started(_ note: URL) async throws -> pid_t? {
        for _ in 0..<6_000 {
            let text = (try? String(contentsOf: note, encoding: .utf8)) ?? ""
            if text.hasSuffix("\n") { return pid_t(text.dropLast()) }
            try await Task.sleep(for: .milliseconds(10))
        }
        return nil
    }
}
