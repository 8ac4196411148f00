import BrowserExtensions
import JSONRPC
import WalletKeys
import WalletRuntime
import WalletState

/// The copies of the wallet's own extension that are connected, and the folders that the user trusts without a release's hash.
struct CopiesModule: WalletModule {
    let copies: ExtensionCopies
    let keys: WalletKeyring

    private func list(_ call: MethodCall) async throws(RPCError) -> JSON {
        [
            "copies": .array(await copies.list(for: call.client.connection)),
            "folders": .array(await keys.records.policy.extensionFolders.map { .string($0) }),
        ]
    }

    private func trust(
        _ call: MethodCall, _ folder: String, _ passphrase: SealedParameter
    ) async throws(RPCError) -> JSON {
        let found: String?
        do throws(ExtensionReadingFault) { found = try await copies.folder(at: folder) } catch {
            throw .parameter("folder", "Sidekey can't look at folders just now")
        }
        guard let path = found else { throw .parameter("folder", "not the absolute path of a folder") }
        // In an unattended wallet too: any program of the user's could otherwise let a copy of its own spend the allowance.
        try await keys.prove(call.open(passphrase))
        let policy = try await keys.records.settle(loosening: true) { policy throws(RPCError) in
            guard !policy.extensionFolders.contains(path) else { return }
            guard policy.extensionFolders.count < ApprovalPolicy.mostExtensionFolders else {
                throw .parameter("folder", "\(ApprovalPolicy.mostExtensionFolders) folders are trusted already")
            }
            policy.extensionFolders.append(path)
        }
        return ["folders": .array(policy.extensionFolders.map { .string($0) })]
    }

    private func untrust(_ call: MethodCall, _ folder: String) async throws(RPCError) -> JSON {
        // One that is gone, or can't be looked at, is known by what was typed.
        let path = (try? await copies.folder(at: folder)) ?? folder
        let policy = try await keys.records.settle(loosening: false) { policy throws(RPCError) in
            policy.extensionFolders.removeAll { $0 == path || $0 == folder }
        }
        return ["folders": .array(policy.extensionFolders.map { .string($0) })]
    }
}

extension CopiesModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(copies: parts.copies, keys: parts.keys)
    }

    static let declaration = ModuleDeclaration<CopiesModule>(
        id: "extensions",
        methods: [
            Method(
                "extensions.copies", callers: .owner,
                result: .object([
                    .required(
                        "copies",
                        .list(
                            .object([
                                .required("extension"), .optional("browser"), .required("standing"),
                                .required("own", .boolean),
                                .required(
                                    "copies",
                                    .list(
                                        .object([
                                            .required("path"), .required("shape"), .required("standing"),
                                            .optional("hash"), .optional("version"), .optional("fault"),
                                        ]))),
                            ]))), .required("folders", .list(.string)),
                ]), by: CopiesModule.list),
            Method(
                "extensions.trustFolder", callers: .terminal, params: .required("folder"),
                .required("passphrase", .sealed), result: folders, by: CopiesModule.trust),
            Method(
                "extensions.untrustFolder", callers: .terminal, params: .required("folder"), result: folders,
                by: CopiesModule.untrust),
        ])

    private static let folders = ValueType.object([.required("folders", .list(.string))])
}
