#!/usr/bin/env bash
# Make what people download, into dist/. Nothing is uploaded.
#   scripts/release.sh dist [--jdk FOLDER]   ipw-VERSION-PLATFORM.tar.gz (a zip for Windows): the command with its own Java runtime;
#                                            on Linux a .deb too
#   scripts/release.sh libraries             the jars, sources, javadoc, poms and checksums for a Maven repository, and the SBOM
#   scripts/release.sh check FOLDER          check libraries against the rules of Maven's central repository, offline
#   scripts/release.sh catalogues URL        Homebrew formula, JBang catalogue and SDKMAN entries of the downloads at that address
#   scripts/release.sh runtime FOLDER MODULE[,MODULE...]   only a small Java runtime
# --jdk: a JDK with jmods for another platform, of the same feature version as the JDK here, or its jmods alone. Each platform's download
# is made with its own JDK's modules; without it, for this platform.
# Needs a JDK 22 or newer (IPW_JAVA_HOME, JAVA_HOME or the usual places), Python 3, GNU tar; libraries needs Maven; .deb: dpkg-deb, readelf.
set -euo pipefail

root=$(CDPATH='' cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
tools=$root/scripts/release
dist=${IPW_DIST:-$root/dist}
oldest_java=22
# What the command and its libraries use of the JDK: jdeps cannot say, since some jars are modules and some are not.
modules=java.desktop,java.logging,java.management,java.net.http,java.sql,java.xml,jdk.charsets,jdk.httpserver,jdk.management,jdk.unsupported,jdk.zipfs
# Parts of java.desktop that only programs with windows, sound or printers load; the command draws pictures without. No package may become
# empty, so that a few classes of each stay.
unused_resources='glob:/java.desktop/**/doc-files/**,glob:/java.desktop/sun/font/X11*,regex:/java\.desktop/(com/sun/media/sound|com/sun/java/swing/plaf/gtk|javax/swing/plaf/(nimbus|synth)|javax/swing/text/(html|html/parser|rtf)|sun/awt/X11|sun/print)/(?!A|ColorType|GTKC)[^/]*'
unused_files='**/libawt_xawt.so,**/libjawt.so,**/libjsound.so,**/libsplashscreen.so,**/jrt-fs.jar,**/classlist,**.debuginfo'
most_bytes=120000000

fail() {
    printf 'release: %s\n' "$*" >&2
    exit 2
}

say() {
    printf 'release: %s\n' "$*"
}

find_jdk() {
    local home version
    for home in "${IPW_JAVA_HOME:-}" "${JAVA_HOME:-}" /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        version=$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$home/release" 2>/dev/null || true)
        if [ -x "$home/bin/jlink" ] && [ "${version:-0}" -ge "$oldest_java" ]; then
            jdk=$home
            export JAVA_HOME=$home
            return
        fi
    done
    fail "no JDK $oldest_java or newer with jlink found; name one with IPW_JAVA_HOME"
}

# Whoever releases has run the tests and checks before: .ci/run.
build() {
    (cd "$root" && mvn -B -ntp -q -Dmaven.test.skip=true -Dspotless.check.skip=true -Dcompiler.checks=-proc:none "$@" package)
}

# The value of an element that stands once at the top of the pom.
pom_value() {
    sed -n "s/.*<$1>\(.*\)<\/$1>.*/\1/p" "$root/pom.xml" | head -n 1
}

# The platform of a JDK, as its release file says: linux-x64, macos-arm64 ...
platform_of() {
    [ -f "$1/release" ] || fail "there is no $1/release, which says for which platform that JDK is"
    named_as_here "$(sed -n 's/^OS_NAME="\(.*\)"/\1/p' "$1/release")-$(sed -n 's/^OS_ARCH="\(.*\)"/\1/p' "$1/release")"
}

# SYSTEM-PROCESSOR as JDKs and their modules say it, in the names of downloads.
named_as_here() {
    local system=${1%%-*} processor=${1#*-}
    case $system in
        Linux | linux) system=linux ;;
        Darwin | macos) system=macos ;;
        Windows | windows) system=windows ;;
        *) fail "'$1' is no platform that downloads are made for" ;;
    esac
    case $processor in
        x86_64 | amd64) processor=x64 ;;
        aarch64) processor=arm64 ;;
    esac
    echo "$system-$processor"
}

