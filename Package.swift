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
let staticExecutable: [LinkerSetting] = [
    .unsafeFlags(["-static-executable"], .when(platforms: [.linux], configuration: .release))
]

let logging: Target.Dependency = .product(name: "Logging", package: "swift-log")
let crypto: Target.Dependency = .product(name: "Crypto", package: "swift-crypto")

/// - Parameter tests: What the tests need besides.
func library(_ name: String, _ dependencies: [Target.Dependency] = [], tests: [Target.Dependency] = []) -> [Target] {
    [
        .target(name: name, dependencies: dependencies, swiftSettings: settings),
        .testTarget(
            name: "\(name)Tests", dependencies: [.byName(name: name), "TestSupport"] + dependencies + tests,
            swiftSettings: settings),
    ]
}

let package = Package(
    name: "sidekey",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "Base58", targets: ["Base58"]),
        .library(name: "JSONRPC", targets: ["JSONRPC"]),
        .library(name: "NativeMessaging", targets: ["NativeMessaging"]),
        .library(name: "Salt", targets: ["Salt"]),
        .library(name: "SolanaTransactions", targets: ["SolanaTransactions"]),
        .library(name: "TransactionReview", targets: ["TransactionReview"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-crypto", exact: "4.5.2"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/apple/swift-nio", exact: "2.101.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CSodium", pkgConfig: "libsodium", providers: [.apt(["libsodium-dev"])]),
        .systemLibrary(name: "CPublicSuffix", pkgConfig: "libpsl", providers: [.apt(["libpsl-dev"])]),
        // Without pkg-config, whose flags for it SwiftPM refuses aloud; the headers lie where every compiler looks.
        .systemLibrary(name: "CUTF8Proc", providers: [.apt(["libutf8proc-dev"])]),
        .target(name: "CPlatform"),
        // Finds libsystemd as it runs: nothing is linked, and a system without it needs none.
        .target(name: "CLogind", linkerSettings: [.linkedLibrary("dl", .when(platforms: [.linux]))]),
    ]
        // The ground: each of these knows nothing of the others but what stands in its list.
        + library("Base58")
        + library("JSONRPC")
        + library("NativeMessaging", ["CPlatform"])
        + library("Salt", ["CSodium"])
        + library("SolanaTransactions", ["Base58"])
        + library("DisplayText")
        + library("TransactionReview", ["Base58", "DisplayText", "SolanaTransactions"])
        + library("AgentSocket", ["CPlatform"])
        + library("Pinentry", ["CPlatform", "DisplayText", "Salt"])
        + library("RequestWording", ["DisplayText", "JSONRPC"])
        + library("SealedSecrets", ["Salt", crypto])
        + library("Passkeys", ["JSONRPC", "Salt", crypto])
        // The wallet.
        + library("WalletKeys", ["Base58", "CPlatform", "CUTF8Proc", "Salt", "SolanaTransactions"])
        + library("WalletRuntime", ["JSONRPC", "Salt", logging])
        + library(
            "WalletCore",
            [
                "CPublicSuffix", "JSONRPC", "Salt", "WalletRuntime", logging,
                .product(name: "GRDB", package: "GRDB.swift"),
            ])
        + library(
            "WalletModules",
            [
                "Base58", "JSONRPC", "Passkeys", "Pinentry", "RequestWording", "Salt", "SealedSecrets",
                "SolanaTransactions", "TransactionReview", "WalletCore", "WalletKeys", "WalletRuntime", logging,
            ], tests: [.product(name: "GRDB", package: "GRDB.swift")])
        // The programs: wiring only.
        + [
            .executableTarget(
                name: "sidekey-host", dependencies: ["AgentSocket", "CPlatform", "JSONRPC", "NativeMessaging"],
                swiftSettings: settings, linkerSettings: staticExecutable),
            .executableTarget(
                name: "sidekey-agent",
                dependencies: [
                    "AgentSocket", "CLogind", "CPlatform", "JSONRPC", "NativeMessaging", "Pinentry", "WalletCore",
                    "WalletKeys",
                    "WalletModules", "WalletRuntime", logging,
                    .product(name: "NIOCore", package: "swift-nio"),
                    .product(name: "NIOPosix", package: "swift-nio"),
                ], swiftSettings: settings, linkerSettings: staticRuntime),
            .executableTarget(
                name: "sidekey",
                dependencies: [
                    "AgentSocket", "CPlatform", "DisplayText", "JSONRPC", "NativeMessaging", "Pinentry",
                    "RequestWording",
                    "Salt", "SealedSecrets", "WalletKeys",
                    .product(name: "ArgumentParser", package: "swift-argument-parser"),
                ], swiftSettings: settings, linkerSettings: staticRuntime),
            // What Benchmarks/run times inside one process; no product, and nothing depends on it.
            .executableTarget(
                name: "sidekey-measure",
                dependencies: [
                    "Base58", "CSodium", "JSONRPC", "Salt", "SealedSecrets", "SolanaTransactions", "WalletCore",
                    "WalletModules", "WalletRuntime", logging,
                ], path: "Benchmarks/Measure", swiftSettings: settings, linkerSettings: staticRuntime),
            // Makes one change to a vault, for the tests to end it in the middle of; no product.
            .executableTarget(
                name: "sidekey-vault-steps", dependencies: ["Salt", "WalletKeys"], path: "Tests/VaultSteps",
                swiftSettings: settings, linkerSettings: staticRuntime),
            // What the tests share: the built programs' paths, scratch folders, a stand-in for the browser.
            .target(
                name: "TestSupport", dependencies: ["CPlatform", "JSONRPC", "Salt", "SealedSecrets"],
                path: "Tests/TestSupport", swiftSettings: settings),
            .testTarget(
                name: "HostTests",
                dependencies: ["AgentSocket", "CPlatform", "JSONRPC", "NativeMessaging", "TestSupport"],
                swiftSettings: settings),
            .testTarget(
                name: "AgentTests",
                dependencies: [
                    "Base58", "CPlatform", "JSONRPC", "NativeMessaging", "Salt", "SealedSecrets", "TestSupport",
                    "WalletCore", "WalletKeys", "WalletModules", "WalletRuntime",
                    .product(name: "GRDB", package: "GRDB.swift"),
                ],
                swiftSettings: settings),
            .testTarget(
                name: "CommandLineTests", dependencies: ["CPlatform", "JSONRPC", "SealedSecrets", "TestSupport"],
                swiftSettings: settings),
        ]
)
