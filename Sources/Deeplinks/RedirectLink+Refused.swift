extension RedirectLink {
    /// Schemes that lead to no app of somebody's own: they run or show what they carry, name files, devices or other programs' doings.
    ///
    /// A page in a browser can open a wallet's link; without this list it could have the wallet open what the browser refuses it.
    public static let refusedSchemes: Set<String> = [
        // Run or show what they carry.
        "about", "blob", "data", "filesystem", "javascript", "jar", "mhtml", "srcdoc", "vbscript", "view-source",
        // Files and other machines' files.
        "admin", "afc", "afp", "burn", "cdda", "computer", "dav", "davs", "file", "ftp", "ftps", "gphoto2", "mtp",
        "network", "nfs", "obex", "recent", "sftp", "smb", "smbs", "trash", "webdav",
        // The browser's and the desktop's own.
        "chrome", "chrome-extension", "chrome-search", "chrome-untrusted", "devtools", "edge", "brave", "help",
        "ghelp", "info", "man", "moz-extension", "moz-icon", "opera", "resource", "settings", "vivaldi",
        "safari-web-extension", "x-apple.systempreferences",
        // Programs that are started, installed or reached with what the link says.
        "apt", "appstream", "apturl", "flatpak", "flatpak+https", "itms-services", "ldap", "ldaps", "magnet",
        "mailto", "rdp", "rlogin", "snap", "spice", "ssh", "steam", "tel", "telnet", "tn3270", "sip", "sips", "sms",
        "vnc", "ws", "wss", "xmpp", "ymp", "intent", "android-app", "git", "svn", "git+ssh", "svn+ssh",
        // Wallets: an answer is no request.
        "backpack", "phantom", "sidekey", "solana", "solana-wallet", "solflare",
    ]

    /// Schemes that begin so mean the same.
    static let refusedPrefixes = ["chrome-", "moz-", "ms-", "search-ms", "web+solana"]

    /// What no link holds unescaped, though it can be seen: it would be quoted or cut on its way through a shell or a `.desktop` file.
    static let unsafe: Set<UInt8> = Set("\"<>\\^`{|}".utf8)

    /// Whether a host is this machine.
    static func isLoopback(_ host: String) -> Bool {
        host == "localhost" || host == "127.0.0.1" || host == "[::1]"
    }

    /// Whether a text is a host's name or number in lower-case ASCII, with nothing else about it.
    static func isHost(_ text: String) -> Bool {
        guard !text.isEmpty, text.utf8.count <= 253, !text.hasPrefix("."), !text.hasPrefix("-") else { return false }
        if text.hasPrefix("[") {
            return text.hasSuffix("]") && text.utf8.count > 3
                && text.utf8.dropFirst().dropLast().allSatisfy { byte in
                    (0x30...0x3A).contains(byte) || (0x61...0x66).contains(byte) || byte == UInt8(ascii: ".")
                }
        }
        return text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: "-")
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "_")
        }
    }

    /// The host of `HOST[:PORT]`; nil where it isn't that.
    static func host(of authority: String) -> String? {
        let bracket = authority.hasPrefix("[") ? authority.firstIndex(of: "]") : nil
        if authority.hasPrefix("["), bracket == nil { return nil }
        let colon = authority[(bracket ?? authority.startIndex)...].firstIndex(of: ":")
        let host = String(authority[..<(colon ?? authority.endIndex)])
        guard isHost(host) else { return nil }
        guard let colon else { return host }
        let port = authority[colon...].dropFirst()
        guard (1...5).contains(port.utf8.count), !port.hasPrefix("0"),
            port.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let number = Int(port), number <= 65535
        else { return nil }
        return host
    }
}
