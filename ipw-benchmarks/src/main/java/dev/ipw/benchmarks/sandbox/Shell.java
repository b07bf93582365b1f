package dev.ipw.benchmarks.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;

/** The shell of this machine. */
final class Shell {
    /** The path of the shell. */
    static final String PATH = Files.isExecutable(Path.of("/bin/bash")) ? "/bin/bash" : "/bin/sh";

    private Shell() {}
}
