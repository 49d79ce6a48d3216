# What the checks have in common; `.ci/run`, `.ci/doors` and `.ci/languages` source it from the project's top folder.

judge=$(realpath -m "${CARGO_TARGET_DIR:-target}/release/judge")

step() { printf '\n== %s (after %d min %d s)\n' "$*" $((SECONDS / 60)) $((SECONDS % 60)); }

fail() {
    printf 'error: %s\n' "$*" >&2
    exit 1
}

skip() { printf 'skipped: %s\n' "$*"; }

# Asks before anything is installed as root, unless CI is set. $*: the Debian packages that are used.
may_install() {
    local missing=() package answer
    [[ -z ${CI:-} ]] && command -v dpkg-query >/dev/null || return 0
    for package in "$@"; do
        dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep -q ' installed$' || missing+=("$package")
    done
    ((${#missing[@]})) || return 0
    printf 'This check installs Debian packages as root: %s\nInstall them? [y/N] ' "${missing[*]}"
    read -r answer || answer=
    [[ $answer == [yY]* ]] || fail "nothing was installed; install the packages yourself, or set CI=1"
}

# Plays the tournaments named on one thread into the folder $1-1, and on two into $1-2. Only the journals may differ:
# games are in them as they finished.
play_twice() {
    local out=$1 file jobs
    shift
    for jobs in 1 2; do
        for file in "$@"; do
            "$judge" run "$file" --jobs "$jobs" --quiet --out "$out-$jobs/$(basename "$file" .toml)"
        done
    done
    diff -r --exclude=journal "$out-1" "$out-2"
}

has_wasm_target() {
    [[ -d $(rustc --print sysroot)/lib/rustlib/wasm32-unknown-unknown/lib ]]
}

# Fails if a part is named that is not one of $parts.
check_parts() {
    local part
    for part in "$@"; do
        [[ " ${parts[*]} " == *" $part "* ]] || fail "there is no part $part; there are: ${parts[*]}"
    done
}

# Runs the function of each part that is named, of all if none is. $parts: all parts.
run_parts() {
    local part
    check_parts "$@"
    (($# > 0)) || set -- "${parts[@]}"
    for part in "$@"; do
        "part_$part"
    done
}

fresh=$(mktemp -d)
trap 'rm -rf "$fresh"' EXIT
