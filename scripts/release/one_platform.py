#!/usr/bin/env python3
"""Copy a jar; of one with native libraries for many platforms, keep those of one: IN OUT PLATFORM."""
import re
import shutil
import sys
import zipfile

SYSTEMS = {"linux": "linux", "macos": "(darwin|mac)", "windows": "(win|windows)"}
PROCESSORS = {"x64": "(x86_64|amd64)", "arm64": "aarch64"}
# A folder of native libraries as snappy-java and zstd-jni name them: system, then processor.
NATIVE = re.compile(r"(^|.*/native/)(?P<system>linux|darwin|mac|win|windows|freebsd|aix|sunos)/(?P<processor>[^/]+)/.*", re.IGNORECASE)


def wanted(name, platform):
    native = NATIVE.fullmatch(name)
    if not native:
        return True
    system, processor = platform.split("-", 1)
    # A processor's name may say the library of C behind it: x86_64-musl.
    return (re.fullmatch(SYSTEMS[system], native["system"], re.IGNORECASE) is not None
            and re.match(PROCESSORS.get(processor, re.escape(processor)) + "(-|$)", native["processor"]) is not None)


def main():
    source, target, platform = sys.argv[1:]
    with zipfile.ZipFile(source) as whole:
        if all(wanted(entry.filename, platform) for entry in whole.infolist()):
            shutil.copyfile(source, target)
            return
        with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as part:
            for entry in whole.infolist():
                if wanted(entry.filename, platform):
                    part.writestr(entry, whole.read(entry), zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    main()
