#if Window
    import CGtk4
    import Screens

    typealias Widget = UnsafeMutablePointer<GtkWidget>

    /// The widgets that a screen is made of. Every text can be selected, and none is markup or a link.
    enum Widgets {
        /// The text of the part for secrets. GTK's loop is the only thread.
        nonisolated(unsafe) static let secret = SecretText()

        static func label(_ text: String, _ classes: String...) -> Widget? {
            guard let label = gtk_label_new(text) else { return nil }
            gtk_label_set_wrap(gtk4_label(label), 1)
            gtk_label_set_wrap_mode(gtk4_label(label), PANGO_WRAP_WORD_CHAR)
            gtk4_break_plainly(label)
            gtk_label_set_xalign(gtk4_label(label), 0)
            gtk_label_set_selectable(gtk4_label(label), 1)
            gtk_label_set_max_width_chars(gtk4_label(label), 48)
            for name in classes { gtk_widget_add_css_class(label, name) }
            return label
        }

        static func box(_ orientation: GtkOrientation, spacing: Int32, _ classes: String...) -> Widget? {
            guard let box = gtk_box_new(orientation, spacing) else { return nil }
            for name in classes { gtk_widget_add_css_class(box, name) }
            return box
        }

        static func append(_ child: Widget?, to box: Widget?) {
            guard let child, let box else { return }
            gtk_box_append(gtk4_box(box), child)
        }

        /// Cells beside each other, as many as there is room for.
        static func flow() -> Widget? {
            guard let flow = gtk_flow_box_new() else { return nil }
            gtk_flow_box_set_selection_mode(gtk4_flow(flow), GTK_SELECTION_NONE)
            gtk_flow_box_set_max_children_per_line(gtk4_flow(flow), 3)
            gtk_flow_box_set_column_spacing(gtk4_flow(flow), 8)
            gtk_flow_box_set_row_spacing(gtk4_flow(flow), 4)
            gtk_flow_box_set_homogeneous(gtk4_flow(flow), 1)
            return flow
        }

        /// The cells themselves aren't places for the keyboard; what is in them is.
        static func keepChildrenUnfocusable(of flow: Widget) {
            var index: Int32 = 0
            while let child = gtk_flow_box_get_child_at_index(gtk4_flow(flow), index) {
                gtk_widget_set_focusable(gtk4_widget(child), 0)
                index += 1
            }
        }

        /// The widget of a part, with the parts inside it.
        static func widget(_ part: ScreenPart, _ inputs: ScreenInputs) -> Widget? {
            switch part {
            case .words(let reveal): return secret.grid(reveal: reveal)
            case .wordFields(let labels, let list): return inputs.wordFields(labels, list: list)
            case .choice(let id, let label, let options, let chosen, let answersAtOnce):
                return inputs.choice(id, label, options, chosen: [chosen], isOne: true, answersAtOnce: answersAtOnce)
            case .selection(let id, let label, let options, let chosen):
                return inputs.choice(id, label, options, chosen: chosen, isOne: false, answersAtOnce: false)
            case .entry(let id, let label, let text, let maximum):
                return inputs.entry(id, label, text, maximum: maximum)
            case .heading(let text): return label(text, "heading")
            case .secret(let reveal): return secret.label(reveal: reveal)
            case .text(let text, let style): return label(text, style.rawValue)
            case .amount(let direction, let text, let account):
                let sign = direction == .leaving ? "−" : direction == .arriving ? "+" : "?"
                guard let account else { return label("\(sign) \(text)", "amount", direction.rawValue) }
                let both = box(GTK_ORIENTATION_VERTICAL, spacing: 2)
                append(label("\(sign) \(text)", "amount", direction.rawValue), to: both)
                append(label(account, "address"), to: both)
                return both
            case .finding(let level, let name, let text):
                let both = box(GTK_ORIENTATION_VERTICAL, spacing: 2, "finding", level.rawValue)
                append(label(name, "level"), to: both)
                append(label(text), to: both)
                return both
            case .row(let name, let value, let isAddress):
                let both = box(GTK_ORIENTATION_VERTICAL, spacing: 0, "row")
                append(label(name, "muted"), to: both)
                append(isAddress ? label(value, "address") : label(value), to: both)
                return both
            case .quote(let text, let isHex): return isHex ? label(text, "quote", "hex") : label(text, "quote")
            case .section(let title, let sentence, let isOpen, let parts):
                guard let expander = gtk_expander_new(title) else { return nil }
                gtk4_set_name(expander, title)
                gtk_expander_set_expanded(gtk4_expander(expander), isOpen ? 1 : 0)
                let inside = box(GTK_ORIENTATION_VERTICAL, spacing: 8, "inside")
                for part in parts { append(widget(part, inputs), to: inside) }
                gtk_expander_set_child(gtk4_expander(expander), inside)
                // Below the title, as on every other surface, and in sight while it is folded. The toolkit's own title breaks no line, and a long one
                // would push the buttons out of the screen. A text that can be selected would keep the press.
                let head = box(GTK_ORIENTATION_VERTICAL, spacing: 2)
                for part in [label(title), sentence.flatMap { label($0, "plain") }] {
                    guard let part else { continue }
                    gtk_label_set_selectable(gtk4_label(part), 0)
                    append(part, to: head)
                }
                if let head { gtk_widget_set_hexpand(head, 1) }
                gtk_expander_set_label_widget(gtk4_expander(expander), head)
                return expander
            }
        }

        /// The style: distances, sizes and the colours that mean something; the rest is the display's own theme.
        ///
        /// A colour of the theme's is mixed with that of its texts until it can be read: at least 4.5 to 1 for texts and 3 to 1 for lines.
        static func style(isDark: Bool) -> String {
            """
            @define-color danger mix(@error_color, @theme_fg_color, \(isDark ? 0.57 : 0.25));
            @define-color gain mix(@success_color, @theme_fg_color, \(isDark ? 0.3 : 0.55));
            @define-color caution mix(@warning_color, @theme_fg_color, 0.3);
            @define-color mark mix(@theme_selected_bg_color, @theme_fg_color, \(isDark ? 0.4 : 0.1));
            @define-color edge alpha(@theme_fg_color, 0.6);
            window { font-size: 1em; }
            .screen { padding: 16px; }
            .footer { padding: 12px 16px; border-top: 1px solid alpha(currentColor, 0.15); }
            .heading { font-size: 1.35em; font-weight: 700; }
            .sentence { font-size: 1.15em; font-weight: 600; }
            .muted { opacity: 0.75; font-size: 0.9em; }
            .amount { font-size: 1.15em; font-weight: 600; }
            .amount.leaving, .danger .level, .forbidden .level, .problem { color: @danger; }
            .amount.arriving { color: @gain; }
            .address, .hex { font-family: monospace; font-size: 0.9em; }
            .finding, .note { border: 1px solid alpha(currentColor, 0.25); border-radius: 8px; padding: 8px 10px; }
            .finding.danger, .finding.forbidden { border: 2px solid @danger; }
            .finding.warning, .note { border-color: @caution; }
            .level { font-weight: 700; }
            .quote { border-left: 3px solid alpha(currentColor, 0.3); padding-left: 10px; }
            .inside { padding: 8px 0 0 12px; }
            .secret { border: 1px solid @edge; border-radius: 6px; min-height: 1.8em; }
            .word-number { opacity: 0.75; min-width: 1.6em; }
            .word { font-size: 1.1em; font-weight: 600; }
            .question { font-weight: 600; }
            .detail { padding-left: 28px; }
            .hidden { opacity: 0; }
            .note-below { font-weight: 600; }
            check, radio, expander { min-width: 1.05em; min-height: 1.05em; -gtk-icon-size: 1.05em; }
            check:not(:checked), radio:not(:checked), entry:not(:focus-within) { border-color: @edge; }
            .secret.word-field { min-width: 6.5em; }
            .secret:focus { border: 2px solid @mark; }
            """
        }
    }
#endif
