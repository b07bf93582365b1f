package dev.ipw.benchmarks.patch;

import dev.ipw.benchmarks.environment.CopiedFiles;
import dev.ipw.benchmarks.sandbox.Programs;
import dev.ipw.benchmarks.sandbox.SandboxPlace;
import dev.ipw.benchmarks.sandbox.SandboxProcess;
import dev.ipw.benchmarks.sandbox.SandboxProgram;
import dev.ipw.benchmarks.sandbox.SandboxTask;
import dev.ipw.environment.CommandResult;
import dev.ipw.internal.file.AtomicFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Clones or mirrors of repositories on this machine, in one folder: owner__name or owner/name, with or without .git.
 *
 * @param folder the folder
 * @param path   the folders of programs, as in the variable PATH
 */
record LocalRepositories(Path folder, String path) {
    private static final Duration STEP = Duration.ofMinutes(5);
    private static final int MAX_PROCESSES = 100;
    private static final String CHECK = """
            index=$1/index; GIT_INDEX_FILE=$index; export GIT_INDEX_FILE
            "$0" -C "$2" cat-file -e "$3^{commit}" 2>/dev/null || exit 7
            "$0" -C "$2" read-tree "$3" || exit 8
            for way in "" --ignore-whitespace --recount "--ignore-whitespace -C1"; do
              "$0" -C "$2" apply --cached --check $way "$1/patch.diff" 2>"$1/said" && exit 0
              [ -e "$1/first" ] || cp "$1/said" "$1/first"
            done
            cat "$1/first" >&2; exit 1""";

    /**
     * The result of a try of a patch.
     *
     * @param fits    whether it fits; empty if that is not known
     * @param message the reason or the output of the try
     */
    record Fit(Optional<Boolean> fits, String message) {}

    /**
     * Tries a patch on a commit without a change to the repository: a separate index has the commit's files.
     *
     * @param repository the repository as {@code owner/name}
     * @param commit     the commit
     * @param patch      the patch
     */
    Fit check(String repository, String commit, String patch) throws InterruptedException {
        Optional<Path> clone = find(repository);
        Optional<Path> git = new Programs(path).find("git");
        if (clone.isEmpty() || git.isEmpty()) {
            return new Fit(Optional.empty(), git.isEmpty()
                    ? "git is not installed"
                    : "the folder of repositories has none of the name " + repository.replace("/", "__"));
        }
        try (CopiedFiles copies = new CopiedFiles()) {
            Path scratch = copies.folder();
            AtomicFile.write(scratch.resolve("patch.diff"), patch.getBytes(StandardCharsets.UTF_8));
            CommandResult result = SandboxProcess.run(List.of("/bin/sh", "-c", CHECK, git.get().toString(),
                    scratch.toString(), clone.get().toString(), commit),
                    new SandboxTask(new SandboxProgram.Shell(""), "", STEP, Long.MAX_VALUE,
                            SandboxPlace.EMPTY.withVariables(Map.of("LC_ALL", "C"))),
                    MAX_PROCESSES, scratch);
            return toFit(result, repository, commit);
        }
    }

    private static Fit toFit(CommandResult result, String repository, String commit) {
        if (result.isFine()) {
            return new Fit(Optional.of(true), "The patch applies at the commit " + commit);
        }
        return switch (result.exitCode()) {
            case 1 -> new Fit(Optional.of(false), "The patch does not apply at the commit " + commit + ": "
                    + Testbed.errorText(result));
            case 7 -> new Fit(Optional.empty(), "the clone of " + repository + " has no commit " + commit);
            default -> new Fit(Optional.empty(), "git cannot try the patch: " + Testbed.errorText(result));
        };
    }

    private Optional<Path> find(String repository) {
        return Stream.of(repository.replace("/", "__"), repository)
                .filter(name -> !name.isBlank() && !name.contains(".."))
                .flatMap(name -> Stream.of(name, name + ".git")).map(folder::resolve).filter(Files::isDirectory)
                .findFirst();
    }
}
