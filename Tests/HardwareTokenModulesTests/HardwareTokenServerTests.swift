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

    private func pin(_ text: String) -> HardwareTokenPIN? {
        HardwareTokenPIN(SecretBytes(copying: Array(text.utf8)))
    }

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
        // SoftHSM says that a PIN was wrong, and never locks.
        #expect(await ask(key.publicKey, key.serial, "000000") == .pinWrong(left: .few))
        #expect(await ask(key.publicKey, key.serial, "") == .pinRequired)
        #expect(await ask(key.publicKey, "ffffffffffffffff", SoftToken.pin) == .absent)
        #expect(await ask(stranger, key.serial, SoftToken.pin) == .noKey)
        #expect(await ask(key.publicKey, key.serial, SoftToken.pin) == nil)
        _ = folder
    }

    @Test func `a look says how the PIN is given, and tries one without a signature`() async throws {
        let (folder, module, program) = try folder()
        let key = try #require(try await keys(program, module).first)
        func check(_ text: String) async throws(HardwareTokenFault) -> HardwareTokenOutcome {
            try await program.ask(.check(account: key.publicKey, serial: key.serial, pin: pin(text), module))
        }
        let ready = HardwareTokenOutcome.ready(HardwareTokenState(asksForPIN: true, hasPad: false))
        #expect(try await check("") == ready)
        #expect(try await check(SoftToken.pin) == ready)
        await #expect(throws: HardwareTokenFault.pinWrong(left: .few)) { _ = try await check("000000") }
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
        try SoftToken.compile(
            "#include <stdlib.h>\nunsigned long C_GetFunctionList(void *l) { abort(); }\n",
            as: folder.path + "/crash.so")
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
        try SoftToken.compile(source, as: folder.path + "/curious.so")
        await #expect(throws: HardwareTokenFault.other(code: 0x7000_0000)) {
            try await program.ask(.keys(HardwareTokenModule(path: folder.path + "/curious.so")))
        }
    }

    @Test func `what a token says of its tries is told, and a pad is asked without a PIN`() async throws {
        let folder = try ProgramFolder()
        let program = HardwareTokenProgram(path: folder.path + "/sidekey-device", limit: .seconds(60))
        let account = try PublicKey(bytes: [UInt8](repeating: 7, count: 32))
        /// A token with one key, these flags before and after a login, and this answer to it.
        func ask(
            before: Int, after: Int, answer: Int, pin text: String = "1234"
        ) async throws(HardwareTokenFault) -> HardwareTokenOutcome {
            let path = "\(folder.path)/fake\(before).\(after).\(answer).so"
            do { try SoftToken.compile(Self.fake(before, after, answer), as: path) } catch { throw .unsupported }
            let module = HardwareTokenModule(path: path)
            return try await program.ask(.check(account: account, serial: "1", pin: pin(text), module))
        }
        let (asks, pad, few, one, locked) = (0x404, 0x100, 0x10000, 0x20000, 0x40000)
        await #expect(throws: HardwareTokenFault.pinWrong(left: .unsaid)) {
            _ = try await ask(before: asks, after: asks, answer: 0xA0)
        }
        await #expect(throws: HardwareTokenFault.pinWrong(left: .few)) {
            _ = try await ask(before: asks, after: asks | few, answer: 0xA0)
        }
        await #expect(throws: HardwareTokenFault.pinWrong(left: .one)) {
            _ = try await ask(before: asks | few, after: asks | few | one, answer: 0xA0)
        }
        // The try that locked it says so, and so does one that is locked already: nobody is asked for a PIN then.
        await #expect(throws: HardwareTokenFault.pinLocked) {
            _ = try await ask(before: asks, after: asks | locked, answer: 0xA0)
        }
        await #expect(throws: HardwareTokenFault.pinLocked) {
            _ = try await ask(before: asks, after: asks, answer: 0xA4)
        }
        await #expect(throws: HardwareTokenFault.pinLocked) {
            _ = try await ask(before: asks | locked, after: asks | locked, answer: 0, pin: "")
        }
        let ready = try await ask(before: asks | pad, after: asks | pad, answer: 0xA0, pin: "")
        #expect(ready == .ready(HardwareTokenState(asksForPIN: true, hasPad: true)))
        let open = try await ask(before: 0x400, after: 0x400, answer: 0xA0, pin: "")
        #expect(open == .ready(HardwareTokenState(asksForPIN: false, hasPad: false)))
    }

    /// A library with one token, whose one key is 32 times 7.
    private static func fake(_ before: Int, _ after: Int, _ answer: Int) -> String {
        """
        #include <string.h>
        typedef unsigned long ul;
        typedef struct { unsigned char label[32], maker[32], model[16], serial[16]; ul flags, rest[10]; unsigned char more[20]; } info;
        typedef struct { ul type; void *value; ul count; } attribute;
        static int tried, found;
        static ul initialize(void *none) { return 0; }
        static ul slots(unsigned char present, ul *list, ul *count) { list[0] = 3; *count = 1; return 0; }
        static ul token(ul slot, info *info) {
            memset(info->label, ' ', 96); info->serial[0] = '1'; info->label[0] = 'f';
            info->flags = tried ? \(after) : \(before); return 0;
        }
        static ul open_session(ul slot, ul flags, void *a, void *b, ul *session) { *session = 1; return 0; }
        static ul close_session(ul session) { return 0; }
        static ul login(ul session, ul user, const void *pin, ul count) { tried = 1; return \(answer); }
        static ul value(ul session, ul object, attribute *wanted, ul count) {
            if (wanted->type == 0x181) { memset(wanted->value, 7, 32); wanted->count = 32; } else wanted->count = 0;
            return 0;
        }
        static ul find_init(ul session, attribute *wanted, ul count) { found = 0; return 0; }
        static ul find(ul session, ul *objects, ul most, ul *count) { objects[0] = 5; *count = !found; found = 1; return 0; }
        static ul find_final(ul session) { return 0; }
        static struct { unsigned char major, minor; void *f[68]; } functions = {2, 40};
        unsigned long C_GetFunctionList(void **list) {
            void **f = functions.f;
            f[0] = initialize; f[4] = slots; f[6] = token; f[12] = open_session; f[13] = close_session;
            f[18] = login; f[24] = value; f[26] = find_init; f[27] = find; f[28] = find_final;
            *list = &functions; return 0;
        }
        """
    }
}
