import WalletRuntime

extension ApprovalsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(
            coordinator: parts.coordinator, records: parts.records, keys: parts.keys, prompts: parts.prompts,
            names: RequestNames(keys: parts.keys, book: parts.book))
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "approvals",
        methods: [
            .init(
                "approvals.list", callers: .owner, params: ListPage.params,
                result: .object([.required("requests", .list(summary)), .optional("cursor")])),
            .init(
                "approvals.get", callers: .owner, params: [.required("id"), .optional("from", .integer)],
                result: .object([
                    .required("summary", summary), .required("decision"), .required("reasons", .list(.string)),
                    .required("review", .anyObject), .required("reviewHash"), .optional("proof"),
                    .optional("life", .anyObject), .optional("limits", .list(.anyObject)),
                    .optional("names", .list(.anyObject)),
                    .optional("next", .integer),
                ])),
            .init(
                "approvals.present", callers: .owner, params: [.required("ids", .list(.string))],
                result: .object([
                    .required(
                        "requests",
                        .list(
                            .object([
                                .required("id"), .required("state"), .required("remaining", .integer),
                                .optional("life", .anyObject),
                            ])))
                ])),
            // It answers once the request is answered, which may have to be sent first.
            .init(
                "approvals.approve", callers: .owner,
                params: [
                    .required("id"), .required("digest"), .required("review"), .optional("accounts", .list(.string)),
                    .optional("unlock", .anyObject),
                ], result: state, limit: .sending),
            .init(
                "approvals.native", callers: [.walletExtension],
                params: [.required("id"), .required("digest"), .required("review")], result: state, limit: .prompting),
            .init("approvals.reject", callers: .owner, params: [.required("id")], result: state),
            .init("approvals.askAgain", callers: .owner, params: [.required("id")], result: state),
            .init(
                "approvals.rejectAll", callers: .owner, params: [.required("ids", .list(.string))],
                result: .object([.required("requests", .list(state))])),
        ],
        extensionPoints: ExtensionPoints(commands: ["pending", "approve", "reject"]))

    private static let state = ValueType.object([.required("id"), .required("state")])
    private static let summary = ValueType.object([
        .required("id"), .required("digest"), .required("origin"), .required("method"), .required("state"),
        .optional("account"), .optional("cluster"), .required("tab", .integer), .required("container"),
        .required("private", .boolean), .required("own", .boolean), .required("created", .integer),
        .required("remaining", .integer),
        .optional("app", .object([.required("url"), .required("redirect")])),
        .optional(
            "progress",
            .list(
                .object([
                    .required("item", .integer), .required("stage"), .required("signature"), .optional("slot", .u64),
                ]))),
    ])
}
