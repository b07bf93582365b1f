package dev.ipw.benchmarks.sandbox;

import dev.ipw.environment.CommandResult;
import java.nio.file.Path;
import java.util.List;

/**
 * The execution of scripts directly on this machine, with limits but without isolation: only where a person asked for
 * it.
 *
 * @param python the interpreter
 */
record HostProcess(Path python) implements Sandbox {
    private static final int MAX_PROCESSES = 256;

    @Override
    public String name() {
        return "none: run on this machine";
    }

    @Override
    public CommandResult run(SandboxTask task) throws InterruptedException {
        List<String> command = switch (task.program()) {
            case SandboxProgram.Python program -> List.of(python.toString(), "-I", "-c", program.script());
            case SandboxProgram.Shell program -> List.of(Shell.PATH, "-c", program.commands());
        };
        return SandboxProcess.run(command, task, MAX_PROCESSES,
                task.place().changeable().stream().findFirst().orElse(Path.of("/")));
    }
}
