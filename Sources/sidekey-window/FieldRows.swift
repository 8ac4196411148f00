#if Window
    import CGtk4
    import Screens

    /// The rows for a passphrase above the buttons: the field, the same text once more, how good it is, and what is wrong.
    final class FieldRows {
        /// The time without a key after which the text is measured, in milliseconds.
        private static let rest: guint = 250

        let first: SecretField
        var changed: () -> Void = {}
        var entered: () -> Void = {}
        /// Takes a zero and the text, to have it measured.
        var measured: (UnsafeRawBufferPointer) -> Void = { _ in }
        private let field: Screen.Field
        private let second: SecretField?
        private var level: Widget?
        private var measure: Widget?
        private var capsLock: Widget?
        private var isWaiting = false
        private var isTyping = false

        init(_ field: Screen.Field, in box: Widget?) {
            self.field = field
            first = SecretField(label: field.label)
            second = field.repetition.map { SecretField(label: $0.label) }
            add(field.label, first, to: box)
            if field.isMeasured, let bar = gtk_level_bar_new_for_interval(0, Double(ScreenMeasure.best)) {
                gtk_level_bar_set_mode(gtk4_level(bar), GTK_LEVEL_BAR_MODE_DISCRETE)
                level = bar
                measure = Widgets.label("", "muted")
                Widgets.append(bar, to: box)
                Widgets.append(measure, to: box)
            }
            if let second, let repetition = field.repetition { add(repetition.label, second, to: box) }
            capsLock = Widgets.label(field.capsLock, "note-below")
            Widgets.append(capsLock, to: box)
            if let problem = field.problem { Widgets.append(Widgets.label(problem, "problem"), to: box) }
            first.changed = { [weak self] in
                self?.change()
                self?.startMeasuring()
            }
            second?.changed = { [weak self] in self?.change() }
            first.entered = { [weak self] in
                guard let self else { return }
                // To the second, where there is one that is empty.
                if let second, second.isEmpty, let next = second.widget {
                    gtk_widget_grab_focus(next)
                } else {
                    entered()
                }
            }
            second?.entered = { [weak self] in self?.entered() }
            showCapsLock()
        }

        private func add(_ label: String, _ field: SecretField, to box: Widget?) {
            let name = Widgets.label(label, "muted")
            if let name { gtk_label_set_selectable(gtk4_label(name), 0) }
            Widgets.append(name, to: box)
            Widgets.append(field.widget, to: box)
        }

        /// True if there is a text, where there has to be one.
        var isReady: Bool { field.mayBeEmpty || (!first.isEmpty && second?.isEmpty != true) }

        /// The text for a second entry that differs; it is to be typed again.
        var mismatch: String? {
            guard let second, let repetition = field.repetition, !first.isEqual(to: second) else { return nil }
            second.clear()
            changed()
            if let widget = second.widget { gtk_widget_grab_focus(widget) }
            return repetition.mismatch
        }

        func clear() {
            first.clear()
            second?.clear()
        }

        func show(_ found: ScreenMeasure) {
            if let level { gtk_level_bar_set_value(gtk4_level(level), Double(found.level)) }
            if let measure { gtk_label_set_text(gtk4_label(measure), found.text) }
        }

        private func change() {
            changed()
            showCapsLock()
        }

        private func startMeasuring() {
            guard field.isMeasured else { return }
            isTyping = true
            guard !isWaiting else { return }
            isWaiting = true
            isTyping = false
            g_timeout_add(
                Self.rest,
                { data in
                    guard let data else { return 0 }
                    let rows = Unmanaged<FieldRows>.fromOpaque(data).takeUnretainedValue()
                    // Once more where a key came meanwhile.
                    guard !rows.isTyping else {
                        rows.isTyping = false
                        return 1
                    }
                    rows.isWaiting = false
                    rows.measured(rows.first.frame)
                    Unmanaged.passUnretained(rows).release()
                    return 0
                }, Unmanaged.passRetained(self).toOpaque())
        }

        private func showCapsLock() {
            if let capsLock { gtk_widget_set_visible(capsLock, field.capsLock.isEmpty ? 0 : gtk4_caps_lock()) }
        }
    }
#endif
