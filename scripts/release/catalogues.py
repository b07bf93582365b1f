#!/usr/bin/env python3
"""Write a Homebrew formula, a JBang catalogue and SDKMAN entries for the downloads in a folder: FOLDER VERSION URL."""
import json
import pathlib
import sys

SDKMAN = {"linux-x64": "LINUX_64", "linux-arm64": "LINUX_ARM64", "macos-x64": "MAC_OSX", "macos-arm64": "MAC_ARM64", "windows-x64": "WINDOWS_64"}
SYSTEMS = {"macos": "on_macos", "linux": "on_linux"}
PROCESSORS = {"arm64": "on_arm", "x64": "on_intel"}


def downloads(folder, version):
    """Each download's file name and checksum, by platform."""
    found = {}
    for platform in SDKMAN:
        for ending in ("tar.gz", "zip"):
            checksum = folder / f"ipw-{version}-{platform}.{ending}.sha256"
            if checksum.is_file():
                digest, name = checksum.read_text(encoding="ascii").split()
                found[platform] = (name, digest)
    return found


def formula(found, version, url):
    lines = ["class Ipw < Formula", '  desc "Joules, watts and seconds of a language model\'s correct answers"', f'  homepage "{url}"',
             f'  version "{version}"', '  license "Apache-2.0"', ""]
    for system, on_system in SYSTEMS.items():
        here = {processor: found.get(f"{system}-{processor}") for processor in PROCESSORS}
        if any(here.values()):
            lines.append(f"  {on_system} do")
            for processor, download in here.items():
                if download:
                    lines += [f"    {PROCESSORS[processor]} do", f'      url "{url}/{download[0]}"', f'      sha256 "{download[1]}"', "    end"]
            lines += ["  end", ""]
    lines += ["  def install", '    libexec.install Dir["*"]', '    bin.install_symlink libexec/"ipw"',
              '    man1.install Dir[libexec/"share/man/man1/*"]', '    bash_completion.install libexec/"share/completions/ipw.bash" => "ipw"',
              '    zsh_completion.install libexec/"share/completions/_ipw"', '    fish_completion.install libexec/"share/completions/ipw.fish"',
              "  end", "", "  test do", f'    assert_match "{version}", shell_output("#{{bin}}/ipw --version")', "  end", "end"]
    return "\n".join(lines) + "\n"


def main():
    folder, version, url = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3].rstrip("/")
    found = downloads(folder, version)
    if not found:
        sys.exit(f"no download of version {version} lies in {folder}: make one first with 'scripts/release.sh dist'")
    (folder / "ipw.rb").write_text(formula(found, version, url), encoding="utf-8")
    entries = [{"candidate": "ipw", "version": version, "platform": SDKMAN[platform], "url": f"{url}/{name}", "checksums": {"SHA-256": digest}}
               for platform, (name, digest) in found.items()]
    (folder / "sdkman.json").write_text(json.dumps(entries, indent=2) + "\n", encoding="utf-8")
    catalogue = {"aliases": {"ipw": {
        "script-ref": f"dev.ipw:ipw-cli:{version}", "main": "dev.ipw.cli.Main", "java": "22+",
        "description": "Joules, watts and seconds of a language model's correct answers",
        "runtime-options": ["--enable-native-access=ALL-UNNAMED", "-XX:-UsePerfData"]}}}
    (folder / "jbang-catalog.json").write_text(json.dumps(catalogue, indent=2) + "\n", encoding="utf-8")
    print(f"{folder}: ipw.rb, sdkman.json and jbang-catalog.json for {', '.join(found)}")


if __name__ == "__main__":
    main()
