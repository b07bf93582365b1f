package dev.ipw.benchmarks.sandbox;

import java.util.Objects;

/** What runs in a sandbox. */
public sealed interface SandboxProgram {
    /**
     * Run Python.
     *
     * @param script the script's text
     */
    record Python(String script) implements SandboxProgram {
        /** Rejects null. */
        public Python {
            Objects.requireNonNull(script, "script");
        }
    }

    /**
     * Run commands in a shell, bash where it is there.
     *
     * @param commands the commands' text
     */
    record Shell(String commands) implements SandboxProgram {
        /** Rejects null. */
        public Shell {
            Objects.requireNonNull(commands, "commands");
        }
    }
}
