# What the builds of games in Python and JavaScript have in common; they source it, after sdk/common.sh.
#
# They define `build_game SOURCE CONTRACT FILE.wasm`, and call `main_game LANGUAGE ENDING "$@"`.

# $1: the language's folder below sdk/, $2: how its sources' names end, then the command line.
main_game() {
    language=$1 ending=$2
    shift 2
    local target=${CARGO_TARGET_DIR:-$root/target}
    work=$target/games/$language
    mkdir -p "$work"
    find_tools "$target"
    if (($# == 0)) && [[ -f $root/game$ending ]]; then
        all_of_folder
    elif (($# == 4)) && [[ $1 == *"$ending" && $2 == *.wit && $3 == --out && $4 == *.wasm ]]; then
        build_one "$1" "$2" "$4"
    else
        say "usage: sdk/game/$language/build"
        say "       sdk/game/$language/build FILE$ending FILE.wit --out FILE.wasm"
        exit 2
    fi
}

# $1: the source, $2: the contract, $3: the .wasm.
build_one() {
    local file
    for file in "$1" "$2"; do
        [[ -f $file ]] || fail "no file $file"
    done
    within_bounds "$1"
    build_game "$@"
    say "built $3"
}

# Tells of seats and turns that no game can have, if the source has them as numbers. The judge would say so, too, but only
# after it has compiled the game. $1: the source.
within_bounds() {
    local found
    found=$(awk '
        { gsub(/_/, "") }
        /turns[mM]ax\(/ { is_in = 1 }
        match($0, /seats[mM]ax = /) && substr($0, RSTART + RLENGTH) + 0 > 8 { print NR ": a game has at most 8 seats"; exit }
        is_in && match($0, /return /) && /return [0-9]+;?$/ && substr($0, RSTART + RLENGTH) + 0 > 50000 { print NR ": a game has at most 50,000 turns"; exit }
        /return/ { is_in = 0 }
    ' "$1")
    [[ -z $found ]] || fail "$1:$found"
}

# In the folder of a new game: the game and its bots.
all_of_folder() {
    cd "$root"
    local wit bot
    for wit in wit/*.wit; do
        [[ $wit == wit/host.wit ]] || break
    done
    local name=${wit##*/}
    name=${name%.wit}
    build_one "game$ending" "$wit" "$name.wasm"
    for bot in bots/*_bot.*; do
        [[ $bot == *.wasm ]] || "sdk/$language/build" "$bot"
    done
}

# Puts the contract of an interpreter of games into a folder. $1: the folder.
wit_of_games() {
    mkdir -p "$1/deps/arena"
    cp "$root/sdk/game/wit/game.wit" "$1"
    cp "$root/sdk/source.wit" "$1/deps/arena"
    # A game may write to its log, and no more: what else bots may call, the judge refuses.
    printf 'package judge:arena@1.0.0;\ninterface host {\n    log: func(line: string);\n}\n' >"$1/deps/arena/host.wit"
    printf 'package judge:game@1.0.0;\nworld interpreter {\n    import judge:arena/host@1.0.0;\n    import judge:arena/source@1.0.0;\n    export rules;\n}\n' \
        >"$1/interpreter.wit"
}
