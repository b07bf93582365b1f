package dev.ipw.benchmarks.patch;

import dev.ipw.benchmarks.environment.CommandHost;
import dev.ipw.benchmarks.environment.CopiedFiles;
import dev.ipw.benchmarks.environment.HostCommand;
import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.environment.ShellCommand;
import dev.ipw.error.InputException;
import dev.ipw.internal.file.AtomicFile;
import dev.ipw.internal.file.BoundedFile;
import dev.ipw.internal.io.Excerpt;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * A container with a repository in {@value #FOLDER}, which applies patches, reads changes as patches and runs commands
 * as root.
 *
 * @param host the host that runs the commands, which the testbed closes
 */
public record Testbed(CommandHost host) implements AutoCloseable {
    /** The folder of the repository. */
    public static final String FOLDER = "/testbed";
    /** The maximum size of a patch. */
    static final int MAX_PATCH_BYTES = 32 << 20;
    private static final String SCRATCH = "/tmp/.ipw-testbed";
    private static final String RESULT = SCRATCH + "-result";
    private static final Duration STEP = Duration.ofMinutes(10);
    private static final Duration LOOK = Duration.ofMinutes(1);
    private static final int SHOWN = 600;
    private static final String APPLIED = "applied by ";

    /** The commands that use a separate index, which keeps that of the repository unchanged. */
    private static final String OWN_INDEX = """
            git() { command git -c core.quotePath=false -c core.fsmonitor=false -c gc.auto=0 "$@"; }
            cd %1$s || exit 9
            index=$(git rev-parse --git-path index) || exit 9
            cp "$index" %2$s-index 2>/dev/null
            GIT_INDEX_FILE=%2$s-index; export GIT_INDEX_FILE
            trap 'rm -f %2$s-index' EXIT
            git add --all --ignore-errors >/dev/null 2>&1
            """.formatted(FOLDER, SCRATCH);
    private static final String TREE = OWN_INDEX + "git write-tree\n";
    private static final String DIFF = OWN_INDEX + """
            git diff --cached --binary --no-color --no-ext-diff --no-textconv --src-prefix=a/ --dst-prefix=b/ "$TREE" \
            >%1$s/all || exit 9
            head -c %2$s %1$s/all >%1$s/patch.diff && rm -f %1$s/all
            """.formatted(RESULT, MAX_PATCH_BYTES + 1);
    /** The commands that apply a patch. Changes of a failed try are undone before the next one. */
    private static final String APPLY = OWN_INDEX + """
            tree=$(git write-tree) || exit 9
            back() { git read-tree -m "$tree" && git checkout-index --all --force && git clean -fdq; }
            try() { how=$1; shift; if "$@" >%1$s/said 2>&1; then echo "applied by $how"; exit 0; fi
              [ -s %1$s/first ] || cp %1$s/said %1$s/first; back >/dev/null 2>&1 || exit 9; }
            mkdir -p %1$s && rm -f %1$s/first
            try 'git apply' git apply --verbose %2$s/patch.diff
            try 'git apply, blanks ignored' git apply --verbose --ignore-whitespace %2$s/patch.diff
            try 'git apply, lines recounted' git apply --verbose --recount %2$s/patch.diff
            try 'git apply, one line around' git apply --verbose --ignore-whitespace -C1 %2$s/patch.diff
            command -v patch >/dev/null 2>&1 &&
              try 'patch' patch --batch --forward --fuzz=5 -p1 --input=%2$s/patch.diff
            head -c 4000 %1$s/first; exit 1
            """.formatted(SCRATCH + "-said", SCRATCH);

    /**
     * Returns the name of the isolation of the container.
     *
     * @return the name, such as {@code podman}
     */
    public String name() {
        return host.name();
    }

    Optional<String> loopbackHost() {
        return host.loopbackHost();
    }

    void start() throws InterruptedException {
        host.start();
    }

    /**
     * Returns the state of the files, including new ones that are not ignored.
     *
     * @return a tree of git
     * @throws InterruptedException if the calling thread is interrupted
     * @throws InputException       if there is no repository
     */
    public String tree() throws InterruptedException {
        CommandResult result = run(new ShellCommand(TREE, STEP));
        if (!result.isFine()) {
            throw new InputException(
                    "There is no git repository in " + FOLDER + " of the container: " + errorText(result));
        }
        // The output of the image's own start-up file precedes it.
        return result.output().strip().lines().reduce("", (one, last) -> last);
    }

    /**
     * Writes the changes since a state, including new files.
     *
     * @param tree   the state
     * @param folder the folder for the file patch.diff
     * @return the reason of a failure; empty if they were written
     */
    Optional<String> diff(String tree, Path folder) throws InterruptedException {
        try (CopiedFiles copies = new CopiedFiles()) {
            Path out = copies.folder();
            host.open(RESULT, out);
            CommandResult result = run(new ShellCommand(DIFF, "", STEP, Map.of("TREE", tree)));
            if (!result.isFine()) {
                return Optional.of("The changes in " + FOLDER + " cannot be told: " + errorText(result));
            }
            host.collect(RESULT);
            Path patch = out.resolve("patch.diff");
            if (!Files.isRegularFile(patch, LinkOption.NOFOLLOW_LINKS) || Files.size(patch) > MAX_PATCH_BYTES) {
                return Optional.of("The changes in " + FOLDER + " come to more than " + (MAX_PATCH_BYTES >> 20)
                        + " MiB");
            }
            AtomicFile.write(folder.resolve("patch.diff"), BoundedFile.readUnlinked(patch, MAX_PATCH_BYTES));
            return Optional.empty();
        } catch (IOException unreadable) {
            throw new InputException("The changes in " + FOLDER + " cannot be read: "
                    + AtomicFile.reasonOf(unreadable), unreadable);
        }
    }

    /**
     * Applies a patch by the first method that fits it.
     *
     * @param patch the patch's bytes
     * @return the result: successful if the patch fits
     * @throws InterruptedException if the calling thread is interrupted
     * @throws InputException       if the container does not work
     */
    CommandResult apply(byte[] patch) throws InterruptedException {
        put("patch.diff", patch);
        CommandResult result = run(new ShellCommand(APPLY, STEP));
        if (result.end() != CommandEnd.FINISHED || result.exitCode() > 1) {
            throw new InputException("The patch cannot be tried in the container: " + errorText(result));
        }
        return result;
    }

    /** Returns the method by which a patch was applied. */
    static String way(CommandResult applied) {
        String output = applied.output().strip();
        return output.startsWith(APPLIED) ? output.substring(APPLIED.length()) : output;
    }

    /**
     * Puts a file into the container.
     *
     * @param name  its name
     * @param bytes its content
     * @return its path in the container
     * @throws InterruptedException if the calling thread is interrupted
     * @throws InputException       if it cannot be put
     */
    public String put(String name, byte[] bytes) throws InterruptedException {
        try (CopiedFiles copies = new CopiedFiles()) {
            Path folder = copies.folder();
            AtomicFile.write(folder.resolve(name), bytes);
            host.put(folder, SCRATCH);
            return SCRATCH + "/" + name;
        }
    }

    /**
     * Runs commands as root at the repository.
     *
     * @param command the commands
     * @return the result
     * @throws InterruptedException if the calling thread is interrupted
     */
    public CommandResult run(ShellCommand command) throws InterruptedException {
        return host.run(asRoot(command));
    }

    RunningCommand launch(ShellCommand command) {
        return host.launch(asRoot(command));
    }

    private static HostCommand asRoot(ShellCommand command) {
        return new HostCommand(command, Optional.of(FOLDER), Optional.of("0"));
    }

    /**
     * Runs commands and keeps all of their output in its order.
     *
     * @param commands  the commands
     * @param longest   the maximum time
     * @param file      a file of this machine for the output
     * @param mostBytes the maximum number of bytes that are kept
     * @return the result
     * @throws InterruptedException if the calling thread is interrupted
     * @throws InputException       if the container does not work any more
     */
    public CommandResult record(String commands, Duration longest, Path file, int mostBytes)
            throws InterruptedException {
        try (CopiedFiles copies = new CopiedFiles()) {
            Path out = copies.folder();
            host.open(RESULT, out);
            CommandResult result = run(new ShellCommand("{ " + commands + "\n} 2>&1 | { head -c " + mostBytes + " >"
                    + RESULT + "/log; cat >/dev/null; }", longest));
            if (!run(new ShellCommand("true", LOOK)).isFine()) {
                throw new InputException("The container ended while the tests ran: " + errorText(result));
            }
            host.collect(RESULT);
            Path log = out.resolve("log");
            AtomicFile.write(file, Files.isRegularFile(log, LinkOption.NOFOLLOW_LINKS)
                    ? BoundedFile.readUnlinked(log, mostBytes)
                    : new byte[0]);
            return result;
        }
    }

    /**
     * Returns the output of a command for a message.
     *
     * @param result the result of the command
     * @return the end of its output
     */
    public static String errorText(CommandResult result) {
        String text = (result.output() + result.errors()).strip();
        String end = text.substring(Math.max(0, text.length() - SHOWN));
        return result.end() != CommandEnd.FINISHED
                ? "it " + result.end().words()
                : end.isEmpty() ? "exit status " + result.exitCode() : Excerpt.of(end, SHOWN);
    }

    /**
     * Reads a file that was recorded.
     *
     * @param file      the file
     * @param mostBytes the maximum number of bytes
     * @return its text
     */
    public static String text(Path file, int mostBytes) {
        return new String(BoundedFile.read(file, mostBytes), StandardCharsets.UTF_8);
    }

    @Override
    public void close() {
        host.close();
    }
}
