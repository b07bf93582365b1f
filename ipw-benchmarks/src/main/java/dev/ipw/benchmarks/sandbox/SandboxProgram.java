package dev.ipw.benchmarks.sandbox;

/** A program that runs in a sandbox. */
public sealed interface SandboxProgram {
    /**
     * A Python script.
     *
     * @param script the script's text
     */
    record Python(String script) implements SandboxProgram {}

    /**
     * Commands in a shell, which is bash where it exists.
     *
     * @param commands the commands' text
     */
    record Shell(String commands) implements SandboxProgram {}
}
