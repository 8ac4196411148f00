// Written by Tests/Support/installed_modules.py from the folders beside this file: `make modules`.

/// The wallet's own modules, each of them all that is in a folder.
enum InstalledModules {
    static let all: [any InstalledModule.Type] = [
        AccountsModule.self,
        ActivityModule.self,
        AgentModule.self,
        ApprovalsModule.self,
        CeremonyModule.self,
        ContactsModule.self,
        CopiesModule.self,
        DeeplinksModule.self,
        MessageModule.self,
        ModulesModule.self,
        NFTsModule.self,
        NamesModule.self,
        NetworkModule.self,
        OffchainModule.self,
        OfflineModule.self,
        OriginsModule.self,
        OutstandingModule.self,
        PasskeyModule.self,
        PermissionsModule.self,
        PhraseModule.self,
        PolicyModule.self,
        PortfolioModule.self,
        RevealModule.self,
        SettingsModule.self,
        SiteListsModule.self,
        SolanaModule.self,
        StakeModule.self,
        TransferModule.self,
        UpdatesModule.self,
        VaultModule.self,
        WalletlibModule.self,
        WalletsModule.self,
    ]
}
