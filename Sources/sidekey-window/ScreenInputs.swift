#if Window
    import CGtk4
    import CPlatform
    import Screens

    #if canImport(Glibc)
        import Glibc
    #endif

    /// The inputs of one screen: choices, lines of text, and words of a phrase.
    final class ScreenInputs {
        /// Called when something changed, and when Enter or a blank was typed in the last field.
        var changed: () -> Void = {}
        var entered: () -> Void = {}
        /// Called with the id of a choice that is an answer by itself.
        var answered: (String) -> Void = { _ in }
        /// The fields for words, in their order.
        private(set) var words: [SecretField] = []
        private var choices: [(id: String, options: [(id: String, widget: Widget)])] = []
        private var entries: [(id: String, widget: Widget)] = []

        /// The widget that has the keyboard at first.
        var first: Widget? { words.first?.widget ?? choices.first?.options.first?.widget ?? entries.first?.widget }

        var hasWords: Bool { !words.isEmpty }
        /// True if nothing that a screen needs is missing: its first word.
        var isReady: Bool { words.first?.isEmpty != true }

        /// The choices and texts.
        var values: [String: [String]] {
            var values: [String: [String]] = [:]
            for (id, options) in choices {
                values[id] = options.filter { gtk_check_button_get_active(gtk4_check($0.widget)) != 0 }.map(\.id)
            }
            for (id, widget) in entries {
                if let text = gtk_editable_get_text(OpaquePointer(widget)) { values[id] = [String(cString: text)] }
            }
            return values
        }

        /// Options below a label: a round mark for one of them, a square one for any.
        func choice(
            _ id: String, _ label: String, _ options: [ScreenOption], chosen: [String], isOne: Bool, answersAtOnce: Bool
        ) -> Widget? {
            let whole = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 6, "choice")
            if !label.isEmpty { Widgets.append(Widgets.label(label, "question"), to: whole) }
            var first: Widget?
            var made: [(String, Widget)] = []
            for option in options {
                guard let widget = gtk4_mark(option.label, isOne ? 1 : 0) else { continue }
                if isOne, let first { gtk_check_button_set_group(gtk4_check(widget), gtk4_check(first)) }
                if first == nil { first = widget }
                gtk_check_button_set_active(gtk4_check(widget), chosen.contains(option.id) ? 1 : 0)
                Signal.plain(UnsafeMutableRawPointer(widget), "toggled") { [weak self] in
                    // Of two that change, the one that is chosen now.
                    guard gtk_check_button_get_active(gtk4_check(widget)) != 0 else { return }
                    if answersAtOnce { self?.answered(id) } else { self?.changed() }
                }
                made.append((option.id, widget))
                Widgets.append(widget, to: whole)
                if let detail = option.detail { Widgets.append(Widgets.label(detail, "address", "detail"), to: whole) }
            }
            choices.append((id, made))
            return whole
        }

        /// A line of text below its label.
        func entry(_ id: String, _ label: String, _ text: String, maximum: Int) -> Widget? {
            guard let widget = gtk_entry_new() else { return nil }
            let whole = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 4)
            Widgets.append(Widgets.label(label, "question"), to: whole)
            gtk_editable_set_text(OpaquePointer(widget), text)
            gtk_entry_set_max_length(gtk4_entry(widget), Int32(clamping: maximum))
            gtk4_set_name(widget, label)
            entries.append((id, widget))
            Widgets.append(widget, to: whole)
            return whole
        }

        /// Fields for words, up to three beside each other.
        func wordFields(_ labels: [String], list: [String]) -> Widget? {
            guard let flow = Widgets.flow() else { return nil }
            let list = list.map { Array($0.utf8) }
            for (index, label) in labels.enumerated() {
                let field = SecretField(label: label, list: list)
                field.changed = { [weak self] in self?.changed() }
                field.next = { [weak self] in self?.advance(from: index) }
                field.entered = { [weak self] in self?.advance(from: index) }
                field.pasted = { [weak self] text in self?.paste(text, from: index) }
                words.append(field)
                let cell = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 2)
                let name = Widgets.label(label, "muted")
                if let name { gtk_label_set_selectable(gtk4_label(name), 0) }
                Widgets.append(name, to: cell)
                Widgets.append(field.widget, to: cell)
                if let cell { gtk_flow_box_insert(gtk4_flow(flow), cell, -1) }
            }
            Widgets.keepChildrenUnfocusable(of: flow)
            // Earlier text, if the agent sends it along.
            Widgets.secret.lend { paste($0, from: 0) }
            return flow
        }

        /// Takes the word and goes to the next field.
        private func advance(from index: Int) {
            words[index].complete()
            guard words.indices.contains(index + 1) else { return entered() }
            guard let next = words[index + 1].widget else { return }
            gtk_widget_grab_focus(next)
        }

        /// One word a field, from this one on.
        private func paste(_ text: UnsafeRawBufferPointer, from index: Int) {
            let pieces = text.split { $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
            for (piece, field) in zip(pieces, words[index...]) { field.set(UnsafeRawBufferPointer(rebasing: piece)) }
        }

        /// Gives the words away, a space between two and a zero before all; then they are forgotten.
        func take(_ body: (UnsafeRawBufferPointer) -> Void) {
            for field in words { field.complete() }
            // Empty ones at the end are none.
            let filled = words.prefix((words.lastIndex { !$0.isEmpty } ?? -1) + 1)
            let count = filled.reduce(1) { $0 + $1.bytes.count + 1 }
            let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: count, alignment: 1)
            mlock(memory.baseAddress, count)
            defer {
                if let base = memory.baseAddress { platform_wipe(base, count) }
                munlock(memory.baseAddress, count)
                memory.deallocate()
            }
            memory[0] = 0
            var end = 1
            for (index, field) in filled.enumerated() {
                if index > 0 {
                    memory[end] = 0x20
                    end += 1
                }
                UnsafeMutableRawBufferPointer(rebasing: memory[end...]).copyMemory(from: field.bytes)
                end += field.bytes.count
            }
            body(UnsafeRawBufferPointer(rebasing: memory.prefix(end)))
        }

        func clear() { for field in words { field.clear() } }
    }
#endif
