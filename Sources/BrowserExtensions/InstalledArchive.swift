import JSONRPC
import Salt

/// An archive of Chromium's (`.crx`) as it lies in a profile once it is installed, where Chromium has written some of its files anew.
///
/// | file | what is hashed |
/// |---|---|
/// | `manifest.json` | its values in one form, without `key`, without the Chrome Web Store's own `update_url`, and without `differential_fingerprint` |
/// | `_locales/LANGUAGE/messages.json` | its values in one form |
/// | `manifest.fingerprint` | nothing: the store's name for these bytes, at most 128 of `0-9`, `a-f` and `.` |
/// | `_metadata/verified_contents.json`, `_metadata/computed_hashes.json` | nothing: JSON by which Chromium checks the other files |
/// | every other file | its bytes |
///
/// The one form of a JSON text has members in the order of their names' bytes, no white space, integers alone, and no escapes but those that must be
/// (`"`, `\\`, and characters below a blank; `\b`, `\f`, `\n`, `\r` and `\t` where they have a letter). `jq -cSj` prints it.
///
/// Nothing that is left out can be run. A page may load any of these files as a script, but a fingerprint or a JSON text does nothing as one, and Chromium
/// serves no file of `_metadata`.
enum InstalledArchive {
    private static let store: JSON = "https://clients2.google.com/service/update2/crx"

    /// Hashes a file; nil for one that is left out.
    ///
    /// - Throws: `rewritten` for a file that isn't as Chromium writes it.
    static func digest(of contents: [UInt8], at path: String) throws(ExtensionFault) -> [UInt8]? {
        switch path {
        case "_metadata/verified_contents.json", "_metadata/computed_hashes.json":
            _ = try json(contents)
            return nil
        case "manifest.fingerprint":
            guard isFingerprint(contents) else { throw .rewritten }
            return nil
        case "manifest.json":
            guard case .object(var manifest) = try json(contents) else { throw .rewritten }
            if manifest["key"]?.text != nil { manifest["key"] = nil }
            // From another place comes another extension.
            if manifest["update_url"] == store { manifest["update_url"] = nil }
            if let text = manifest["differential_fingerprint"]?.text, isFingerprint(Array(text.utf8)) {
                manifest["differential_fingerprint"] = nil
            }
            return SaltHash.sha256(try oneForm(of: .object(manifest)))
        default:
            return SaltHash.sha256(isCatalogue(path) ? try oneForm(of: json(contents)) : contents)
        }
    }

    private static func isCatalogue(_ path: String) -> Bool {
        let parts = path.split(separator: "/")
        return parts.count == 3 && parts[0] == "_locales" && parts[2] == "messages.json"
    }

    private static func isFingerprint(_ bytes: [UInt8]) -> Bool {
        (1...128).contains(bytes.count)
            && bytes.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) || $0 == 0x2E }
    }

    /// Chromium reads comments and a name that stands twice; what it has written has neither.
    private static func json(_ contents: [UInt8]) throws(ExtensionFault) -> JSON {
        do throws(JSONError) { return try JSON(parsing: JSONSource(contents)) } catch { throw .rewritten }
    }

    private static func oneForm(of json: JSON) throws(ExtensionFault) -> [UInt8] {
        guard hasIntegersAlone(json) else { throw .rewritten }
        return json.serialized(sortedKeys: true)
    }

    /// `1`, `1.0` and `1e0` are one value to Chromium, and no file of the extension's needs the others.
    private static func hasIntegersAlone(_ json: JSON) -> Bool {
        switch json {
        case .number(let number): number.int() != nil
        case .array(let elements): elements.allSatisfy(hasIntegersAlone)
        case .object(let object): object.members.allSatisfy { hasIntegersAlone($0.value) }
        case .null, .bool, .string: true
        }
    }
}
