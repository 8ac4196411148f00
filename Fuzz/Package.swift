// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The wallet's own sources as they are, reached through `Sources` (a symbolic link): depending on the package itself would
/// resolve and fetch everything that the programs need besides.
let instrumented: [SwiftSetting] =
    settings + [
        // One flag with both names: of two -sanitize flags the compiler takes the last, and there is no coverage, in silence.
        .unsafeFlags(["-sanitize=fuzzer,address"])
    ]

let linking: [LinkerSetting] = [
    .unsafeFlags(["-sanitize=fuzzer,address"]), .linkedLibrary("stdc++"), .linkedLibrary(":libutf8proc.a"),
]

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, path: "Sources/\(name)", swiftSettings: instrumented)
}

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

let package = Package(
    name: "sidekey-fuzz",
    platforms: [.macOS(.v15)],
    // What the wallet's own build has fetched already, at the versions of the wallet's Package.swift.
    dependencies: [
        .package(path: "../.build/checkouts/swift-log"),
        .package(path: "../.build/checkouts/GRDB.swift"),
    ],
    targets: [
        .systemLibrary(name: "CSodium", path: "Sources/CSodium", pkgConfig: "libsodium"),
        .systemLibrary(name: "CPublicSuffix", path: "Sources/CPublicSuffix", pkgConfig: "libpsl"),
        .systemLibrary(name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib"),
        .systemLibrary(name: "CUTF8Proc", path: "Sources/CUTF8Proc"),
        .systemLibrary(name: "CQREncode", path: "Sources/CQREncode", pkgConfig: "libqrencode"),
        .systemLibrary(name: "CLibCrypto", path: "Sources/CLibCrypto", pkgConfig: "libcrypto"),
        .systemLibrary(name: "CPNG", path: "Sources/CPNG", pkgConfig: "libpng"),
        .systemLibrary(name: "CTurboJPEG", path: "Sources/CTurboJPEG", pkgConfig: "libturbojpeg"),
        .systemLibrary(name: "CWebP", path: "Sources/CWebP", pkgConfig: "libwebpdemux"),
        .target(name: "CPlatform", path: "Sources/CPlatform"),
        .target(name: "CSystemBus", path: "Sources/CSystemBus", linkerSettings: [.linkedLibrary("dl")]),
        .target(name: "CFprint", dependencies: ["CSystemBus"], path: "Sources/CFprint"),
        .target(name: "CProgramTable", path: "Sources/CProgramTable", exclude: ["programs.bin"]),
        library("Base58"),
        library("JSONRPC"),
        library("NativeMessaging", ["CPlatform"]),
        library("Salt", ["CSodium"]),
        library("Deeplinks", ["Base58", "JSONRPC", "Salt", "SolanaTransactions"]),
        library("SolanaTransactions", ["Base58", "Salt"]),
        library("ProgramRegistry", ["CProgramTable", "SolanaTransactions"]),
        library(
            "PublishedInterfaces",
            ["Base58", "CZlib", "DisplayText", "JSONRPC", "ProgramRegistry", "Salt", "SolanaTransactions"]),
        library("DisplayText"),
        library("Sites", ["CPublicSuffix", "DisplayText", "Salt"]),
        library("SignedLists", ["JSONRPC", "Salt"]),
        library("AssetPrices", ["SolanaTransactions"]),
        library(
            "TransactionReview",
            [
                "Base58", "DisplayText", "JSONRPC", "ProgramRegistry", "PublishedInterfaces", "SolanaTransactions",
            ]),
        library("OfflineSigning", ["JSONRPC", "Salt", "SolanaTransactions"]),
        library("AgentSocket", ["CPlatform"]),
        library("BrowserExtensions", ["AgentSocket", "CZlib", "JSONRPC", "Salt"]),
        library("Devices", ["AgentSocket", "CPlatform", "Salt"]),
        library("Fingerprints", ["CFprint"]),
        library("SecurityKeys", ["Devices", "Salt"]),
        library("Ledger", ["Devices", "Salt", "SolanaTransactions"]),
        library("HardwareTokens", ["Devices", "Salt", "SolanaTransactions"]),
        library("TPMSeals", ["Devices", "Salt"]),
        library("Pictures", ["AgentSocket"]),
        library("PictureDecoding", ["CPNG", "CTurboJPEG", "CWebP", "Pictures"]),
        library("Screens", ["JSONRPC"]),
        library(
            "Pinentry", ["AgentSocket", "CPlatform", "DisplayText", "JSONRPC", "NativeMessaging", "Salt", "Screens"]),
        library("Wording", ["DisplayText", "JSONRPC"]),
        library(
            "WalletKeys", ["Base58", "CPlatform", "CUTF8Proc", "JSONRPC", "LibCrypto", "Salt", "SolanaTransactions"]),
        library("LibCrypto", ["CLibCrypto", "Salt"]),
        library("SealedSecrets", ["LibCrypto", "Salt"]),
        library("WalletRuntime", ["JSONRPC", "Salt", logging]),
        library("Walletlib", ["JSONRPC", "WalletRuntime"]),
        library("SolanaRPC", ["Base58", "JSONRPC", "SolanaTransactions"]),
        library(
            "WalletNetwork",
            [
                "Base58", "DisplayText", "JSONRPC", "SolanaRPC", "SolanaTransactions", "TransactionReview",
                "WalletRuntime",
            ]),
        library("ApprovalQueue", ["JSONRPC", "Salt", "Sites", "WalletRuntime", logging]),
        library(
            "WalletState",
            [
                "ApprovalQueue", "Base58", "CPlatform", "Deeplinks", "DisplayText", "JSONRPC", "Salt", "Sites",
                "TransactionReview",
                "WalletNetwork", "WalletRuntime", logging,
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        library(
            "Wallet",
            [
                "AssetPrices", "Base58", "BrowserExtensions", "CPlatform", "CQREncode", "Deeplinks", "Devices",
                "DisplayText",
                "Fingerprints", "HardwareTokens", "JSONRPC", "Ledger", "OfflineSigning", "Pictures", "Pinentry",
                "ProgramRegistry",
                "Salt", "SealedSecrets", "SecurityKeys", "SignedLists", "Sites", "SolanaRPC", "SolanaTransactions",
                "TPMSeals", "TransactionReview",
                "ApprovalQueue",
                "WalletState",
                "WalletKeys",
                "WalletNetwork", "WalletRuntime", "Walletlib", "Wording", logging,
            ]),

        .systemLibrary(name: "CFuzzer", path: "CFuzzer"),
        // What a target promises isn't instrumented: libFuzzer shall look for ways through the wallet's code.
        .target(
            name: "FuzzTargets",
            dependencies: [
                "AssetPrices", "Base58", "Deeplinks", "DisplayText", "HardwareTokens", "JSONRPC", "Ledger",
                "NativeMessaging", "PictureDecoding", "Pictures", "ProgramRegistry", "PublishedInterfaces", "Salt",
                "SealedSecrets", "SolanaTransactions", "TransactionReview", "Wallet", "WalletKeys", "WalletRuntime",
                logging,
            ],
            path: "Targets", swiftSettings: settings),
        .executableTarget(
            name: "fuzz", dependencies: ["CFuzzer", "FuzzTargets"], path: "Driver", swiftSettings: settings,
            linkerSettings: linking),
    ]
)
