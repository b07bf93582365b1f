#!/usr/bin/env python3
"""Pack what lies in a folder into a zip whose bytes depend on nothing else: FOLDER ZIP SECONDS."""
import pathlib
import sys
import time
import zipfile


def main():
    folder, archive, stamp = pathlib.Path(sys.argv[1]), sys.argv[2], time.gmtime(int(sys.argv[3]))[:6]
    with zipfile.ZipFile(archive, "w") as packed:
        for file in sorted(path for path in folder.rglob("*") if path.is_file()):
            entry = zipfile.ZipInfo(file.relative_to(folder).as_posix(), stamp)
            entry.external_attr = (0o755 if file.stat().st_mode & 0o100 else 0o644) << 16
            packed.writestr(entry, file.read_bytes(), zipfile.ZIP_DEFLATED, 9)


if __name__ == "__main__":
    main()
