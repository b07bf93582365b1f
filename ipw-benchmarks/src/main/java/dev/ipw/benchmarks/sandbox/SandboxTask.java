package dev.ipw.benchmarks.sandbox;

import java.time.Duration;

/**
 * A task of a sandbox.
 *
 * @param program     the program
 * @param input       its standard input
 * @param timeout     the time limit, at which it is ended
 * @param memoryBytes the maximum memory of all its processes
 * @param place       its surroundings
 */
public record SandboxTask(SandboxProgram program, String input, Duration timeout, long memoryBytes,
        SandboxPlace place) {

    /**
     * Makes a task that runs a Python script in an empty folder.
     *
     * @param script      the script's text
     * @param input       its standard input
     * @param timeout     the time limit, at which it is ended
     * @param memoryBytes the maximum memory of all its processes
     */
    public SandboxTask(String script, String input, Duration timeout, long memoryBytes) {
        this(new SandboxProgram.Python(script), input, timeout, memoryBytes, SandboxPlace.EMPTY);
    }
}
