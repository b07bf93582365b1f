package dev.ipw.benchmarks.sandbox;

import java.nio.file.Files;
import java.nio.file.Path;

/** Name the shell of this machine. */
final class Shell {
    /** Its path. */
    static final String PATH = Files.isExecutable(Path.of("/bin/bash")) ? "/bin/bash" : "/bin/sh";

    private Shell() {}
}
