import Foundation
import TestSupport
import Testing
import Wallet
import WalletRuntime

/// The files written from the methods' declarations: the extension's list of them and the table of the documentation.
///
/// `make methods` writes both anew; without it this test compares.
@Suite struct MethodTableTests {
    private static let top = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private static let notice = "Written by `make methods` from what the agent's modules declare"

    private static func script(_ manifests: [ModuleManifest]) -> String {
        let methods = manifests.flatMap(\.methods)
        func names(_ names: [String]) -> String { "[\(names.map { "\"\($0)\"" }.joined(separator: ", "))]" }
        let pages = methods.filter { $0.callers.contains(.page) }.map { method in
            "    [\"\(method.name)\", \(names((method.params ?? []).map(\.name)))],\n"
        }
        let screens = methods.filter { $0.callers.contains(.walletExtension) }.map { "    \"\($0.name)\",\n" }
        return """
            // \(notice) (Tests/WalletTests/MethodTableTests.swift).

            /**
             * What a page may ask for, and the only parameters it may name. The page's context (origin, tab, document...) isn't among them, so a page
             * that sends its own `origin` is refused and never merged with the browser's word.
             *
             * @type {ReadonlyMap<string, readonly string[]>}
             */
            export const PAGE_METHODS = new Map([
            \(pages.joined())]);

            /**
             * What the wallet's own screens may ask for. What isn't here can't be asked by a screen either.
             *
             * @type {ReadonlySet<string>}
             */
            export const SCREEN_METHODS = new Set([
            \(screens.joined())]);

            """
    }

    private static func table(_ manifests: [ModuleManifest]) -> String {
        func cell(_ text: String) -> String { text.replacing("|", with: "\\|") }
        let rows = manifests.flatMap { manifest in
            manifest.methods.map { method in
                let callers = method.callers.map(\.rawValue).sorted().joined(separator: ", ")
                let params = (method.params ?? []).map { cell($0.description) }.joined(separator: ", ")
                let needs = method.needs.map(\.rawValue).sorted().joined(separator: ", ")
                return "| `\(method.name)` | \(callers) | \(params.isEmpty ? "" : "`\(params)`") "
                    + "| `\(cell(method.result.description))` | \(needs) | \(method.limit.components.seconds) s |\n"
            }
        }
        return """
            # Methods

            \(notice). What each means, and when it fails, stands in [protocol.md](protocol.md).

            | method | callers | params | result | needs | time limit |
            |---|---|---|---|---|---|
            \(rows.joined())
            """
    }

    /// The parameters of a method, with those of some callers after the others: `id: base64`; from the command line also `passphrase: sealed`.
    private static func parameters(of method: MethodManifest) -> String {
        let params = method.params ?? []
        func list(_ params: [ParameterManifest]) -> String {
            "`\(params.map(\.description).joined(separator: ", ").replacing("|", with: "\\|"))`"
        }
        let common = params.filter { $0.callers == nil }
        var parts = common.isEmpty ? [] : [list(common)]
        for (caller, name) in [(CallerKind.commandLine, "the command line"), (.walletExtension, "the extension")] {
            let own = params.filter { $0.callers == [caller] }
            if !own.isEmpty { parts.append("from \(name)\(common.isEmpty ? "" : " also") \(list(own))") }
        }
        return parts.joined(separator: "; ")
    }

    /// The protocol's text with the second cell of each method's row as the method declares it; the other cells are written by hand.
    private static func document(_ text: String, _ manifests: [ModuleManifest]) throws -> String {
        let methods = Dictionary(
            manifests.flatMap(\.methods).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let row = try Regex(#"^\| `([^` ]+)`( \([a-z ]+\))? \|((?:[^|\\]|\\.)*)\|((?:[^|\\]|\\.)*)\|$"#)
        return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            guard let match = line.firstMatch(of: row), let name = match.output[1].substring,
                let method = methods[String(name)], let result = match.output[4].substring
            else { return String(line) }
            let parameters = Self.parameters(of: method)
            return
                "| `\(name)`\(match.output[2].substring ?? "") |\(parameters.isEmpty ? " " : " \(parameters) ")|\(result)|"
        }.joined(separator: "\n")
    }

    @Test func `the extension's list and the documentation's table are what the modules declare`() async throws {
        let fixture = try await ServiceFixture(hasVault: false)
        let manifests = fixture.service.manifests
        await fixture.service.shutDown()
        let prose = try String(contentsOf: Self.top.appending(path: "docs/protocol.md"), encoding: .utf8)
        for (path, text) in [
            ("extension/lib/methods.js", Self.script(manifests)), ("docs/methods.md", Self.table(manifests)),
            ("docs/protocol.md", try Self.document(prose, manifests)),
        ] {
            let file = Self.top.appending(path: path)
            if ProcessInfo.processInfo.environment["SIDEKEY_WRITE_METHODS"] != nil {
                try text.write(to: file, atomically: true, encoding: .utf8)
            }
            #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(path) is stale: run `make methods`")
        }
    }
}
