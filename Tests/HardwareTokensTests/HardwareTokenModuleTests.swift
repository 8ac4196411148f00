import Glibc
import HardwareTokens
import SolanaTransactions
import TestSupport
import Testing

/// The place of a library: code that runs and gets a PIN, so that nobody but root and the user may put it there.
@Suite struct HardwareTokenModuleTests {
    private let home: String

    init() throws {
        home = try ScratchRoot.newFolder()
        guard mkdir(home + "/lib", 0o755) == 0 else { throw TestFault("no folder") }
        try SystemFile.write(home + "/lib/token.so", "library".utf8)
        chmod(home + "/lib/token.so", 0o644)
    }

    private func fault(_ path: String) -> HardwareTokenFault? {
        do throws(HardwareTokenFault) {
            try HardwareTokenRequest.keys(HardwareTokenModule(path: path)).check()
            return nil
        } catch {
            return error
        }
    }

    @Test func `a library that others can write, or put in another's place, is refused`() throws {
        let path = home + "/lib/token.so"
        #expect(fault(path) == nil)
        for mode: mode_t in [0o664, 0o646, 0o777] {
            chmod(path, mode)
            #expect(fault(path) == .untrusted)
        }
        chmod(path, 0o644)
        for mode: mode_t in [0o775, 0o757, 0o777] {
            chmod(home + "/lib", mode)
            #expect(fault(path) == .untrusted)
        }
        chmod(home + "/lib", 0o755)
        #expect(fault(path) == nil)
        // Another user's, where this one may give files away.
        if geteuid() == 0 {
            chown(path, 65534, 65534)
            #expect(fault(path) == .untrusted)
            chown(path, 0, 0)
            chown(home + "/lib", 65534, 65534)
            #expect(fault(path) == .untrusted)
        }
    }

    @Test func `links are followed, and the folders that they lead through count`() throws {
        guard mkdir(home + "/open", 0o755) == 0, mkdir(home + "/links", 0o755) == 0 else {
            throw TestFault("no folder")
        }
        symlink("../lib/token.so", home + "/links/token.so")
        symlink(home + "/lib", home + "/links/folder")
        symlink("loop", home + "/links/loop")
        #expect(fault(home + "/links/token.so") == nil)
        #expect(fault(home + "/links/folder/token.so") == nil)
        #expect(fault(home + "/links/loop") == .noModule)
        // A link that others can turn elsewhere.
        symlink(home + "/lib/token.so", home + "/open/token.so")
        chmod(home + "/open", 0o777)
        #expect(fault(home + "/open/token.so") == .untrusted)
        symlink(home + "/open/token.so", home + "/links/through")
        #expect(fault(home + "/links/through") == .untrusted)
    }

    @Test func `what is no file at an absolute path is no library`() {
        for path in ["token.so", "", home, home + "/nothing", home + "/lib/token.so/more", "/dev/null"] {
            #expect(fault(path) == .noModule, "\(path)")
        }
        #expect(fault(home + "/lib/../lib/./token.so") == nil)
    }

    @Test func `folders that hold the wallet, or lie in it, are seen behind links too`() throws {
        guard mkdir(home + "/wallet", 0o700) == 0, mkdir(home + "/wallet/inner", 0o700) == 0,
            mkdir(home + "/token", 0o700) == 0
        else { throw TestFault("no folder") }
        symlink(home, home + "/token/up")
        func isApart(_ folder: String) -> Bool {
            HardwareTokenModule(path: "/l", folders: [folder]).isApart(from: home + "/wallet")
        }
        #expect(isApart(home + "/token"))
        for folder in ["/wallet", "/wallet/inner", "", "/token/up", "/token/up/wallet", "/nothing"] {
            #expect(!isApart(home + folder), "\(folder)")
        }
        #expect(!isApart("/") && !isApart("token"))
        // A name that only begins alike.
        guard mkdir(home + "/wallets", 0o700) == 0 else { throw TestFault("no folder") }
        #expect(isApart(home + "/wallets"))
    }
}
