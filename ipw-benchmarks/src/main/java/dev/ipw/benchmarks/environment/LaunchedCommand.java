package dev.ipw.benchmarks.environment;

import dev.ipw.environment.CommandEnd;
import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.error.InputException;
import dev.ipw.internal.io.Excerpt;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** A command with a thread of its own that waits for it; closing it interrupts that thread, which ends the command. */
final class LaunchedCommand implements RunningCommand {
    private static final int SHOWN = 500;
    /** The exit status that shells report for a killed process. */
    private static final int KILLED = 137;

    private final FutureTask<CommandResult> task;
    private final Thread thread;

    LaunchedCommand(Callable<CommandResult> command) {
        task = new FutureTask<>(command);
        // The thread is not ended by the task's own cancel: it is waited for until the command has ended.
        thread = Thread.ofVirtual().name("ipw-command").start(task);
    }

    @Override
    public Optional<CommandResult> result() {
        if (!task.isDone()) {
            return Optional.empty();
        }
        try {
            return Optional.of(task.get());
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof InterruptedException) {
                return Optional.of(new CommandResult(CommandEnd.STOPPED, KILLED, "", "", Optional.empty()));
            }
            throw new InputException("The command could not be run: "
                    + Excerpt.of(String.valueOf(failed.getCause()), SHOWN), failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        thread.interrupt();
        boolean isInterrupted = Thread.interrupted();
        try {
            thread.join();
        } catch (InterruptedException stopped) {
            isInterrupted = true;
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
