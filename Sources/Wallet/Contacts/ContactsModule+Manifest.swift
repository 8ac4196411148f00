import WalletRuntime

extension ContactsModule: InstalledModule {
    init(_ parts: WalletParts) {
        self.init(book: parts.book, keys: parts.keys, prompts: parts.prompts)
    }

    var manifest: ModuleManifest { Self.declared }

    private static let declared = ModuleManifest(
        id: "contacts",
        methods: [
            .init(
                "contacts.list", callers: .owner, params: ListPage.params,
                result: .object([.required("contacts", .list(contact)), .optional("cursor")])),
            // Whoever may do these takes the warning from an address that looks like a known one: from a browser they ask by a prompt.
            .init(
                "contacts.add", callers: .owner, params: [.required("address"), .required("label")] + proof,
                result: contact, limit: .prompting),
            .init(
                "contacts.update", callers: .owner, params: [.required("address"), .required("label")] + proof,
                result: contact, limit: .prompting),
            .init(
                "contacts.remove", callers: .owner, params: [.required("address")] + proof,
                result: .object([.required("address")]), limit: .prompting),
        ],
        extensionPoints: ExtensionPoints(commands: ["contacts"], routes: ["contacts"]))

    private static let contact = ValueType.object([
        .required("address"), .required("label"), .required("added", .integer), .required("onCurve", .boolean),
    ])
    private static let proof: [ParameterManifest] = [
        .terminalPassphrase, .optional("native", .boolean, callers: [.walletExtension]),
    ]
}
