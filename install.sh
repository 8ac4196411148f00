#!/usr/bin/env bash
# Builds Sidekey, installs it for this user, and registers its host with every browser found.
#
# Everything that changes something outside this folder goes through `act`, which --dry-run turns into a line of text.
# What is removed again by --uninstall is found by where it is and by whose path it holds, never by a list that could be stale.
#
# Nothing is ever put into share/sidekey: with the default prefix that is the wallet's own folder.
set -euo pipefail
# What the user speaks: this script itself speaks English.
readonly SPOKEN=${LC_ALL:-${LC_MESSAGES:-${LANG:-}}}
export LC_ALL=C.UTF-8

HERE=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
readonly HERE
readonly HOST_NAME=app.sidekey.host FIREFOX_ID=wallet@sidekey.app
readonly PROGRAMS=(sidekey sidekey-host sidekey-agent sidekey-rpc)
# Debian's Chromium is started with `ls -dm` of the first folder cut at spaces, which turns the second of two extensions into a
# web address unless `ls` breaks its line there. It does after 80 columns, so a name of this length is safe beside any other.
readonly SYSTEM_CHROMIUM=/usr/share/chromium/extensions/$FIREFOX_ID
# Stands in lib/sidekey of the installation that put the extension there, so that removing another one leaves it.
readonly SYSTEM_MARK=extension-for-every-user
# What the desktop hands sidekey: links to, and under which name.
readonly DESKTOP_FILE=app.sidekey.desktop SCHEME=x-scheme-handler/sidekey
# Where man and the shells look below a prefix, and what writes each of them.
readonly MANUALS=(man/man1 man/pt_BR/man1 man/el/man1 man/tr/man1)
readonly COMPLETIONS=(bash-completion/completions/sidekey zsh/site-functions/_sidekey fish/vendor_completions.d/sidekey.fish)
readonly SYSTEM_FIREFOX="/usr/share/mozilla/extensions/{ec8030f7-c20a-464f-9b0e-13a3a9e97384}/$FIREFOX_ID"

usage() {
    cat <<'END'
Usage: ./install.sh [options]

  --prefix FOLDER     where programs go: FOLDER/bin, FOLDER/lib/sidekey (default: ~/.local);
                      below FOLDER/share the manual and what completes lines in bash, zsh and fish
  --demo              install, then open the demo in a browser with a throwaway profile and wallet
  --browser NAME      the demo's browser: chromium or firefox
  --uninstall         take all of it back; asks before it deletes a wallet
  --dry-run           show what would be done and do nothing
  --yes               answer yes to every question but the one about deleting a wallet
  --no-build          install what .build/release holds
  --allow-extension ID, --forbid-extension ID
                      whether browsers let another extension reach the wallet, which asks you before it gets anything
  --system-extension  install the extension for every user of Debian's browsers (root; otherwise offered)
  --help
END
}

say() { printf '%s\n' "$*"; }
# Says what was done, where something was.
did() { [ "$dry_run" = yes ] || say "$@"; }
step() { printf '\n== %s\n' "$*"; }
die() {
    printf 'install: error: %s\n' "$1" >&2
    shift
    local hint
    for hint in "$@"; do printf 'install: hint: %s\n' "$hint" >&2; done
    exit 1
}

act() {
    if [ "$dry_run" = yes ]; then printf 'would run:'; printf ' %q' "$@"; printf '\n'; else "$@"; fi
}
is_root() { [ "$(id -u)" -eq 0 ]; }
# Root's rights are to be had without a question, or there is somebody to type a password.
can_be_root() { is_root || { command -v sudo >/dev/null && { sudo -n true 2>/dev/null || [ -t 0 ]; }; }; }
as_root() { if is_root; then act "$@"; else act sudo "$@"; fi; }
# Works below the prefix, as root where it isn't this user's to write to.
in_prefix() {
    local existing=$prefix
    while [ ! -e "$existing" ]; do existing=$(dirname "$existing"); done
    if [ -w "$existing" ]; then act "$@"; else as_root "$@"; fi
}

