package dev.ipw.agents.servers;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A container.
 *
 * @param engine the program that runs it
 * @param name   its unique name
 */
public record ServerContainer(String engine, String name) {
    private static final Duration BEYOND = Duration.ofSeconds(20);

    /**
     * Asks it to end, kills it after a while, and removes it. If this returns true, nothing of it remains, regardless
     * of the engine's report.
     */
    boolean stop(Duration patience) throws InterruptedException {
        run(List.of("stop", "-t", String.valueOf(patience.toSeconds()), name), patience.plus(BEYOND));
        run(List.of("rm", "--force", name), BEYOND);
        return !isThere();
    }

    private boolean isThere() throws InterruptedException {
        return run(List.of("container", "inspect", name), BEYOND);
    }

    private boolean run(List<String> arguments, Duration longest) throws InterruptedException {
        List<String> command = new ArrayList<>(List.of(engine));
        command.addAll(arguments);
        try {
            Process process = new ProcessBuilder(command).redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD).start();
            if (process.waitFor(longest.toMillis(), TimeUnit.MILLISECONDS)) {
                return process.exitValue() == 0;
            }
            process.destroyForcibly();
            return true;
        } catch (IOException gone) {
            return false;
        }
    }
}