# A Java runtime of these modules: FOLDER MODULES [JLINK OPTION...]
make_runtime() {
    local folder=$1 wanted=$2
    shift 2
    "$jdk/bin/jlink" --add-modules "$wanted" --strip-java-debug-attributes --no-header-files --no-man-pages --compress zip-9 \
        "$@" --output "$folder"
    # Names of functions in native libraries help nobody there, and take 5 MB. A strip may know only the processor of its machine.
    local strip
    for strip in strip aarch64-linux-gnu-strip llvm-strip; do
        if [ -f "$folder/lib/server/libjvm.so" ] && "$strip" --strip-unneeded "$folder/lib/server/libjvm.so" 2>/dev/null; then
            find "$folder/lib" -name '*.so' -exec "$strip" --strip-unneeded {} +
            break
        fi
    done
}

# The Debian packages that a Linux runtime needs, on one line: its libraries name others of the system, and versions of the library of C.
packages_needed() {
    local inside needed library package packages
    inside=$(find "$1" -name '*.so*' -printf '%f\n')
    needed=$(find "$1" -type f \( -name '*.so*' -o -path '*/bin/*' \) -exec readelf --wide --dynamic --version-info {} + 2>/dev/null)
    packages="libc6 (>= $(grep -o 'GLIBC_[0-9.]*' <<<"$needed" | sed 's/GLIBC_//' | sort -uV | tail -n 1))"
    while read -r library; do
        case $library in
            ld-linux-* | lib[cm].so.6 | libdl.so.2 | libpthread.so.0 | librt.so.1) continue ;;
            libz.so.1) package=zlib1g ;;
            libgcc_s.so.1) package=libgcc-s1 ;;
            libstdc++.so.6) package=libstdc++6 ;;
            libjpeg.so.62) package=libjpeg62-turbo ;;
            liblcms2.so.2) package=liblcms2-2 ;;
            libfreetype.so.6) package=libfreetype6 ;;
            libharfbuzz.so.0) package=libharfbuzz0b ;;
            *) fail "the runtime needs $library: name its Debian package in packages_needed" ;;
        esac
        packages+=", $package"
    done < <(sed -n 's/.*(NEEDED).*\[\(.*\)\]/\1/p' <<<"$needed" | sort -u | grep -vxF "$inside")
    echo "$packages"
}

