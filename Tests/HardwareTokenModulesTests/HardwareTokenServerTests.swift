import Devices
import Glibc
import HardwareTokenModules
import HardwareTokens
import Salt
import SolanaTransactions
import TestSupport
import Testing

/// PKCS #11 tokens through the confined program, against SoftHSM and keys that OpenSC's tool made.
@Suite struct HardwareTokenServerTests {
    private let message = Array("what is signed".utf8)

    /// The folder of the programs, with tokens beside them.
    private func folder() throws -> (ProgramFolder, HardwareTokenModule, HardwareTokenProgram) {
        let folder = try ProgramFolder()
        let token = try SoftToken(in: folder.path)
        return (
            folder, HardwareTokenModule(path: SoftToken.module, folders: [token.folder]),
            HardwareTokenProgram(path: folder.path + "/sidekey-device", limit: .seconds(60))
        )
    }

    private func pin(_ text: String) -> HeldSecret { HeldSecret(SecretBytes(copying: Array(text.utf8))) }

    private func keys(_ program: HardwareTokenProgram, _ module: HardwareTokenModule) async throws -> [HardwareTokenKey]
    {
        guard case .keys(let keys) = try await program.ask(.keys(module)) else { throw TestFault("no keys") }
        return keys
    }

    @Test func `it lists the Ed25519 keys, and signs with each`() async throws {
        let (folder, module, program) = try folder()
        let keys = try await self.keys(program, module)
        #expect(Set(keys.map(\.identifier)) == [[1], [2]] && keys.count == 2)
        #expect(keys.allSatisfy { $0.token == "mine" && !$0.serial.isEmpty && $0.serial.count <= 16 })
        for key in keys {
            let request = HardwareTokenRequest.sign(
                message, account: key.publicKey, serial: key.serial, pin: pin(SoftToken.pin), module)
            guard case .signature(let signature) = try await program.ask(request) else {
                Issue.record("no signature")
                continue
            }
            #expect(SaltSign.verify(signature.bytes, of: message, publicKey: key.publicKey.bytes))
        }
        _ = folder
    }

    @Test func `what goes wrong is told apart`() async throws {
        let (folder, module, program) = try folder()
        let listed = try await self.keys(program, module)
        let key = try #require(listed.first)
        let stranger = PublicKey("SysvarRent111111111111111111111111111111111")
        func ask(_ account: PublicKey, _ serial: String, _ text: String) async -> HardwareTokenFault? {
            let request = HardwareTokenRequest.sign(message, account: account, serial: serial, pin: pin(text), module)
            do throws(HardwareTokenFault) {
                _ = try await program.ask(request)
                return nil
            } catch { return error }
        }
        #expect(await ask(key.publicKey, key.serial, "000000") == .pinWrong)
        #expect(await ask(key.publicKey, key.serial, "1") == .pinWrong)
        #expect(await ask(key.publicKey, key.serial, "") == .pinRequired)
        #expect(await ask(key.publicKey, "ffffffffffffffff", SoftToken.pin) == .absent)
        #expect(await ask(stranger, key.serial, SoftToken.pin) == .noKey)
        #expect(await ask(key.publicKey, key.serial, SoftToken.pin) == nil)
        _ = folder
    }

    @Test(arguments: ["/nowhere/module.so", "/usr/lib/x86_64-linux-gnu/libc.so.6", "libsofthsm2.so", "/etc/passwd"])
    func `what is no module is told, and none is looked for by its name`(path: String) async throws {
        let folder = try ProgramFolder()
        let program = HardwareTokenProgram(path: folder.path + "/sidekey-device")
        await #expect(throws: HardwareTokenFault.noModule) {
            try await program.ask(.keys(HardwareTokenModule(path: path)))
        }
    }

    @Test func `a module that ends its process is no answer`() async throws {
        let folder = try ProgramFolder()
        let program = HardwareTokenProgram(path: folder.path + "/sidekey-device")
        let source = folder.path + "/crash.c"
        try SystemFile.write(
            source, "#include <stdlib.h>\nunsigned long C_GetFunctionList(void *l) { abort(); }\n".utf8)
        let compiler = try ChildProcess(
            "/usr/bin/gcc", ["-shared", "-fPIC", "-o", folder.path + "/crash.so", source],
            environment: ["PATH": "/usr/bin:/bin"])
        try #require(compiler.waitForEnd() == .exited(0))
        await #expect(throws: HardwareTokenFault.unavailable) {
            try await program.ask(.keys(HardwareTokenModule(path: folder.path + "/crash.so")))
        }
    }

    @Test func `a module has no internet, starts no program and reads none of the user's files`() async throws {
        let folder = try ProgramFolder()
        let program = HardwareTokenProgram(path: folder.path + "/sidekey-device")
        let home = try ScratchRoot.newFolder()
        try SystemFile.write(home + "/secret", "secret".utf8)
        // It says by the number of its fault what it reached.
        let source = """
            #include <fcntl.h>
            #include <sys/socket.h>
            #include <sys/wait.h>
            #include <unistd.h>
            typedef struct { unsigned char major, minor; unsigned long (*initialize)(void *); void *rest[67]; } list;
            static unsigned long initialize(void *none) {
                unsigned long reached = 0;
                if (open("\(home)/secret", O_RDONLY) >= 0) reached |= 1;
                if (open("\(home)/made", O_CREAT | O_WRONLY, 0600) >= 0) reached |= 2;
                if (socket(AF_INET, SOCK_STREAM, 0) >= 0) reached |= 4;
                if (socket(AF_INET6, SOCK_DGRAM, 0) >= 0) reached |= 8;
                pid_t child = fork();
                if (child == 0) _exit(0);
                if (child > 0) reached |= 16;
                if (open("/etc/passwd", O_RDONLY) < 0) reached |= 32;
                return 0x70000000 | reached;
            }
            static list functions = {2, 40, initialize, {0}};
            unsigned long C_GetFunctionList(list **found) { *found = &functions; return 0; }
            """
        try SystemFile.write(folder.path + "/curious.c", source.utf8)
        let compiler = try ChildProcess(
            "/usr/bin/gcc", ["-shared", "-fPIC", "-o", folder.path + "/curious.so", folder.path + "/curious.c"],
            environment: ["PATH": "/usr/bin:/bin"])
        try #require(compiler.waitForEnd() == .exited(0))
        await #expect(throws: HardwareTokenFault.other(code: 0x7000_0000)) {
            try await program.ask(.keys(HardwareTokenModule(path: folder.path + "/curious.so")))
        }
    }
}
