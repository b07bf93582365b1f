package dev.ipw.spark;

import java.io.IOException;
import java.util.List;

/** A way to run the {@code ipw} command. */
interface IpwProgram {
    /** The maximum length of a text that is kept of a command's output: its end. */
    int MAX_BYTES = 64 << 10;

    /**
     * Runs a command and waits for its end.
     *
     * @throws IOException          if it cannot be started
     * @throws InterruptedException if Spark ends the task; the command is then told to end
     */
    IpwResult run(List<String> arguments) throws IOException, InterruptedException;
}
