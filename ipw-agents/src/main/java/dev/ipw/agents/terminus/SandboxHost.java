package dev.ipw.agents.terminus;

import dev.ipw.agents.Workspace;
import dev.ipw.agents.tool.CommandSandbox;
import dev.ipw.benchmarks.sandbox.SandboxProgram;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.error.InputException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * A sandbox of this machine with the folder of a task that has no environment of its own. Each command runs in a
 * sandbox of its own; they share the folder, and thus the terminal's socket.
 *
 * @param sandbox   runs commands up to their time limit
 * @param workspace the task's folder
 */
record SandboxHost(CommandSandbox sandbox, Workspace workspace) implements TerminalHost {
    @Override
    public String name() {
        return "the sandbox";
    }

    @Override
    public CommandResult run(String commands, Duration longest) throws InterruptedException {
        return sandbox.run(new SandboxProgram.Shell(commands), workspace, Optional.of(longest));
    }

    @Override
    public RunningCommand launch(String commands, Duration longest) {
        return new Launched(() -> run(commands, longest));
    }

    @Override
    public boolean endsItsCommands() {
        return false;
    }

    /** A running command, with a thread of its own that waits for its end. */
    private static final class Launched implements RunningCommand {
        private final CompletableFuture<CommandResult> end = new CompletableFuture<>();
        private final Thread thread;

        Launched(Work work) {
            thread = Thread.ofVirtual().start(() -> {
                try {
                    end.complete(work.run());
                } catch (InterruptedException closed) {
                    end.cancel(false);
                } catch (RuntimeException | Error failed) {
                    end.completeExceptionally(failed);
                }
            });
        }

        @Override
        public Optional<CommandResult> result() {
            try {
                return end.isCancelled() ? Optional.empty() : Optional.ofNullable(end.getNow(null));
            } catch (CompletionException failed) {
                throw new InputException("The sandbox cannot be started: " + failed.getCause(), failed);
            }
        }

        /**
         * Ends the command. The sandbox has ended all its processes when its thread ends; an interrupt meanwhile is
         * kept for later.
         */
        @Override
        public void close() {
            thread.interrupt();
            boolean interrupted = false;
            while (thread.isAlive()) {
                try {
                    thread.join();
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** The work of a command. */
    @FunctionalInterface
    private interface Work {
        CommandResult run() throws InterruptedException;
    }
}
