// swift-tools-version: 6.2
import PackageDescription

/// Every Swift target: language mode 6, and what is spelled out rather than inferred.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Tests are compiled as they stand, in release too: optimising them takes longer than they run. What they share isn't, since it searches memory.
let testSettings =
    settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// The Swift runtime and Foundation linked into the program, so that it runs where Swift isn't installed.
///
/// Symbols are bound as the program starts: the loader saves every vector register on the stack where it binds one later, and what was
/// copied last, a passphrase for one, is in them.
let staticRuntime: [LinkerSetting] = [
    .unsafeFlags(
        [
            "-Xlinker", "-z", "-Xlinker", "now", "-Xlinker", "-z", "-Xlinker", "relro",
            "-static-stdlib", "-l_FoundationCShims", "-l_FoundationCollections", "-lswiftSynchronization",
            "-lCoreFoundation", "-l_FoundationICU", "-lstdc++",
        ], .when(platforms: [.linux], configuration: .release))
]

/// The host is started at every browser start, so it is one static file without even a dynamic loader.
///
/// With the trait it runs at another address each time. That takes lld, as Swift's usual linker makes no such program, and
/// `--disable-local-rpath`: glibc's start of a static program ends at a path to look for libraries in. `packaging/build` passes both.
let staticExecutable: [LinkerSetting] = [
    .unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release)),
    .unsafeFlags(
        ["-use-ld=lld", "-Xclang-linker", "-static-pie"],
        .when(platforms: [.linux], configuration: .release, traits: ["StaticPIE"])),
]

/// Copies into a buffer of a known size are checked as they run. It is each target's own, for with it headers aren't what Swift imports
/// elsewhere, and it takes an optimiser.
let checkedCopies: [CSetting] = [
    .define("_FORTIFY_SOURCE", to: "2", .when(platforms: [.linux], configuration: .release))
]

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")

/// The archive and not the shared library, whose name is another one in each release of Debian.
let utf8proc: [LinkerSetting] = [
    .linkedLibrary(":libutf8proc.a", .when(platforms: [.linux])),
    .linkedLibrary("utf8proc", .when(platforms: [.macOS])),
]

/// - Parameter tests: What the tests need besides.
func library(
    _ name: String, _ dependencies: [Target.Dependency] = [], linked: [LinkerSetting] = [],
    tests: [Target.Dependency] = []
) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, swiftSettings: settings, linkerSettings: linked),
        .testTarget(
            name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies + tests,
            swiftSettings: testSettings),
    ]
}

