import AgentSocket
import Foundation
import Glibc
import TestSupport
import Testing

@Suite struct WalletFolderTests {
    let scratch: ScratchHome
    var root: String { scratch.path }

    init() throws { scratch = try ScratchHome() }

    @Test func `SIDEKEY_HOME moves data and socket, and says so`() throws {
        let folder = try WalletFolder(environment: ["SIDEKEY_HOME": "/a/b//", "HOME": "/h", "XDG_RUNTIME_DIR": "/tmp"])
        #expect(folder.data == "/a/b")
        #expect(folder.socket == "/a/b/agent.sock")
        #expect(folder.lock == "/a/b/agent.lock")
        #expect(folder.isMoved)
    }

    @Test func `SIDEKEY_HOME makes no test of the user's own wallet`() throws {
        let own = root + "/.local/share/sidekey"
        try FileManager.default.createDirectory(atPath: own, withIntermediateDirectories: true)
        #expect(symlink(own, root + "/other name") == 0)
        for named in [own, own + "/", root + "/other name"] {
            #expect(try !WalletFolder(environment: ["SIDEKEY_HOME": named, "HOME": root]).isMoved)
            // Where the variables say another home, the system's record of it counts.
            #expect(try !WalletFolder(environment: ["SIDEKEY_HOME": named, "HOME": "/h"], homes: [root]).isMoved)
            #expect(try !WalletFolder(environment: ["SIDEKEY_HOME": named], homes: [root]).isMoved)
        }
        #expect(
            try !WalletFolder(environment: ["SIDEKEY_HOME": "/d/sidekey", "HOME": root, "XDG_DATA_HOME": "/d"]).isMoved)
        #expect(try WalletFolder(environment: ["SIDEKEY_HOME": root, "HOME": root], homes: [root]).isMoved)
    }

    @Test func `a relative SIDEKEY_HOME is refused`() {
        #expect(throws: AgentSocketError.homeRelative) {
            try WalletFolder(environment: ["SIDEKEY_HOME": "demo", "HOME": "/h"])
        }
    }

    @Test func `an empty SIDEKEY_HOME counts as not set`() throws {
        let folder = try WalletFolder(environment: ["SIDEKEY_HOME": "", "HOME": "/h"])
        #expect(folder.data == "/h/.local/share/sidekey")
        #expect(!folder.isMoved)
    }

    @Test func `data follows XDG_DATA_HOME, and the socket XDG_RUNTIME_DIR`() throws {
        let folder = try WalletFolder(environment: ["HOME": "/h", "XDG_DATA_HOME": "/d/", "XDG_RUNTIME_DIR": root])
        #expect(folder.data == "/d/sidekey")
        #expect(folder.socket == root + "/sidekey/agent.sock")
    }

    @Test func `relative XDG values are ignored, as their specification says`() throws {
        let folder = try WalletFolder(environment: ["HOME": "/h", "XDG_DATA_HOME": "d", "XDG_RUNTIME_DIR": "tmp"])
        #expect(folder.data == "/h/.local/share/sidekey")
        #expect(folder.runtime == folder.data)
    }

    @Test func `a runtime folder that is missing or another user's is passed over`() throws {
        let missing = try WalletFolder(environment: ["HOME": "/h", "XDG_RUNTIME_DIR": root + "/none"])
        #expect(missing.runtime == missing.data)
        guard geteuid() == 0 else { return }
        chown(root, 12345, 12345)
        defer { chown(root, 0, 0) }
        let foreign = try WalletFolder(environment: ["HOME": "/h", "XDG_RUNTIME_DIR": root])
        #expect(foreign.runtime == foreign.data)
    }

    @Test(arguments: [[:], ["HOME": "h"]] as [ProcessEnvironment])
    func `without an absolute HOME there is no folder`(environment: ProcessEnvironment) {
        #expect(throws: AgentSocketError.noHome) { try WalletFolder(environment: environment) }
    }

    @Test func `missing folders are made for the user alone`() throws {
        let folder = try WalletFolder(environment: [
            "HOME": "/h", "XDG_DATA_HOME": .init(root + "/deep/er"), "XDG_RUNTIME_DIR": .init(root),
        ])
        umask(0o022)
        try folder.prepare()
        for path in [root + "/deep", folder.data, folder.runtime] { #expect(mode(of: path) == 0o700) }
        try folder.prepare()
    }

    @Test func `a symbolic link in the folder's place is refused`() throws {
        mkdir(root + "/real", 0o700)
        symlink(root + "/real", root + "/home")
        #expect(throws: AgentSocketError.refused(path: root + "/home", .symbolicLink)) { try prepare("/home") }
    }

    @Test func `a file in the folder's place is refused`() throws {
        try SystemFile.write(root + "/home", [])
        #expect(throws: AgentSocketError.refused(path: root + "/home", .notAFolder)) { try prepare("/home") }
    }

    @Test(arguments: [0o755, 0o710, 0o707, 0o701] as [UInt32])
    func `a folder that others may enter is refused`(mode: UInt32) throws {
        mkdir(root + "/home", 0o700)
        chmod(root + "/home", mode)
        #expect(throws: AgentSocketError.refused(path: root + "/home", .openToOthers(mode: mode))) {
            try prepare("/home")
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root can give a folder to another user"))
    func `a folder of another user, or in another user's folder, is refused`() throws {
        mkdir(root + "/home", 0o700)
        chown(root + "/home", 12345, 12345)
        #expect(throws: AgentSocketError.refused(path: root + "/home", .owner(uid: 12345))) { try prepare("/home") }
        #expect(throws: AgentSocketError.refused(path: root + "/home/in", .parentOwner(uid: 12345))) {
            try prepare("/home/in")
        }
    }

    @Test func `a folder is refused where everybody may replace it`() throws {
        mkdir(root + "/open", 0o700)
        chmod(root + "/open", 0o777)
        #expect(throws: AgentSocketError.refused(path: root + "/open/home", .parentOpenToAll)) {
            try prepare("/open/home")
        }
        chmod(root + "/open", 0o1777)
        try prepare("/open/home")
    }

    @Test func `a socket's path of 107 bytes is taken and one of 108 is not`() throws {
        let name = "/" + String(repeating: "x", count: 107 - root.utf8.count - 1 - "/agent.sock".utf8.count)
        try prepare(name)
        let path = root + name + "x/agent.sock"
        #expect(throws: AgentSocketError.socketPathTooLong(path: path, count: 108, limit: 107)) {
            try prepare(name + "x")
        }
    }

    private func prepare(_ name: String) throws {
        try WalletFolder(environment: ["SIDEKEY_HOME": .init(root + name)]).prepare()
    }

    private func mode(of path: String) -> UInt32 {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
    }
}
