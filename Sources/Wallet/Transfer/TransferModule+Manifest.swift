import WalletRuntime

extension TransferModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            keys: parts.keys, coordinator: parts.coordinator, acquaintances: parts.acquaintances,
            network: parts.network, signals: parts.signals, context: parts.context)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "transfer",
        methods: [
            .init(
                "transfer.preview", callers: .owner, params: transfer, result: .object(plan), needs: [.network],
                limit: .asking),
            .init(
                "transfer.send", callers: .owner, params: transfer, result: .object(plan + [.required("signature")]),
                needs: [.network, .approval], limit: .sending),
            .init(
                "transfer.revoke", callers: .owner,
                params: [.optional("accounts", .list(.string))] + common,
                result: .object([
                    .required(
                        "revoked",
                        .list(
                            .object([
                                .required("account"), .required("mint"), .required("delegate"),
                                .required("amount", .u64),
                            ]))),
                    .required("left", .integer), .required("fee", .u64), .required("signature"),
                ]), needs: [.network, .approval], limit: .sending),
        ],
        extensionPoints: ExtensionPoints(commands: ["revoke", "send"], routes: ["send"]))

    private static let common: [ParameterManifest] = [
        .optional("account"), .optional("cluster"), .optional("priority"), .optional("priorityCap", .u64),
    ]
    private static let transfer: [ParameterManifest] =
        [
            .required("to"), .optional("amount"), .optional("all", .boolean), .optional("mint"), .optional("memo"),
            .optional("allowOffCurve", .boolean),
        ] + common
    private static let plan: [ParameterManifest] = [
        .required("cluster"), .required("account"), .required("to"), .optional("label"), .required("destination"),
        .required("sources", .list(.string)), .optional("mint"), .optional("name"), .optional("symbol"),
        .optional("memo"), .required("amount", .u64), .required("received", .u64), .required("decimals", .integer),
        .required("fee", .u64), .required("priorityFee", .u64), .optional("computeUnits", .integer),
        .optional("accountCost", .u64), .required("total", .u64), .required("balance", .u64),
        .required(
            "findings", .list(.object([.required("name"), .required("level"), .optional("address")]))),
        .required("node"), .required("slot", .u64), .required("lastValidBlockHeight", .u64),
    ]
}
