import Foundation
import JSONRPC
import TestSupport
import Testing

/// The wallet inside another program, as `Examples/embedded` has it.
@Suite struct EmbeddedWalletTests {
    @Test(arguments: [
        ("y\ny\n", "signed "), ("n\n", "refused 4001 rejected"), ("y\nn\n", "refused 4001 rejected"),
    ])
    func `a program that embeds the wallet decides by a surface of its own`(input: String, end: String) throws {
        let folder = ScratchRoot.url.appendingPathComponent("embedded-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        defer { try? FileManager.default.removeItem(at: folder) }
        let run = try ChildProcess.run(
            BuiltProgram.folder + "/sidekey-embedded", [folder.path], input: Array(input.utf8))
        #expect(run.ending == .exited(0), "\(run.errors)")
        let lines = run.text.split(separator: "\n").map(String.init)
        #expect(lines.first?.hasPrefix("connect for https://dapp.example? [y/n] ") == true)
        #expect(lines.last?.contains(end) == true, "\(run.text)")
        let signed = lines.last?.components(separatedBy: "signed ").last ?? ""
        // 64 bytes of Ed25519; that they verify is seen to before they leave the wallet.
        if end == "signed " { #expect((try? Base64.decode(signed))?.count == 64) }
    }
}
