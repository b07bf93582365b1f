#!/usr/bin/env python3
"""The libraries as a Maven repository lays them out.

    repository.py modules ROOT                 prints the modules that are published, for Maven's --projects
    repository.py gather ROOT FOLDER VERSION   copies what 'mvn -Prelease package' built, with checksums
    repository.py check FOLDER                 holds it against the rules of Maven's central repository, offline; exit code 1 if one is broken
"""
import hashlib
import pathlib
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml
import zipfile

NAMESPACE = "{http://maven.apache.org/POM/4.0.0}"
CHECKSUMS = ["md5", "sha1", "sha256", "sha512"]
# The first two are asked for, the others only allowed.
REQUIRED_CHECKSUMS = CHECKSUMS[:2]
CLASSIFIERS = {"": ".class or resources", "-sources": ".java files", "-javadoc": "index.html"}
REQUIRED = ["name", "description", "url", "licenses/license/name", "licenses/license/url", "developers/developer/name", "scm/connection",
            "scm/developerConnection", "scm/url"]


class Pom:
    def __init__(self, file):
        self.file = file
        self.tree = xml.parse(file).getroot()
        self.artifact = self.own("artifactId")
        self.group = self.own("groupId") or self.own("parent/groupId")
        self.version = self.own("version") or self.own("parent/version")
        self.packaging = self.own("packaging") or "jar"

    def own(self, path):
        found = self.tree.find("/".join(NAMESPACE + part for part in path.split("/")))
        return "" if found is None else (found.text or "").strip()

    def all(self, path):
        return self.tree.findall("/".join(NAMESPACE + part if part != "." else part for part in path.split("/")))

    def stem(self):
        return f"{self.artifact}-{self.version}"


def reactor(root):
    """The poms of all modules that are published."""
    top = Pom(root / "pom.xml")
    yield top
    for module in top.all("modules/module"):
        pom = Pom(root / module.text / "pom.xml")
        if pom.own("properties/maven.deploy.skip") != "true":
            yield pom


def gather(root, folder, version):
    shutil.rmtree(folder, ignore_errors=True)
    poms = list(reactor(root))
    for pom in poms:
        place = folder.joinpath(*pom.group.split("."), pom.artifact, version)
        place.mkdir(parents=True)
        shutil.copyfile(pom.file, place / f"{pom.stem()}.pom")
        if pom.packaging == "jar":
            built = pom.file.parent / "target"
            name = pom.own("build/finalName") or pom.stem()
            for classifier in CLASSIFIERS:
                shutil.copyfile(built / f"{name}{classifier}.jar", place / f"{pom.stem()}{classifier}.jar")
        for file in sorted(place.iterdir()):
            for kind in CHECKSUMS:
                file.with_name(f"{file.name}.{kind}").write_text(hashlib.new(kind, file.read_bytes()).hexdigest(), encoding="ascii")
    print(f"{folder}: {len(poms)} artifacts of version {version}")


def element(pom, path, poms):
    """An element of the pom or of its parents; a name is never inherited."""
    value = pom.own(path)
    parent = poms.get(pom.own("parent/artifactId"))
    return value if value or parent is None or path == "name" else element(parent, path, poms)


def problems_of_pom(pom, poms):
    for path in REQUIRED:
        value = element(pom, path, poms)
        if not value:
            yield f"<{path.replace('/', '><')}> is missing"
        elif "${" in value:
            yield f"<{path.replace('/', '><')}> has an open expression: {value}"
    if pom.own("parent/artifactId") and pom.own("parent/artifactId") not in poms:
        yield f"its parent {pom.own('parent/artifactId')} is not here"
    if pom.all("repositories/repository") or pom.all("pluginRepositories/pluginRepository"):
        yield "it names repositories: who uses it would have to trust them"
    for dependency in pom.all(".//dependency"):
        artifact, version = (dependency.findtext(NAMESPACE + part, "").strip() for part in ("artifactId", "version"))
        if version.endswith("-SNAPSHOT") and not pom.version.endswith("-SNAPSHOT"):
            yield f"a release depends on the snapshot {artifact} {version}"
        scope = dependency.findtext(NAMESPACE + "scope", "").strip()
        ours = dependency.findtext(NAMESPACE + "groupId", "").strip() in ("dev.ipw", "${project.groupId}")
        managed = pom.packaging == "pom" and pom.own("parent/artifactId") == "" and pom.artifact != "ipw-bom"
        if ours and scope != "test" and not managed and artifact not in poms:
            yield f"it needs {artifact}, which is not here"