let package = Package(
    name: "sidekey",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "ApprovalQueue", targets: ["ApprovalQueue"]),
        .library(name: "Base58", targets: ["Base58"]),
        .library(name: "Deeplinks", targets: ["Deeplinks"]),
        .library(name: "JSONRPC", targets: ["JSONRPC"]),
        .library(name: "NativeMessaging", targets: ["NativeMessaging"]),
        .library(name: "ProgramRegistry", targets: ["ProgramRegistry"]),
        .library(name: "Salt", targets: ["Salt"]),
        .library(name: "SidekeyAgent", targets: ["SidekeyAgent"]),
        .library(name: "SolanaRPC", targets: ["SolanaRPC"]),
        .library(name: "SolanaRPCTransports", targets: ["SolanaRPCTransports"]),
        .library(name: "SolanaTransactions", targets: ["SolanaTransactions"]),
        .library(name: "SolanaWalletAdapter", targets: ["SolanaWalletAdapter"]),
        .library(name: "TransactionReview", targets: ["TransactionReview"]),
        .library(name: "WalletKeys", targets: ["WalletKeys"]),
        .library(name: "Wallet", targets: ["Wallet"]),
        .library(name: "WalletRuntime", targets: ["WalletRuntime"]),
        .library(name: "WalletState", targets: ["WalletState"]),
        .library(name: "Walletlib", targets: ["Walletlib"]),
    ],
    traits: [
        // Sidekey's own window, which takes GTK 4 and its headers.
        .trait(name: "Window"),
        // The host at another address each time it starts; see `staticExecutable`.
        .trait(name: "StaticPIE"),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CPublicSuffix", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        // Without pkg-config, whose flags for it SwiftPM refuses aloud; the headers lie where every compiler looks.
        .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
        .systemLibrary(name: "CQREncode", pkgConfig: "libqrencode", providers: [.apt(["libqrencode-dev"])]),
        // Two halves of OpenSSL: what libsodium hasn't, and TLS below libcurl.
        .systemLibrary(name: "CLibCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
        // For the window alone, which takes libgtk-4-dev.
        .systemLibrary(name: "CGtk4", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),
        // The decoders of pictures, for `sidekey-picture` alone.
        .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
        .systemLibrary(name: "CTurboJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
        .systemLibrary(name: "CWebP", pkgConfig: "libwebpdemux", providers: [.apt(["libwebp-dev"])]),
        // For security keys, in `sidekey-device` alone.
        .systemLibrary(name: "CFido2", pkgConfig: "libfido2", providers: [.apt(["libfido2-dev"])]),
        // For Ledgers, likewise.
        .systemLibrary(name: "CHidapi", pkgConfig: "hidapi-hidraw", providers: [.apt(["libhidapi-dev"])]),
        // The part of PKCS #11 that tokens take; nothing is linked, a module is loaded by its path.
        .systemLibrary(name: "CPkcs11"),
        // For the TPM, there too.
        .systemLibrary(name: "CTss2", pkgConfig: "tss2-esys", providers: [.apt(["libtss2-dev"])]),
        .target(name: "CPlatform", cSettings: checkedCopies),
        // The table that Programs/generate.py writes, put into the object by the compiler.
        .target(name: "CProgramTable", exclude: ["programs.bin"]),
        // Finds libsystemd as it runs: nothing is linked, and a system without it needs none.
        .target(
            name: "CSystemBus", cSettings: checkedCopies,
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
        .target(name: "CLogind", dependencies: ["CSystemBus"], cSettings: checkedCopies),
        .target(name: "CFprint", dependencies: ["CSystemBus"], cSettings: checkedCopies),
        // Likewise libsecret, which keeps the connections of apps in the desktop's keyring.
        .target(
            name: "CSecretService", cSettings: checkedCopies,
            linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    ]
        // The ground: each of these knows nothing of the others but what stands in its list.
        + library("Base58")
        + library("JSONRPC")
        + library("NativeMessaging", ["CPlatform"])
        + library("Screens", ["JSONRPC"])
        + library("Salt", ["CSodium"])
        + library("LibCrypto", ["CLibCrypto", "Salt"])
        + library("Deeplinks", ["Base58", "JSONRPC", "Salt", "SolanaTransactions"])
        + library("SolanaTransactions", ["Base58", "Salt"])
        + library("ProgramRegistry", ["CProgramTable", "SolanaTransactions"])
        + library(
            "PublishedInterfaces",
            ["Base58", "CZlib", "DisplayText", "JSONRPC", "ProgramRegistry", "Salt", "SolanaTransactions"])
        + library("SolanaRPC", ["Base58", "JSONRPC", "SolanaTransactions"], tests: ["Salt"])
        + library(
            "SolanaRPCTransports",
            ["CCurl", "CPlatform", "JSONRPC", "SolanaRPC"], tests: ["Base58", "Salt", "SolanaTransactions"])
        // For apps that want a wallet to sign; the wallet itself has no use for it.
        + library(
            "SolanaWalletAdapter",
            ["Base58", "CPlatform", "CSecretService", "Deeplinks", "JSONRPC", "Salt", "SolanaTransactions"])
        + library("DisplayText")
        + library("Sites", ["CPublicSuffix", "DisplayText", "Salt"])
        // Lists that somebody signs with minisign, and the list of releases.
        + library("SignedLists", ["JSONRPC", "Salt"])
        // Prices of assets, for display. Nothing that reviews or decides depends on it: Tests/Support/house.py holds that.
        + library("AssetPrices", ["SolanaTransactions"], tests: ["Salt"])
        + library(
            "TransactionReview",
            [
                "Base58", "DisplayText", "JSONRPC", "ProgramRegistry", "PublishedInterfaces", "SolanaTransactions",
            ])
        // The files by which a machine without network signs.
        + library("OfflineSigning", ["JSONRPC", "Salt", "SolanaTransactions"])
        + library("AgentSocket", ["CPlatform"])
        // Finds and hashes the extension's files in browsers, and knows nothing of the wallet.
        + library("BrowserExtensions", ["AgentSocket", "CZlib", "JSONRPC", "Salt"])
        // Both ends of the pipe to `sidekey-device`.
        + library("Devices", ["AgentSocket", "CPlatform", "Salt"])
        + library("Fingerprints", ["CFprint"])
        + library("SecurityKeys", ["Devices", "Salt"])
        + library("Ledger", ["Devices", "Salt", "SolanaTransactions"])
        + library("LedgerHID", ["CHidapi", "Devices", "Ledger", "Salt", "SolanaTransactions"])
        + library("HardwareTokens", ["Devices", "Salt", "SolanaTransactions"])
        + library(
            "HardwareTokenModules",
            ["AgentSocket", "CPkcs11", "CPlatform", "Devices", "Salt", "SolanaTransactions", "HardwareTokens"])
        + library("Authenticators", ["CFido2", "Devices", "LibCrypto", "Salt", "SecurityKeys"])
        + library("TPMSeals", ["Devices", "Salt"])
        + library("TPMSealing", ["CTss2", "Devices", "Salt", "TPMSeals"])
        + library("Pictures", ["AgentSocket"])
        + library("PictureDecoding", ["CPNG", "CTurboJPEG", "CWebP", "Pictures"])
        + library("NodeGateway", ["AgentSocket", "CPlatform", "JSONRPC", "NativeMessaging", "SolanaRPC"])
        + library(
            "Pinentry", ["AgentSocket", "CPlatform", "DisplayText", "JSONRPC", "NativeMessaging", "Salt", "Screens"])
        + library("Wording", ["DisplayText", "JSONRPC"], tests: ["SolanaTransactions"])
        + library(
            "WalletNetwork",
            [
                "Base58", "DisplayText", "JSONRPC", "SolanaRPC", "SolanaTransactions", "TransactionReview",
                "WalletRuntime",
            ],
            tests: ["Salt", "SolanaRPCTransports"])
        + library("SealedSecrets", ["LibCrypto", "Salt"])
        // The wallet.
        + library(
            "WalletKeys", ["Base58", "CPlatform", "CUTF8Proc", "JSONRPC", "LibCrypto", "Salt", "SolanaTransactions"],
            linked: utf8proc)
        + library("WalletRuntime", ["JSONRPC", "Salt", logging])
        + library("Walletlib", ["JSONRPC", "WalletRuntime"], tests: ["Salt"])
        + library(
            "ApprovalQueue", ["JSONRPC", "Salt", "Sites", "WalletRuntime", logging])
        + library(
            "WalletState",
            [
                "ApprovalQueue", "Base58", "CPlatform", "Deeplinks", "DisplayText", "JSONRPC", "Salt", "Sites",
                "TransactionReview",
                "WalletNetwork", "WalletRuntime", logging,
                .product(name: "GRDB", package: "GRDB.swift"),
            ])
        + library(
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
            ], tests: ["SolanaRPCTransports", .product(name: "GRDB", package: "GRDB.swift")])
        // The programs: wiring only.
        + [
            // The registrations with browsers and the desktop, compiled in as the files stand.
            .target(
                name: "BrowserManifests", path: "manifests",
                resources: [
                    .embedInCode("chromium.json"), .embedInCode("firefox.json"), .embedInCode("app.sidekey.desktop"),
                    .embedInCode("extension-ids.json"),
                ], swiftSettings: settings),
            .executableTarget(
                name: "sidekey-host", dependencies: ["AgentSocket", "CPlatform", "JSONRPC", "NativeMessaging"],
                swiftSettings: settings, linkerSettings: staticExecutable),
            // The parts of the agent's program, so that another package can run one with more modules.
            .target(
                name: "SidekeyAgent",
                dependencies: [
                    "AgentSocket", "BrowserExtensions", "CLogind", "CPlatform", "Devices", "Fingerprints",
                    "HardwareTokens", "JSONRPC",
                    "Ledger", "NativeMessaging",
                    "NodeGateway", "Pictures", "Pinentry", "SecurityKeys", "SignedLists", "SolanaRPC", "ApprovalQueue",
                    "TPMSeals", "WalletState",
                    "WalletKeys", "Wallet", "WalletRuntime",
                    logging,
                ], swiftSettings: settings),
            .executableTarget(
                name: "sidekey-agent", dependencies: ["SidekeyAgent"], swiftSettings: settings,
                linkerSettings: staticRuntime),
            // An agent with a module of somebody's own, as Examples/ping has it; no product, and nothing depends on it.
            .executableTarget(
                name: "sidekey-ping-agent",
                dependencies: [
                    "JSONRPC", "SidekeyAgent", "SolanaTransactions", "TransactionReview", "WalletRuntime", "Walletlib",
                ],
                path: "Examples/ping/Agent",
                swiftSettings: settings, linkerSettings: staticRuntime),
            .executableTarget(
                name: "sidekey",
                dependencies: [
                    "AgentSocket", "Base58", "BrowserManifests", "CPlatform", "DisplayText", "JSONRPC",
                    "NativeMessaging",
                    "NodeGateway",
                    "Pinentry", "ProgramRegistry", "Salt", "Screens", "SealedSecrets", "SolanaTransactions",
                    "TransactionReview",
                    "WalletKeys", "Wording",
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                ], swiftSettings: settings, linkerSettings: staticRuntime),
            .executableTarget(
                name: "sidekey-rpc",
                dependencies: ["AgentSocket", "NodeGateway", "SolanaRPC", "SolanaRPCTransports"],
                swiftSettings: settings, linkerSettings: staticRuntime),
            .executableTarget(
                name: "sidekey-picture", dependencies: ["AgentSocket", "CPlatform", "PictureDecoding", "Pictures"],
                swiftSettings: settings, linkerSettings: staticRuntime),
            .executableTarget(
                name: "sidekey-device",
                dependencies: [
                    "AgentSocket", "Authenticators", "Devices", "LedgerHID", "HardwareTokenModules", "TPMSealing",
                ],
                swiftSettings: settings, linkerSettings: staticRuntime),
            // `sidekey-device` with devices in software, for tests; no product.
            .executableTarget(
                name: "sidekey-software-device",
                dependencies: [
                    "Authenticators", "Devices", "Ledger", "LedgerHID", "HardwareTokenModules", "TPMSealing",
                    "TPMSeals",
                ],
                path: "Tests/SoftwareDevice", swiftSettings: settings, linkerSettings: staticRuntime),
            .executableTarget(
                name: "sidekey-window",
                dependencies: [
                    "AgentSocket", "CPlatform", "JSONRPC", "NativeMessaging", "Screens",
                    .target(name: "CGtk4", condition: .when(traits: ["Window"])),
                ], swiftSettings: settings, linkerSettings: staticRuntime),
            // The part of Benchmarks/run that it times inside one process; no product, and nothing depends on it.
            .executableTarget(
                name: "sidekey-measure",
                dependencies: [
                    "Base58", "CSodium", "JSONRPC", "Salt", "SealedSecrets", "SolanaRPC", "SolanaRPCTransports",
                    "SolanaTransactions", "TransactionReview", "ApprovalQueue", "WalletState", "WalletKeys", "Wallet",
                    "WalletNetwork", "WalletRuntime", logging,
                ], path: "Benchmarks/Measure", swiftSettings: settings, linkerSettings: staticRuntime),
            // Makes one change to a vault, for the tests to end it in the middle of; no product.
            .executableTarget(
                name: "sidekey-vault-steps", dependencies: ["Salt", "WalletKeys"], path: "Tests/VaultSteps",
                swiftSettings: settings, linkerSettings: staticRuntime),
            // Makes a wallet whose passphrase is quick to try, for the browsers' tests; no product.
            .executableTarget(
                name: "sidekey-test-wallet",
                dependencies: ["Salt", "ApprovalQueue", "WalletState", "WalletKeys", "Wallet"],
                path: "Tests/TestWallet", swiftSettings: settings, linkerSettings: staticRuntime),
            // An agent for them whose new wallets have such a passphrase, for the command line's tests; no product.
            .executableTarget(
                name: "sidekey-test-agent", dependencies: ["SidekeyAgent", "WalletKeys"], path: "Tests/TestAgent",
                swiftSettings: settings, linkerSettings: staticRuntime),
            // A program that embeds the wallet with an approval surface of its own; no product.
            .executableTarget(
                name: "sidekey-embedded",
                dependencies: ["JSONRPC", "Salt", "ApprovalQueue", "WalletState", "Wallet", "WalletRuntime", logging],
                path: "Examples/embedded", exclude: ["README.md"], swiftSettings: settings,
                linkerSettings: staticRuntime),
            // An app that has a wallet sign a transfer and sends it; no product.
            .executableTarget(
                name: "sidekey-transfer",
                dependencies: ["SolanaRPC", "SolanaRPCTransports", "SolanaTransactions", "SolanaWalletAdapter"],
                path: "Examples/transfer", exclude: ["README.md"], swiftSettings: settings,
                linkerSettings: staticRuntime),
            // Does one thing after the other with the desktop's keyring, for tests on a session bus of their own; no product.
            .executableTarget(
                name: "sidekey-keyring-steps", dependencies: ["Salt", "SolanaTransactions", "SolanaWalletAdapter"],
                path: "Tests/KeyringSteps", swiftSettings: settings, linkerSettings: staticRuntime),
            // An app that asks the wallet for one thing after the other, for tests of library and wallet together; no product.
            .executableTarget(
                name: "sidekey-adapter-steps",
                dependencies: ["Base58", "Deeplinks", "SolanaTransactions", "SolanaWalletAdapter"],
                path: "Tests/AdapterSteps", swiftSettings: settings, linkerSettings: staticRuntime),
            .target(name: "CAttempts", path: "Tests/Attempts"),
            // Confines itself as `sidekey-rpc` or `sidekey-window` does and tries what that must not be able to do; no product.
            .executableTarget(
                name: "sidekey-confined",
                dependencies: [
                    "AgentSocket", "CAttempts", "CPlatform", "Devices", "NodeGateway", "SidekeyAgent",
                ],
                path: "Tests/Confined", swiftSettings: settings, linkerSettings: staticRuntime),
            // The parts that tests share: the built programs' paths, scratch folders, a stand-in for the browser.
            .target(
                name: "TestSupport",
                dependencies: [
                    "CPlatform", "JSONRPC", "Salt", "SealedSecrets", "SolanaRPC", "SolanaTransactions", "WalletNetwork",
                    "WalletRuntime",
                ],
                path: "Tests/TestSupport", swiftSettings: settings),
            // What the fuzzers hold to; the tests give it the seeds and what is bred from them.
            .target(
                name: "FuzzTargets",
                dependencies: [
                    "AssetPrices", "Base58", "Deeplinks", "DisplayText", "HardwareTokens", "JSONRPC", "Ledger",
                    "NativeMessaging", "PictureDecoding", "Pictures", "ProgramRegistry", "PublishedInterfaces", "Salt",
                    "SealedSecrets", "SolanaTransactions", "TransactionReview", "Wallet", "WalletKeys", "WalletRuntime",
                    logging,
                ],
                path: "Fuzz/Targets", swiftSettings: settings),
            .testTarget(
                name: "FuzzTargetsTests", dependencies: ["FuzzTargets", "TestSupport"], swiftSettings: testSettings),
            .testTarget(
                name: "HostTests",
                dependencies: ["AgentSocket", "CPlatform", "JSONRPC", "NativeMessaging", "TestSupport"],
                swiftSettings: testSettings),
            .testTarget(
                name: "AgentTests",
                dependencies: [
                    "Base58", "CPlatform", "JSONRPC", "NativeMessaging", "OfflineSigning", "Salt", "SealedSecrets",
                    "SolanaTransactions", "TestSupport",
                    "ApprovalQueue", "WalletState", "WalletKeys", "Wallet", "WalletRuntime",
                    .product(name: "GRDB", package: "GRDB.swift"),
                ],
                swiftSettings: testSettings),
            .testTarget(
                name: "CommandLineTests",
                dependencies: [
                    "Base58", "CPlatform", "JSONRPC", "Salt", "SealedSecrets", "TestSupport", "Wording",
                ],
                swiftSettings: testSettings),
        ]
)