ask() {
    local answer
    if [ "$yes" = yes ]; then return 0; fi
    if [ "$dry_run" = yes ] || [ ! -t 0 ]; then return 1; fi
    read -r -p "$1 [y/N] " answer
    [[ $answer =~ ^[Yy] ]]
}

# The folder of a table entry that isn't absolute.
folder() {
    case $1 in
        /*) printf '%s' "$1" ;;
        .config/*) printf '%s' "${XDG_CONFIG_HOME:-$HOME/.config}/${1#.config/}" ;;
        *) printf '%s' "$HOME/$1" ;;
    esac
}

# MARK: Packages and build

missing_packages() {
    local -a missing=()
    command -v git >/dev/null || missing+=(git ca-certificates)
    command -v g++ >/dev/null || missing+=(g++)
    command -v pkg-config >/dev/null || missing+=(pkg-config)
    pkg-config --exists libsodium 2>/dev/null || missing+=(libsodium-dev)
    pkg-config --exists sqlite3 2>/dev/null || missing+=(libsqlite3-dev)
    pkg-config --exists libpsl 2>/dev/null || missing+=(libpsl-dev)
    pkg-config --exists libutf8proc 2>/dev/null || missing+=(libutf8proc-dev)
    pkg-config --exists libqrencode 2>/dev/null || missing+=(libqrencode-dev)
    pkg-config --exists libcrypto libssl 2>/dev/null || missing+=(libssl-dev)
    pkg-config --exists libcurl 2>/dev/null || missing+=(libcurl4-openssl-dev)
    if [ "$demo" = yes ]; then
        python3 -c 'import ensurepip, venv' 2>/dev/null || missing+=(python3-venv)
        case $browser in
            chromium) command -v chromium >/dev/null || missing+=(chromium fonts-dejavu-core) ;;
            firefox) command -v firefox-esr >/dev/null || missing+=(firefox-esr fonts-dejavu-core) ;;
        esac
    fi
    printf '%s\n' "${missing[@]}"
}

has_display() { [ -n "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; }
# The programs that the agent asks with, in the folder in which it looks; what `pinentry` itself is, its name says in the end.
has_window_pinentry() {
    local kind
    for kind in gnome3 qt qt6 qt5 gtk-2 gtk x11 fltk; do
        if [ -x "/usr/bin/pinentry-$kind" ]; then return 0; fi
    done
    [ -x /usr/bin/pinentry ] || return 1
    case $(readlink -f /usr/bin/pinentry) in *-curses | *-tty) return 1 ;; esac
}
# The one that looks as the desktop does; where apt doesn't know it, one that works on every desktop.
window_pinentry() {
    local package
    case ${XDG_CURRENT_DESKTOP:-} in
        *GNOME* | *Unity*) package=pinentry-gnome3 ;;
        *KDE* | *LXQt*) package=pinentry-qt ;;
        *) package=pinentry-gtk2 ;;
    esac
    if command -v apt-cache >/dev/null && ! apt-cache show "$package" >/dev/null 2>&1; then package=pinentry-qt; fi
    printf '%s' "$package"
}

install_pinentry() {
    if ! has_display || has_window_pinentry; then return; fi
    local package
    step "Sidekey's own window"
    # First, for a fresh machine's apt knows no package.
    if command -v apt-get >/dev/null && can_be_root; then as_root apt-get update -q || true; fi
    package=$(window_pinentry)
    say "missing: $package, the window in which Sidekey asks"
    if [ "$dry_run" != yes ] && { ! command -v apt-get >/dev/null || ! can_be_root; }; then
        # The wallet works all the same: what is asked in that window is asked in a terminal then.
        say "note: install a graphical pinentry; until then, confirm in a terminal (sidekey approve)"
        return
    fi
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$package" ||
        say "note: $package wasn't installed; until then, confirm in a terminal (sidekey approve)"
}

install_packages() {
    step "System packages"
    local -a missing
    mapfile -t missing < <(missing_packages | sed '/^$/d')
    if [ ${#missing[@]} -eq 0 ]; then
        say "nothing is missing"
        return
    fi
    say "missing: ${missing[*]}"
    local line="sudo apt-get install -y ${missing[*]}"
    if [ "$dry_run" != yes ]; then
        command -v apt-get >/dev/null || die "this isn't a Debian system" "install these by hand: ${missing[*]}"
        can_be_root || die "installing packages needs root" "run this, then install.sh again: $line"
    fi
    as_root apt-get update -q
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}"
}

build() {
    local program
    step "Build"
    if [ "$no_build" = yes ]; then
        say "left out: installing what .build/release holds"
    else
        command -v swift >/dev/null || die "there is no swift in the PATH" "install Swift 6.3: https://www.swift.org/install"
        # One by one, for there are targets that are never installed.
        for program in "${PROGRAMS[@]}"; do act swift build --package-path "$HERE" -c release --product "$program"; done
    fi
    for program in "${PROGRAMS[@]}"; do
        [ "$dry_run" = yes ] || [ -x "$HERE/.build/release/$program" ] || die "$program wasn't built"
    done
}

# MARK: Programs

# Replaces a program by renaming, so that one that is running keeps its own file.
install_program() {
    in_prefix install -m 755 "$HERE/.build/release/$1" "$prefix/bin/.$1.new"
    if command -v strip >/dev/null; then in_prefix strip "$prefix/bin/.$1.new"; fi
    in_prefix mv -f "$prefix/bin/.$1.new" "$prefix/bin/$1"
}

install_programs() {
    step "Programs in $prefix/bin"
    in_prefix mkdir -p "$prefix/bin" "$prefix/lib/sidekey"
    local program
    for program in "${PROGRAMS[@]}"; do install_program "$program"; done
    in_prefix rm -rf "$prefix/lib/sidekey/extension"
    in_prefix cp -R "$HERE/extension" "$prefix/lib/sidekey/extension"
    # An agent of the version before would go on answering until it is idle.
    if [ "$dry_run" != yes ]; then "$prefix/bin/sidekey" stop >/dev/null 2>&1 || true; fi
    case ":$PATH:" in *":$prefix/bin:"*) ;; *) say "note: $prefix/bin isn't in your PATH" ;; esac
}

# MARK: The manual and the shells

# write_words LOCALE FILE WORD...: what sidekey prints in a language, complete or not at all.
write_words() {
    local locale=$1 file=$prefix/share/$2 temporary
    shift 2
    if [ "$dry_run" = yes ]; then
        say "would write: $file"
        return
    fi
    temporary=$(mktemp)
    if LC_ALL=$locale "$prefix/bin/sidekey" "$@" >"$temporary"; then
        in_prefix mkdir -p "$(dirname "$file")"
        in_prefix install -m 644 "$temporary" "$file"
    else
        say "note: $file wasn't written"
    fi
    rm -f "$temporary"
}

install_words() {
    step "Manual and completions in $prefix/share"
    local folder locale path
    for folder in "${MANUALS[@]}"; do
        case $folder in
            man/man1) locale=C.UTF-8 ;;
            *) locale=${folder#man/} locale=${locale%/man1}.UTF-8 ;;
        esac
        write_words "$locale" "$folder/sidekey.1" man
    done
    for path in "${COMPLETIONS[@]}"; do
        case $path in
            bash*) write_words "$SPOKEN" "$path" completions bash ;;
            zsh*) write_words "$SPOKEN" "$path" completions zsh ;;
            fish*) write_words "$SPOKEN" "$path" completions fish ;;
        esac
    done
    did "man sidekey; bash and fish complete its lines after their next start"
    if command -v zsh >/dev/null; then
        say "zsh: put this before compinit in ~/.zshrc: fpath+=($prefix/share/zsh/site-functions)"
    fi
}

remove_words() {
    local path
    for path in "${MANUALS[@]/%//sidekey.1}" "${COMPLETIONS[@]}"; do
        if [ -e "$prefix/share/$path" ]; then
            in_prefix rm -f "$prefix/share/$path"
            did "removed $prefix/share/$path"
        fi
        # What was made for it goes with it, and nothing else.
        if [ -d "$(dirname "$prefix/share/$path")" ]; then
            in_prefix env -C "$prefix" rmdir -p --ignore-fail-on-non-empty "share/$(dirname "$path")"
        fi
    done
}

# MARK: Browsers

# The id that Chromium gives the extension: the first half of SHA-256 over the manifest's public key, in the letters a to p.
chromium_id() {
    local key
    key=$(sed -nE 's/^ *"key": *"([^"]+)".*/\1/p' "$HERE/extension/manifest.json")
    [ -n "$key" ] || die "extension/manifest.json has no key"
    base64 -d <<<"$key" | sha256sum | head -c 32 | tr 0-9a-f a-p
}