def problems_of_files(pom):
    folder = pom.file.parent
    wanted = [f"{pom.stem()}.pom"]
    if pom.packaging == "jar":
        wanted += [f"{pom.stem()}{classifier}.jar" for classifier in CLASSIFIERS]
    for name in wanted:
        file = folder / name
        if not file.is_file():
            yield f"{name} is missing"
            continue
        for kind in CHECKSUMS:
            checksum = folder / f"{name}.{kind}"
            if checksum.is_file():
                if checksum.read_text(encoding="ascii").split()[:1] != [hashlib.new(kind, file.read_bytes()).hexdigest()]:
                    yield f"{checksum.name} is the checksum of something else"
            elif kind in REQUIRED_CHECKSUMS:
                yield f"{checksum.name} is missing"
        if name.endswith(".jar"):
            yield from problems_of_jar(file)
    known = {pom.stem() + rest for rest in [".pom"] + [f"{classifier}.jar" for classifier in CLASSIFIERS]}
    for file in folder.iterdir():
        bare = file.name
        for ending in CHECKSUMS + ["asc"]:
            bare = bare.removesuffix(f".{ending}")
        if bare not in known:
            yield f"{file.name} does not belong here"


def problems_of_jar(file):
    try:
        with zipfile.ZipFile(file) as jar:
            names = jar.namelist()
            broken = jar.testzip()
    except (OSError, zipfile.BadZipFile) as why:
        yield f"{file.name} cannot be read: {why}"
        return
    if broken:
        yield f"{file.name}: {broken} is damaged"
    if file.name.endswith("-sources.jar") and not any(name.endswith(".java") for name in names):
        yield f"{file.name} has no sources"
    if file.name.endswith("-javadoc.jar") and "index.html" not in names:
        yield f"{file.name} has no javadoc"


def problems_of_signatures(files):
    """Signatures are of a person's key, made after this; if some are here, all must be, and each must fit."""
    signed = [file for file in files if file.with_name(file.name + ".asc").is_file()]
    if not signed:
        print("no signatures yet: sign each .pom and .jar with 'gpg --armor --detach-sign' before the upload")
        return
    for file in files:
        if file not in signed:
            yield f"{file.name} has no signature, but others have"
        elif subprocess.run(["gpg", "--verify", f"{file}.asc", str(file)], capture_output=True, check=False).returncode != 0:
            yield f"{file.name}.asc does not verify"


def check(folder):
    folder = folder / "maven" if (folder / "maven").is_dir() else folder
    found = [Pom(file) for file in sorted(folder.rglob("*.pom"))]
    if not found:
        sys.exit(f"no pom lies below {folder}: make the libraries first with 'scripts/release.sh libraries'")
    poms = {pom.artifact: pom for pom in found}
    broken = []
    for pom in found:
        here = folder.joinpath(*pom.group.split("."), pom.artifact, pom.version)
        if pom.file.parent != here:
            broken.append(f"{pom.stem()}: it lies in {pom.file.parent}, not in {here}")
        for problem in [*problems_of_pom(pom, poms), *problems_of_files(pom)]:
            broken.append(f"{pom.stem()}: {problem}")
    broken += problems_of_signatures([file for file in sorted(folder.rglob("*")) if file.suffix in (".pom", ".jar")])
    for line in broken:
        print(line, file=sys.stderr)
    snapshots = [pom.artifact for pom in found if pom.version.endswith("-SNAPSHOT")]
    if snapshots:
        print(f"{len(snapshots)} artifacts are snapshots: the central repository takes only releases, so set the version first")
    print(f"{len(found)} artifacts checked, {len(broken)} problems")
    return 1 if broken else 0


def main():
    if sys.argv[1] == "modules":
        root = pathlib.Path(sys.argv[2])
        print(",".join(str(pom.file.parent.relative_to(root)) for pom in reactor(root)))
        return 0
    if sys.argv[1] == "gather":
        gather(pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4])
        return 0
    return check(pathlib.Path(sys.argv[2]))


if __name__ == "__main__":
    sys.exit(main())
