package dev.ipw.benchmarks.sandbox;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/**
 * Hold what is to be run.
 *
 * @param program     what runs
 * @param input       what it reads from standard input
 * @param timeout     after that it is ended
 * @param memoryBytes the most memory of all its processes
 * @param folder      a folder of this machine that it may read and write, as its working folder {@code /work}; empty gives it an empty
 *                    one that is gone afterwards
 */
public record SandboxTask(SandboxProgram program, String input, Duration timeout, long memoryBytes,
        Optional<Path> folder) {
    /** Refuse nulls. */
    public SandboxTask {
        Objects.requireNonNull(program, "program");
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(folder, "folder");
    }

    /**
     * Run a Python script in an empty folder.
     *
     * @param script      the script's text
     * @param input       what it reads from standard input
     * @param timeout     after that it is ended
     * @param memoryBytes the most memory of all its processes
     */
    public SandboxTask(String script, String input, Duration timeout, long memoryBytes) {
        this(new SandboxProgram.Python(script), input, timeout, memoryBytes, Optional.empty());
    }
}
