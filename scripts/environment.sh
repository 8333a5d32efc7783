# Sourced by ./play and ./check, with root set to the project's folder. Everything is said on stderr;
# stdout belongs to the program. scripts/install.py makes .venv and keeps it in step; what needs the
# system's packages is here.

say() { printf '%s\n' "$*" >&2; }
die() { say "$*"; exit 2; }

# What PySide6-Essentials does not bring: library, Debian package. The first group is needed to draw
# at all, the second to open a window on an X server.
DRAWING_LIBRARIES='libEGL.so.1 libegl1
libGL.so.1 libgl1
libxkbcommon.so.0 libxkbcommon0
libdbus-1.so.3 libdbus-1-3
libfontconfig.so.1 libfontconfig1
libglib-2.0.so.0 libglib2.0-0'
WINDOW_LIBRARIES='libX11-xcb.so.1 libx11-xcb1
libxkbcommon-x11.so.0 libxkbcommon-x11-0
libxcb-cursor.so.0 libxcb-cursor0
libxcb-icccm.so.4 libxcb-icccm4
libxcb-image.so.0 libxcb-image0
libxcb-keysyms.so.1 libxcb-keysyms1
libxcb-randr.so.0 libxcb-randr0
libxcb-render-util.so.0 libxcb-render-util0
libxcb-shape.so.0 libxcb-shape0
libxcb-shm.so.0 libxcb-shm0
libxcb-sync.so.1 libxcb-sync1
libxcb-xfixes.so.0 libxcb-xfixes0
libxcb-xkb.so.1 libxcb-xkb1'

find_python() {
    for python in python3 python3.13 python3.12 python3.11; do
        if "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            return
        fi
    done
    return 1
}

take_python() { # sets python
    find_python && return
    need="Python 3.11 or newer is needed"
    [ -n "$system" ] || die "$need; on Debian or Ubuntu: apt-get install python3 python3-venv"
    install_packages "python3 python3-venv"
    find_python || die "$need, and this system's packages have none; install it by hand"
}

missing_packages() { # libraries: prints the Debian packages of those that are not installed
    if ldconfig=$(PATH="$PATH:/usr/sbin:/sbin" command -v ldconfig); then
        installed=$("$ldconfig" -p 2>/dev/null)
        [ -z "$installed" ] || printf '%s\n' "$1" | while read -r library package; do
            case $installed in *"$library"*) ;; *) printf ' %s' "$package" ;; esac
        done
    fi
}

install_packages() { # packages
    [ -n "$1" ] || return 0
    as_root=
    [ "$(id -u)" = 0 ] || as_root='sudo '
    # shellcheck disable=SC2086
    if [ -z "$system" ]; then
        die "missing system packages; run: ${as_root}apt-get install -y $1"
    elif ! command -v apt-get >/dev/null; then
        die "this system has no apt-get; install by hand what Debian calls: $1"
    else
        ${as_root}apt-get update >&2
        ${as_root}env DEBIAN_FRONTEND=noninteractive apt-get install -y $1 >&2
    fi
}

prepare() { # play|check, libraries: .venv holds what that script needs
    python="$root/.venv/bin/python" packages=
    if ! "$python" -c 'import pip' 2>/dev/null; then
        take_python
        "$python" -c 'import ensurepip, venv' 2>/dev/null || packages=python3-venv
    fi
    packages="$packages$(missing_packages "$2")"
    install_packages "${packages# }"
    "$python" "$root/scripts/install.py" "$1" || exit
}

step() { # name, command...: runs the command and tells how long it took
    step=$1 begun=$(date +%s)
    shift
    "$@"
    ended=$?
    say "== $step: $(($(date +%s) - begun)) s"
    return $ended
}
