import WalletRuntime

extension ActivityModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(log: parts.log, journal: parts.journal)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "activity",
        methods: [
            .init(
                "activity.list", callers: .owner, params: ListPage.params + [.optional("origin")],
                result: .object([.required("entries", .list(entry)), .optional("cursor")])),
            .init(
                "activity.verify", callers: .owner, params: [],
                result: .object([
                    .required("entries", .integer), .optional("sealed", .integer), .optional("since", .integer),
                    .optional("break", .integer),
                ])),
            .init(
                "records.get", callers: [.commandLine], params: [.required("id")],
                result: .object([
                    .required("pending", .anyObject), .required("response", .either([.anyObject, .null])),
                    .required("state"),
                ])),
        ],
        extensionPoints: ExtensionPoints(commands: ["activity", "records"], routes: ["activity"]))

    private static let entry = ValueType.object([
        .required("sequence", .integer), .required("time", .integer), .required("kind"), .optional("request"),
        .optional("origin"), .optional("method"), .optional("account"), .optional("detail"), .required("hash"),
        .optional("review", .anyObject), .optional("surface"), .optional("signature"), .optional("cluster"),
    ])
}