dist() {
    local foreign='' platform jmods=() name folder work size stamp archive
    while [ $# -gt 0 ]; do
        case $1 in
            --jdk) foreign=${2:?--jdk needs a folder}; shift 2 ;;
            *) fail "dist does not know '$1'" ;;
        esac
    done
    find_jdk
    platform=$(platform_of "$jdk")
    if [ -n "$foreign" ]; then
        # The folder may be a JDK, or its jmods, which some publish apart.
        [ -f "$foreign/java.base.jmod" ] || foreign=$foreign/jmods
        [ -f "$foreign/java.base.jmod" ] || fail "there is no $foreign/java.base.jmod: some JDKs come without, and their jmods are published apart"
        platform=$("$jdk/bin/jmod" describe "$foreign/java.base.jmod" | sed -n 's/^platform //p')
        platform=$(named_as_here "$platform")
        jmods=(--module-path "$foreign")
    fi
    version=$(pom_value version)
    stamp=$(date -u -d "$(pom_value project.build.outputTimestamp)" +%s)
    name=ipw-$version-$platform
    built=$root/ipw-cli/target
    if [ "$(IPW_PRINT_FINGERPRINT=yes "$root/ipw")" != "$(cat "$built/ipw-cli.fingerprint" 2>/dev/null)" ]; then
        say 'build the command'
        build -pl ipw-cli -am
    fi
    work=$(mktemp -d)
    # shellcheck disable=SC2064 # this folder, whatever the variable is then
    trap "rm -rf '$work'" EXIT
    folder=$work/ipw-$version
    mkdir -p "$folder/bin" "$folder/share"
    say "a Java runtime for $platform"
    make_runtime "$folder/runtime" "$modules" "${jmods[@]}" --exclude-resources "$unused_resources" --exclude-files "$unused_files"
    cp "$built/ipw-cli.jar" "$root/LICENSE" "$root/NOTICE" "$folder/"
    cp "$root/ipw-examples/ipw.jsh" "$folder/share/"
    mkdir "$folder/lib"
    for jar in "$built"/lib/*.jar; do
        python3 "$tools/one_platform.py" "$jar" "$folder/lib/$(basename "$jar")" "$platform"
    done
    say 'completions and man pages'
    "$jdk/bin/java" -cp "$built/ipw-cli.jar:$built/lib/*" "$tools/CommandFiles.java" "$folder/share" "$version" \
        "$(date -u -d "@$stamp" +%F)"
    case $platform in
        windows-*)
            rm -r "${folder:?}/bin" "$folder/share/completions" "$folder/share/man"
            # Its shell finds labels and blocks for sure only in lines that end as its own do.
            sed 's/$/\r/' "$tools/ipw.bat" >"$folder/ipw.bat"
            ;;
        *)
            cp "$root/ipw" "$folder/"
            ln -s ../ipw "$folder/bin/ipw"
            ;;
    esac
    if [ -z "$foreign" ]; then
        # Classes of the runtime as it has them in memory; those of the command too would be 38 MB more. Which these are depends on the
        # current folder's name, and their form on the collector and the heap that the machine suggests.
        (
            cd /
            "$folder/runtime/bin/java" -Xshare:off -XX:DumpLoadedClassList="$work/classes" -version 2>/dev/null
            "$folder/runtime/bin/java" -XX:+UseG1GC -Xmx128m -Xshare:dump -XX:SharedClassListFile="$work/classes" -Xlog:disable >/dev/null
        )
    fi
    size=$(find "$folder" -type f -printf '%s\n' | awk '{ sum += $1 } END { print sum }')
    [ "$size" -le "$most_bytes" ] || fail "the download is $size bytes unpacked, more than $most_bytes"
    chmod -R u+w,go-w,a+rX "$folder"
    mkdir -p "$dist"
    case $platform in
        windows-*)
            archive=$dist/$name.zip
            rm -f "$archive"
            python3 "$tools/zip_folder.py" "$work" "$archive" "$stamp"
            ;;
        *)
            archive=$dist/$name.tar.gz
            pack "$work" "$stamp" "ipw-$version" | gzip -9n >"$archive"
            ;;
    esac
    finished "$archive"
    say "unpacked $size bytes"
    case $platform in
        linux-*)
            if command -v dpkg-deb >/dev/null && command -v readelf >/dev/null; then
                deb "$folder" "${platform#linux-}" "$stamp"
            else
                say 'dpkg-deb or readelf is not installed: no .deb was made'
            fi
            ;;
    esac
}

# The same files give the same bytes, whoever packs them and when.
pack() {
    tar -C "$1" --sort=name --mtime="@$2" --owner=0 --group=0 --numeric-owner --format=gnu -cf - "$3"
}

# Print what was made, and keep its checksum beside it.
finished() {
    (cd "$(dirname "$1")" && sha256sum "$(basename "$1")" >"$(basename "$1").sha256")
    say "$1: $(stat -c %s "$1") bytes, sha256 $(cut -c 1-16 "$1.sha256")..."
}

# A package of what lies in the folder. Not by jpackage: its own starter would know neither the terminal nor the meter's memory.
deb() {
    local folder=$1 arch=${2/x64/amd64} stamp=$3 tree=$work/deb package needed
    needed=$(packages_needed "$folder/runtime")
    say "the runtime needs $needed"
    mkdir -p "$tree/DEBIAN" "$tree/usr/lib" "$tree/usr/bin" "$tree/usr/share/man" "$tree/usr/share/doc/ipw" \
        "$tree/usr/share/bash-completion/completions" "$tree/usr/share/zsh/vendor-completions" "$tree/usr/share/fish/vendor_completions.d"
    cp -a "$folder" "$tree/usr/lib/ipw"
    ln -s ../lib/ipw/ipw "$tree/usr/bin/ipw"
    mv "$tree/usr/lib/ipw/share/man/man1" "$tree/usr/share/man/"
    gzip -9n "$tree"/usr/share/man/man1/*
    mv "$tree/usr/lib/ipw/share/completions/ipw.bash" "$tree/usr/share/bash-completion/completions/ipw"
    mv "$tree/usr/lib/ipw/share/completions/_ipw" "$tree/usr/share/zsh/vendor-completions/"
    mv "$tree/usr/lib/ipw/share/completions/ipw.fish" "$tree/usr/share/fish/vendor_completions.d/"
    rmdir "$tree/usr/lib/ipw/share/completions" "$tree/usr/lib/ipw/share/man"
    rm -r "$tree/usr/lib/ipw/bin"
    cat "$root/LICENSE" "$root/NOTICE" >"$tree/usr/share/doc/ipw/copyright"
    # Debian sorts 0.1.0~SNAPSHOT before 0.1.0.
    cat >"$tree/DEBIAN/control" <<CONTROL
Package: ipw
Version: ${version/-/\~}
Architecture: $arch
Maintainer: $(sed -n 's/^  - name: //p' "$root/CITATION.cff" | head -n 1) <noreply@ipw.dev>
Installed-Size: $(du -sk --apparent-size "$tree/usr" | cut -f 1)
Depends: $needed
Recommends: fontconfig, fonts-dejavu-core
Section: utils
Priority: optional
Description: joules, watts and seconds of a language model's correct answers
 The ipw command measures what the answers of LLM services, agents and any
 Java code cost. It has its own Java runtime.
CONTROL
    find "$tree" -exec touch -h -d "@$stamp" {} +
    package=$dist/ipw_${version/-/\~}_$arch.deb
    SOURCE_DATE_EPOCH=$stamp dpkg-deb --root-owner-group -Zxz -b "$tree" "$package" >/dev/null
    finished "$package"
}

libraries() {
    local stamp
    find_jdk
    version=$(pom_value version)
    stamp=$(pom_value project.build.outputTimestamp)
    say "libraries of $version"
    # From nothing: the javadoc plugin keeps pages of sources that have changed.
    build clean -Prelease,supply-chain --also-make --projects "$(python3 "$tools/repository.py" modules "$root")"
    python3 "$tools/repository.py" gather "$root" "$dist/maven" "$version"
    cp "$root/ipw-cli/target/ipw-cli-sbom.json" "$dist/ipw-$version-sbom.json"
    finished "$dist/ipw-$version-sbom.json"
    # One file, as the central repository takes it.
    python3 "$tools/zip_folder.py" "$dist/maven" "$dist/ipw-$version-libraries.zip" "$(date -u -d "$stamp" +%s)"
    finished "$dist/ipw-$version-libraries.zip"
}

case ${1:-} in
    dist) shift; dist "$@" ;;
    libraries) libraries ;;
    check) exec python3 "$tools/repository.py" check "${2:?check needs the folder of the libraries, for example dist}" ;;
    catalogues) exec python3 "$tools/catalogues.py" "$dist" "$(pom_value version)" "${2:?catalogues needs the address at which the downloads lie}" ;;
    runtime)
        find_jdk
        make_runtime "${2:?runtime needs a folder}" "${3:?runtime needs modules}"
        ;;
    *) fail "give dist, libraries, check, catalogues or runtime; the top of $0 explains them" ;;
esac
