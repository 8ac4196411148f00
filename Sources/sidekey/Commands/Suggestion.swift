import ArgumentParser
import DisplayText

/// The command that somebody meant who typed another word.
enum Suggestion {
    /// Returns the whole line up to the corrected word, such as `sidekey policy limit`; nil if no command is close.
    static func forLine(_ words: [String]) -> String? {
        var path = ["sidekey"]
        var command: any ParsableCommand.Type = Sidekey.self
        for word in words {
            var names: [String] = []
            var next: (any ParsableCommand.Type)?
            for one in command.configuration.subcommands where one.configuration.shouldDisplay {
                names.append(one._commandName)
                if one._commandName == word { next = one }
            }
            guard !names.isEmpty, !word.hasPrefix("-") else { return nil }
            guard let found = next else {
                return nearest(to: word, among: names).map { (path + [$0]).joined(separator: " ") }
            }
            path.append(word)
            command = found
        }
        return nil
    }

    /// A slip or two in a long word, one in a short one.
    private static func nearest(to word: String, among names: [String]) -> String? {
        let typed = Array(word.lowercased().utf8)
        return names.map { (name: $0, distance: EditDistance.between(typed, Array($0.utf8))) }
            .filter { $0.distance <= ($0.name.utf8.count < 5 ? 1 : 2) }
            .min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }
}