# The other extensions that may start the host, one id a line; kept from one installation to the next.
allowed_extensions() { printf '%s' "$prefix/lib/sidekey/allowed-extensions"; }

# The forms of ids that Chromium and Firefox give.
is_chromium_id() { [[ $1 =~ ^[a-p]{32}$ ]]; }
is_firefox_id() {
    [ ${#1} -le 80 ] || return 1
    [[ $1 =~ ^[A-Za-z0-9._-]*@[A-Za-z0-9._-]+$ || $1 =~ ^\{[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}$ ]]
}

# Notes what --allow-extension and --forbid-extension say, before the manifests are written by it.
settle_extensions() {
    local id kept
    if [ ${#allow[@]} -eq 0 ] && [ ${#forbid[@]} -eq 0 ]; then return; fi
    step "Other extensions"
    kept=$(
        {
            if [ -f "$(allowed_extensions)" ]; then cat "$(allowed_extensions)"; fi
            printf '%s\n' "${allow[@]}"
        } | sed '/^$/d' | sort -u
    )
    for id in "${forbid[@]}"; do kept=$(grep -vxF -- "$id" <<<"$kept" || true); done
    for id in "${allow[@]}"; do did "let in by the browsers: $id (it gets nothing before you allow it)"; done
    for id in "${forbid[@]}"; do did "kept out by the browsers: $id (what you allowed it: sidekey extensions revoke $id)"; done
    if [ "$dry_run" = yes ]; then
        say "would write: $(allowed_extensions)"
        return
    fi
    local temporary
    temporary=$(mktemp)
    printf '%s\n' "$kept" | sed '/^$/d' >"$temporary"
    in_prefix install -m 644 "$temporary" "$(allowed_extensions)"
    rm -f "$temporary"
}

# others_of FAMILY: the members that a manifest's list has besides the wallet's own.
others_of() {
    local id
    if [ ! -f "$(allowed_extensions)" ]; then return; fi
    while read -r id; do
        case $1 in
            chromium) if is_chromium_id "$id"; then printf ', "chrome-extension://%s/"' "$id"; fi ;;
            firefox) if is_firefox_id "$id"; then printf ', "%s"' "$id"; fi ;;
        esac
    done <"$(allowed_extensions)"
}

# write_manifest TEMPLATE FOLDER [root]: the native-messaging manifest, complete or not at all.
write_manifest() {
    local text file=$2/$HOST_NAME.json run=act
    text=$(cat "$HERE/manifests/$1.json")
    # The list's end, before a path comes in that could hold one.
    text=${text//]/"$(others_of "$1")]"}
    text=${text//@HOST@/"$prefix/bin/sidekey-host"}
    text=${text//@CHROMIUM_ID@/"$(chromium_id)"}
    if [ "${3:-}" = root ]; then run=as_root; fi
    if [ "$dry_run" = yes ]; then
        say "would write: $file"
        return
    fi
    local temporary
    temporary=$(mktemp)
    printf '%s\n' "$text" >"$temporary"
    "$run" mkdir -p "$2"
    "$run" install -m 644 "$temporary" "$file.new"
    "$run" mv -f "$file.new" "$file"
    rm -f "$temporary"
}

# Prints what a program is in the end. A Snap is a link into /snap, or the script that Ubuntu puts in its place; a Flatpak is a
# script that has flatpak run it.
kind_of_program() {
    local path real
    path=$(command -v "$1") || return 0
    real=$(readlink -f "$path")
    case $path:$real in
        */snap/*) echo snap ;;
        *:*/flatpak/*) echo flatpak ;;
        *)
            if head -c 4096 "$real" | grep -qa '/snap/bin/'; then
                echo snap
            elif head -c 4096 "$real" | grep -qa 'flatpak run '; then
                echo flatpak
            else
                echo native
            fi
            ;;
    esac
}

# Prints what of a browser is there: "native", "snap", "flatpak", or nothing.
kinds_of_browser() {
    local programs=$1 markers=$2 flatpak=$3 program marker root found=' '
    for program in $programs; do
        found+="$(kind_of_program "$program") "
        # Also where /snap/bin isn't in the PATH.
        if [ -x "/snap/bin/$program" ]; then found+="snap "; fi
    done
    if [ -z "${found// /}" ]; then
        for marker in $markers; do
            if [ -d "$(folder "$marker")" ]; then found+="native "; fi
        done
    fi
    for root in "$HOME/.local/share/flatpak" /var/lib/flatpak; do
        if [ -d "$root/app/$flatpak" ] || [ -x "$root/exports/bin/$flatpak" ]; then found+="flatpak "; fi
    done
    local kind
    for kind in native snap flatpak; do
        case $found in *" $kind "*) echo "$kind" ;; esac
    done
}

register_browsers() {
    step "Browsers"
    local id name template markers programs user system flatpak kind kinds
    local -a absent=()
    found_templates=()
    while IFS=$'\t' read -r id name template markers programs user system flatpak; do
        case $id in '#'* | '') continue ;; esac
        kinds=$(kinds_of_browser "$programs" "$markers" "$flatpak")
        if [ -z "$kinds" ]; then absent+=("$name"); fi
        for kind in $kinds; do
            if [ "$kind" = native ]; then
                write_manifest "$template" "$(folder "$user")"
                did "$name: registered in $(folder "$user")"
                found_templates+=("$template")
                system_folders["$system"]=$template
            else
                say "$name as a ${kind^}: will not work. Such a browser can't start a program of the system it runs on;"
                say "    install $name from your distribution's packages or from its maker instead."
            fi
        done
    done <"$HERE/manifests/browsers.tsv"
    if [ ${#absent[@]} -gt 0 ]; then
        local list
        printf -v list '%s, ' "${absent[@]}"
        say "not found, and nothing written for: ${list%, }"
    fi
}

# MARK: The links of apps

# Where the desktop looks for programs that take links: with the system's, or this user's.
applications() {
    case $prefix in
        /usr | /usr/local) printf '%s' "$prefix/share/applications" ;;
        *) printf '%s' "${XDG_DATA_HOME:-$HOME/.local/share}/applications" ;;
    esac
}

# The program as an Exec line names it: bare where that is enough, since xdg-open reads no quotes.
desktop_program() {
    local program=$prefix/bin/sidekey
    if [[ $program =~ ^[A-Za-z0-9/._+-]+$ ]]; then
        printf '%s' "$program"
        return
    fi
    program=${program//%/%%}
    program=${program//\$/\\\\\$}
    program=${program//\`/\\\\\`}
    printf '"%s"' "$program"
}

# Has the desktop read its folder again, where it keeps a list of what stands there.
update_applications() {
    if command -v update-desktop-database >/dev/null && [ -d "$(applications)" ]; then
        in_prefix_or_home update-desktop-database -q "$(applications)" || true
    fi
}

# Works in the folder of applications, as root where it isn't this user's to write to.
in_prefix_or_home() {
    local existing
    existing=$(applications)
    while [ ! -e "$existing" ]; do existing=$(dirname "$existing"); done
    if [ -w "$existing" ]; then act "$@"; else as_root "$@"; fi
}

register_scheme() {
    step "Links of apps (sidekey:)"
    local file text temporary present
    file=$(applications)/$DESKTOP_FILE
    text=$(cat "$HERE/manifests/$DESKTOP_FILE")
    text=${text//@SIDEKEY@/"$(desktop_program)"}
    if [ "$dry_run" = yes ]; then
        say "would write: $file"
        return
    fi
    temporary=$(mktemp)
    printf '%s\n' "$text" >"$temporary"
    in_prefix_or_home mkdir -p "$(applications)"
    in_prefix_or_home install -m 644 "$temporary" "$file.new"
    in_prefix_or_home mv -f "$file.new" "$file"
    rm -f "$temporary"
    update_applications
    if command -v xdg-mime >/dev/null; then
        # Whoever the user has chosen keeps the links.
        present=$(xdg-mime query default "$SCHEME" 2>/dev/null || true)
        if [ -z "$present" ]; then xdg-mime default "$DESKTOP_FILE" "$SCHEME" 2>/dev/null || true; fi
        if [ -n "$present" ] && [ "$present" != "$DESKTOP_FILE" ]; then say "note: sidekey: links go to $present, as you chose"; fi
    fi
    did "registered in $file"
}

# Takes the registration back where it is this installation's.
unregister_scheme() {
    local file list temporary
    file=$(applications)/$DESKTOP_FILE
    if [ ! -f "$file" ] || ! grep -qF -- "Exec=$(desktop_program) open-url" "$file"; then return; fi
    in_prefix_or_home rm -f "$file"
    did "removed $file"
    list=${XDG_CONFIG_HOME:-$HOME/.config}/mimeapps.list
    if [ "$dry_run" != yes ] && [ -f "$list" ] && grep -q "^$SCHEME=$DESKTOP_FILE" "$list"; then
        temporary=$(mktemp)
        grep -v "^$SCHEME=$DESKTOP_FILE" "$list" >"$temporary" || true
        cat "$temporary" >"$list"
        rm -f "$temporary"
        # What xdg-mime made for this alone goes with it.
        if ! grep -q '=' "$list"; then rm -f "$list"; fi
    fi
    update_applications
    # The list that was made of an empty folder, and the folder.
    if [ -d "$(applications)" ] && [ "$(ls -A "$(applications)")" = mimeinfo.cache ]; then
        in_prefix_or_home rm -f "$(applications)/mimeinfo.cache"
    fi
    if [ -d "$(applications)" ]; then in_prefix_or_home rmdir --ignore-fail-on-non-empty "$(applications)"; fi
}

# MARK: The extension for every user

# Whether somebody who isn't this user could run the host: every folder on its way lets others through.
others_can_run() {
    local path=$prefix/bin
    while [ "$path" != / ]; do
        if [ -e "$path" ] && [ $((0$(stat -c %a "$path") & 1)) -eq 0 ]; then return 1; fi
        path=$(dirname "$path")
    done
}

install_extension_system_wide() {
    step "The extension for every user of Debian's browsers"
    if [ "$system_extension" != yes ]; then
        if ! can_be_root; then
            say "left out: needs root"
            return
        fi
        # The demo loads the extension into a browser of its own: whoever tries it out changes nobody else's.
        if [ "$demo" = yes ] || ! ask "Install the extension in /usr/share for every user of Chromium and Firefox here?"; then
            say "left out; ./install.sh --system-extension does it later"
            return
        fi
    elif [ "$dry_run" != yes ] && ! can_be_root; then
        die "the extension for every user needs root"
    fi
    local target directory
    for target in "$SYSTEM_CHROMIUM" "$SYSTEM_FIREFOX"; do
        as_root rm -rf "$target"
        as_root mkdir -p "$(dirname "$target")"
        as_root cp -R "$HERE/extension" "$target"
        as_root chmod -R u=rwX,go=rX "$target"
        did "installed in $target"
    done
    system_extension=yes
    in_prefix touch "$prefix/lib/sidekey/$SYSTEM_MARK"
    if ! others_can_run; then
        say "note: other users can't reach $prefix/bin; to serve them too, install with --prefix /usr/local"
        return
    fi
    for directory in "${!system_folders[@]}"; do
        if [ "$directory" = - ]; then continue; fi
        write_manifest "${system_folders[$directory]}" "$directory" root
        did "registered for every user in $directory"
    done
}

how_to_load() {
    step "Loading the extension"
    local extension=$prefix/lib/sidekey/extension
    if [ "$system_extension" = yes ]; then
        say "Debian's Chromium and Firefox have it after their next start. In other browsers:"
    fi
    case " ${found_templates[*]} " in *" chromium "*)
        say "Chromium, Chrome, Brave, Edge, Vivaldi: open chrome://extensions, switch Developer mode on, press"
        say "    \"Load unpacked\" and choose $extension. It stays until it is removed there."
        ;;
    esac
    case " ${found_templates[*]} " in *" firefox "*)
        say "Firefox, LibreWolf: open about:debugging#/runtime/this-firefox, press \"Load Temporary Add-on\" and choose"
        say "    $extension/manifest.json. Firefox drops it when it closes. Debian's Firefox ESR"
        say "    keeps it where it was installed for every user (--system-extension); other Firefox builds keep signed add-ons only."
        ;;
    esac
    if [ ${#found_templates[@]} -eq 0 ]; then say "no browser was found; run install.sh again when there is one"; fi
}

# MARK: Demo

play_demo() {
    step "Demo in $browser"
    local venv=$HERE/.venv-demo pictures=$HERE/.build/demo
    local -a arguments=(--bin "$prefix/bin" --browser "$browser" --screenshots "$pictures")
    if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
        say "there is no display: playing it headless"
        arguments+=(--headless)
    fi
    act python3 -m venv "$venv"
    act "$venv/bin/python" -m pip install --disable-pip-version-check --quiet -r "$HERE/Examples/demo/requirements.txt"
    act "$venv/bin/python" "$HERE/Examples/demo/play.py" "${arguments[@]}"
}

# MARK: Uninstall

# Removes a native manifest only where it is ours and points at this prefix.
unregister() {
    local file=$1/$HOST_NAME.json
    if [ -f "$file" ] && grep -qF "\"$prefix/bin/sidekey-host\"" "$file"; then
        "$2" rm -f "$file"
        did "removed $file"
    fi
}

delete_wallet() {
    local data=${SIDEKEY_HOME:-${XDG_DATA_HOME:-$HOME/.local/share}/sidekey} answer=
    if [ ! -d "$data" ]; then return; fi
    say "your wallet's folder is $data"
    if [ "$dry_run" = yes ]; then
        say "would ask whether to delete it"
        return
    fi
    if [ -t 0 ]; then
        say "Without its 24 words, what it holds is lost for good when it is deleted."
        read -r -p 'Type "delete" to delete it, anything else to keep it: ' answer
    fi
    if [ "$answer" = delete ]; then
        rm -rf -- "$data"
        say "deleted $data"
    else
        say "kept $data"
    fi
}

uninstall() {
    step "Uninstall from $prefix"
    local id system user program target left=no
    if [ -x "$prefix/bin/sidekey" ]; then act "$prefix/bin/sidekey" stop >/dev/null 2>&1 || true; fi
    while IFS=$'\t' read -r id _ _ _ _ user system _; do
        case $id in '#'* | '') continue ;; esac
        unregister "$(folder "$user")" act
        # Made by us for a browser that was never started, or by the browser, which makes it again.
        if [ -d "$(folder "$user")" ]; then act rmdir --ignore-fail-on-non-empty "$(folder "$user")"; fi
        if [ "$system" != - ] && can_be_root; then unregister "$system" as_root; fi
    done <"$HERE/manifests/browsers.tsv"
    unregister_scheme
    for target in "$SYSTEM_CHROMIUM" "$SYSTEM_FIREFOX"; do
        if [ ! -e "$target" ] || [ ! -e "$prefix/lib/sidekey/$SYSTEM_MARK" ]; then continue; fi
        if can_be_root; then
            as_root rm -rf "$target"
            did "removed $target"
        else
            say "left, needs root: $target"
            left=yes
        fi
    done
    for program in "${PROGRAMS[@]}"; do
        if [ -e "$prefix/bin/$program" ]; then
            in_prefix rm -f "$prefix/bin/$program"
            did "removed $prefix/bin/$program"
        fi
    done
    remove_words
    if [ $left = no ]; then in_prefix rm -rf "$prefix/lib/sidekey"; fi
    delete_wallet
    say "an extension that you loaded by hand is removed in the browser itself"
}

# MARK: Main

prefix=$HOME/.local demo=no browser='' mode=install dry_run=no yes=no no_build=no system_extension=ask
declare -A system_folders=()
declare -a found_templates=() allow=() forbid=()
# An id as browsers write it, also in the form of an origin. It goes into JSON as it is.
extension_id() {
    local id=${1#chrome-extension://}
    if [ "$id" != "$1" ]; then id=${id%/}; fi
    { is_chromium_id "$id" || is_firefox_id "$id"; } || die "no extension has this id: $1"
    printf '%s' "$id"
}
while [ $# -gt 0 ]; do
    case $1 in
        --prefix | --browser | --allow-extension | --forbid-extension)
            [ $# -gt 1 ] || die "$1 needs a value"
            case $1 in
                --prefix) prefix=$2 ;;
                --browser) browser=$2 ;;
                --allow-extension) allow+=("$(extension_id "$2")") ;;
                --forbid-extension) forbid+=("$(extension_id "$2")") ;;
            esac
            shift
            ;;
        --prefix=*) prefix=${1#*=} ;;
        --browser=*) browser=${1#*=} ;;
        --demo) demo=yes ;;
        --uninstall) mode=uninstall ;;
        --dry-run) dry_run=yes ;;
        --yes | -y) yes=yes ;;
        --no-build) no_build=yes ;;
        --system-extension) system_extension=yes ;;
        --help | -h)
            usage
            exit 0
            ;;
        *) die "unknown option: $1" "./install.sh --help lists what there is" ;;
    esac
    shift
done

[ "$(uname -s)" = Linux ] || die "this installer knows Linux only"
prefix=$(realpath -m -- "$prefix")
# The path goes into JSON as it is.
case $prefix in *[\"\\[:cntrl:]]*) die "the prefix holds a quote, a backslash or a control character" ;; esac
if [ -z "$browser" ]; then
    browser=chromium
    if ! command -v chromium >/dev/null && command -v firefox-esr >/dev/null; then browser=firefox; fi
fi
case $browser in chromium | firefox) ;; *) die "--browser is chromium or firefox" ;; esac

if [ "$mode" = uninstall ]; then
    uninstall
    exit 0
fi
if is_root && [ -n "${SUDO_USER:-}" ]; then
    say "note: under sudo this installs for root; as yourself, install.sh asks for sudo where it needs it"
fi
install_packages
install_pinentry
build
install_programs
install_words
settle_extensions
register_browsers
register_scheme
install_extension_system_wide
how_to_load
step "Check"
healthy=yes
act "$prefix/bin/sidekey" doctor || healthy=no
if [ "$demo" = yes ]; then play_demo; fi
[ $healthy = yes ] || die "doctor has found faults; see above"
