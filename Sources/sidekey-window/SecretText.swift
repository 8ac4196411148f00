#if Window
    import CGtk4
    import CPlatform

    #if canImport(Glibc)
        import Glibc
    #endif

    /// A text that only the person may read, such as the words of a recovery phrase.
    ///
    /// It is kept in locked memory until it is drawn. A label has a copy of it while the screen is there: whoever may see the screen can read it.
    final class SecretText {
        private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)

        func take(_ text: Slice<UnsafeRawBufferPointer>) {
            clear()
            memory = .allocate(byteCount: text.count + 1, alignment: 1)
            mlock(memory.baseAddress, memory.count)
            memory.copyBytes(from: text)
            memory[text.count] = 0
        }

        /// Lends the text, which is forgotten here; nothing happens where there is none.
        func lend(_ body: (UnsafeRawBufferPointer) -> Void) {
            guard memory.baseAddress != nil else { return }
            body(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory).dropLast()))
            clear()
        }

        /// A label with the text, which is forgotten here; behind a button that is held down, where it has a label.
        func label(reveal: String?) -> Widget? {
            guard let base = memory.baseAddress, let label = Widgets.label("", "secret-text") else { return nil }
            gtk_label_set_text(gtk4_label(label), base.assumingMemoryBound(to: CChar.self))
            gtk_label_set_selectable(gtk4_label(label), 0)
            clear()
            guard let reveal else { return label }
            return held(label, reveal)
        }

        /// The numbered words in a grid; behind a button that is held down, where it has a label.
        func grid(reveal: String?) -> Widget? {
            guard let flow = Widgets.flow() else { return nil }
            var start = 0
            var number = 1
            // Each word becomes a C string where it lies.
            for end in memory.indices where memory[end] == 0x20 || memory[end] == 0 {
                memory[end] = 0
                let cell = Widgets.box(GTK_ORIENTATION_HORIZONTAL, spacing: 6)
                Widgets.append(Widgets.label("\(number)", "word-number"), to: cell)
                let word = Widgets.label("", "word")
                if let word, let base = memory.baseAddress {
                    gtk_label_set_text(gtk4_label(word), base.advanced(by: start).assumingMemoryBound(to: CChar.self))
                    // Half a word on paper is none.
                    gtk_label_set_wrap(gtk4_label(word), 0)
                    // A selection would go to the clipboard of every program.
                    gtk_label_set_selectable(gtk4_label(word), 0)
                }
                Widgets.append(word, to: cell)
                if let cell { gtk_flow_box_insert(gtk4_flow(flow), cell, -1) }
                start = end + 1
                number += 1
            }
            clear()
            Widgets.keepChildrenUnfocusable(of: flow)
            guard let reveal else { return flow }
            return held(flow, reveal)
        }

        private final class Pointer {
            var isDown = false
        }

        /// Shows a widget while a button is held down with the pointer, or has been pressed with the keyboard and keeps it.
        private func held(_ hidden: Widget, _ label: String) -> Widget? {
            guard let button = gtk_button_new_with_label(label) else { return nil }
            let whole = Widgets.box(GTK_ORIENTATION_VERTICAL, spacing: 10)
            gtk_widget_set_visible(hidden, 0)
            let gesture = gtk_gesture_click_new()
            gtk_event_controller_set_propagation_phase(gesture, GTK_PHASE_CAPTURE)
            gtk_widget_add_controller(button, gesture)
            let pointer = Pointer()
            let source = UnsafeMutableRawPointer(gesture)
            Signal.click(source, "pressed") {
                pointer.isDown = true
                gtk_widget_set_visible(hidden, 1)
            }
            Signal.click(source, "released") { gtk_widget_set_visible(hidden, 0) }
            Signal.plain(UnsafeMutableRawPointer(button), "clicked") {
                let isVisible = gtk_widget_get_visible(hidden) != 0
                gtk_widget_set_visible(hidden, pointer.isDown || isVisible ? 0 : 1)
                pointer.isDown = false
            }
            let focus = gtk_event_controller_focus_new()
            gtk_widget_add_controller(button, focus)
            Signal.plain(UnsafeMutableRawPointer(focus), "leave") { gtk_widget_set_visible(hidden, 0) }
            Widgets.append(button, to: whole)
            Widgets.append(hidden, to: whole)
            return whole
        }

        private func clear() {
            guard let base = memory.baseAddress else { return }
            platform_wipe(base, memory.count)
            munlock(base, memory.count)
            memory.deallocate()
            memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
        }
    }
#endif
