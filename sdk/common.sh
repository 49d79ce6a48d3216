# What the builds of all languages but Rust have in common; they source it.
#
# One of them defines `prepare`, which brings in its toolchain, and `build GAME FILE.wasm SOURCE…`, and calls
# `main LANGUAGE ENDING "$@"`. If it defines `check GAME SOURCE…`, that is called before all else.

say() { printf '%s\n' "$*" >&2; }
fail() {
    say "error: $*"
    exit 1
}

as_root() {
    if [[ $EUID -eq 0 ]]; then
        "$@"
    elif command -v sudo >/dev/null; then
        sudo "$@"
    else
        say "not root, and no sudo: cannot run $*"
        return 1
    fi
}

# A package of PyPI in an environment of its own. $1: the package, $2: its version. Sets `venv`.
bring_from_pypi() {
    venv=$tools/$1-$2
    # And not if the folder was moved, or Python is another.
    [[ -f $venv/installed ]] && "$venv/bin/python" --version >/dev/null 2>&1 && return
    bring_python
    say "installing $1 $2"
    rm -rf "$venv"
    python3 -m venv "$venv" >&2 || fail "python3 cannot make a virtual environment in $venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check "$1==$2" >&2 || fail "cannot install $1 $2 with pip; the first build needs a network, or a package index that pip is configured for"
    touch "$venv/installed"
}

bring_python() {
    if ! python3 -c 'import ensurepip, venv' 2>/dev/null; then
        command -v apt-get >/dev/null || fail 'no Python with venv: install Python 3 from https://www.python.org'
        say 'no Python with venv here; installing it'
        as_root apt-get update >&2 || say 'apt-get update failed; trying with the package lists at hand'
        as_root apt-get install --yes --no-install-recommends python3 python3-venv >&2 ||
            fail 'cannot install python3 and python3-venv'
    fi
}

# A package of npm in a folder of its own. $1: the folder, $2: the package with its version.
bring_from_npm() {
    [[ -f $1/installed ]] && return
    bring_node
    say "installing ${2##*/}"
    rm -rf "$1"
    mkdir -p "$1"
    printf '{ "private": true }\n' >"$1/package.json"
    npm install --prefix "$1" --silent --no-audit --no-fund "$2" >&2 || fail "cannot install ${2##*/} with npm; the first build needs a network, or a registry that npm is configured for"
    touch "$1/installed"
}

bring_node() {
    if ! command -v npm >/dev/null; then
        command -v apt-get >/dev/null || fail 'no npm: install Node.js 20 or newer from https://nodejs.org'
        say 'no npm here; installing it'
        as_root apt-get update >&2 || say 'apt-get update failed; trying with the package lists at hand'
        as_root apt-get install --yes --no-install-recommends nodejs npm >&2 || fail 'cannot install nodejs and npm'
    fi
    node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' ||
        fail "Node.js $(node --version) is too old: install Node.js 20 or newer from https://nodejs.org"
}

# $1: the language's folder below sdk/, $2: how its sources' names end, then the command line.
main() {
    language=$1 ending=$2
    shift 2
    local sources=() game='' out=''
    while (($# > 0)); do
        case $1 in
            --game | --out)
                (($# > 1)) || usage
                [[ $1 == --game ]] && game=$2 || out=$2
                shift
                ;;
            *"$ending") sources+=("$1") ;;
            *) usage ;;
        esac
        shift
    done

    local target=${CARGO_TARGET_DIR:-$root/target}
    mkdir -p "$target"
    target=$(cd "$target" && pwd)
    tools=$target/tools # stays, so that the second build is quick
    work=$target/bots/parts/$language
    mkdir -p "$tools" "$work"

    if ((${#sources[@]} == 0)); then
        [[ -z $game ]] || usage
        prepare
        build_examples "${out:-$target/bots/$language}"
    else
        [[ -n $game && $out == *.wasm ]] || usage
        [[ -f $root/sdk/wit/$game.wit && $game != host ]] || fail "no game $game; there are:$(games)"
        local source
        for source in "${sources[@]}"; do
            [[ -f $source ]] || fail "no file $source"
        done
        check "$game" "${sources[@]}"
        mkdir -p "$(dirname "$out")"
        prepare
        build "$game" "$out" "${sources[@]}"
        say "built $out"
    fi
}

# Most languages find mistakes when they build.
declare -F check >/dev/null || check() { :; }

# Puts the contract of an interpreter into a folder: what a bot for the game $1 has, and where it reads its
# program from. $2: the folder.
wit_of_interpreter() {
    mkdir -p "$2"
    cp "$root"/sdk/wit/{host,"$1"}.wit "$root/sdk/source.wit" "$2"
    printf 'package judge:arena@1.0.0;\nworld %s-interpreter {\n    import host;\n    import source;\n    export %s;\n}\n' \
        "$1" "$1" >"$2/interpreter.wit"
}

usage() {
    say "usage: sdk/$language/build [--out DIR]"
    say "       sdk/$language/build FILE$ending --game GAME --out FILE.wasm"
    exit 2
}

games() {
    local file
    for file in "$root"/sdk/wit/*.wit; do
        file=${file##*/}
        [[ $file == host.wit ]] || printf ' %s' "${file%.wit}"
    done
}

# $1: the folder for the .wasm of every example.
build_examples() {
    mkdir -p "$1"
    local game
    for game in battleship othello; do
        check "$game" "$root/sdk/$language/examples/$game$ending"
        build "$game" "$1/$game-$language.wasm" "$root/sdk/$language/examples/$game$ending"
        say "built $1/$game-$language.wasm"
    done
}
