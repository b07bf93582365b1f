#!/bin/sh
# Stand in for a container engine: a container is a folder below $STAND_IN_ROOT, and its absolute paths are put below that.
# It knows info, ps, image inspect, build, run, exec, cp and rm as far as tasks use them.
set -u
here=$(CDPATH='' cd "$(dirname "$0")" && pwd -P)
root=$here/containers
mkdir -p "$root"
echo "$*" | head -c 300 | tr '\n' ' ' >>"$here/calls.txt"
echo >>"$here/calls.txt"

# Put the paths of a container below its folder.
placed() {
    sed -e "s#/logs/#$1/logs/#g" -e "s#/tests/#$1/tests/#g" -e "s#/solution/#$1/solution/#g" -e "s#/app\\([ /\";]\\|\$\\)#$1/app\\1#g"
}

place_files() {
    find "$2" -type f -name '*.sh' | while read -r file; do
        placed "$1" <"$file" >"$file.placed" && cat "$file.placed" >"$file" && rm "$file.placed"
    done
}

command=$1
shift
case $command in
info) echo "stand-in" ;;
ps) ls "$root" ;;
image) exit 1 ;;
build) exit 0 ;;
run)
    name=
    while [ $# -gt 0 ]; do
        case $1 in
        --name) name=$2; shift 2 ;;
        --env | --network | --cpus | --memory | --entrypoint) shift 2 ;;
        --detach | --init) shift ;;
        *) break ;;
        esac
    done
    [ -n "$name" ] || exit 125
    mkdir -p "$root/$name/app" "$root/$name/logs" && echo "$name"
    ;;
exec)
    while [ $# -gt 0 ]; do
        case $1 in
        --workdir | --user | --env) shift 2 ;;
        --interactive) shift ;;
        *) break ;;
        esac
    done
    box=$root/$1
    shift
    [ -d "$box" ] || { echo "no such container" >&2; exit 125; }
    cd "$box/app" || exit 125
    # sh -c SCRIPT ZERO [ONE]; only a container knows its working folder by another name.
    [ "$4" != pwd ] || { echo /app; exit 0; }
    script=$(printf '%s' "$3" | placed "$box")
    zero=$(printf '%s' "$4 " | placed "$box")
    zero=${zero% }
    case $zero in /*) case $zero in "$box"/* | /tmp/*) ;; *) zero=$box$zero ;; esac ;; esac
    if [ $# -gt 4 ]; then
        exec sh -c "$script" "$zero" "$(printf '%s' "$5" | placed "$box")"
    else
        exec sh -c "$script" "$zero"
    fi
    ;;
cp)
    case $1 in
    *:/*) from=$root/${1%%:*}${1#*:} to=$2 ;;
    *) from=$1 to=$root/${2%%:*}${2#*:} ;;
    esac
    mkdir -p "${to%/.}" && cp -a "$from" "$to" || exit 125
    case $1 in *:/*) ;; *) place_files "$root/${2%%:*}" "$to" ;; esac
    ;;
rm)
    for name in "$@"; do
        case $name in --*) ;; *) rm -rf "${root:?}/$name" ;; esac
    done
    ;;
*)
    echo "the stand-in does not know $command" >&2
    exit 125
    ;;
esac
