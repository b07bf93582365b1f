package dev.ipw.benchmarks.sandbox;

import java.time.Duration;
import java.util.Objects;

/**
 * Hold what is to be run.
 *
 * @param program     what runs
 * @param input       what it reads from standard input
 * @param timeout     after that it is ended
 * @param memoryBytes the most memory of all its processes
 * @param place       what it finds around it
 */
public record SandboxTask(SandboxProgram program, String input, Duration timeout, long memoryBytes,
        SandboxPlace place) {
    /** Rejects nulls. */
    public SandboxTask {
        Objects.requireNonNull(program, "program");
        Objects.requireNonNull(input, "input");
        Objects.requireNonNull(timeout, "timeout");
        Objects.requireNonNull(place, "place");
    }

    /**
     * Runs a Python script in an empty folder.
     *
     * @param script      the script's text
     * @param input       what it reads from standard input
     * @param timeout     after that it is ended
     * @param memoryBytes the most memory of all its processes
     */
    public SandboxTask(String script, String input, Duration timeout, long memoryBytes) {
        this(new SandboxProgram.Python(script), input, timeout, memoryBytes, SandboxPlace.EMPTY);
    }
}
