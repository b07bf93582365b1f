package dev.ipw.agents.terminus;

import dev.ipw.environment.CommandResult;
import dev.ipw.environment.RunningCommand;
import dev.ipw.error.InputException;
import dev.ipw.inference.FailureKind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A pane of tmux in the place of a task. Its server is started once and keeps running; each command reaches it by a
 * socket in a folder that all commands of the place share.
 */
final class Terminal implements AutoCloseable {
    private static final Logger LOGGER = LoggerFactory.getLogger(Terminal.class);
    private static final int WIDTH = 160;
    /**
     * The lifetime of the server, beyond every limit of a task and its tests; the owner of the place ends it earlier.
     */
    private static final Duration LONGEST = Duration.ofDays(7);
    private static final Duration LONGEST_START = Duration.ofMinutes(2);
    private static final Duration LONGEST_PROMPT = Duration.ofSeconds(5);
    private static final String NO_TMUX = "no tmux";

    private final TerminalHost host;
    private final String folder;
    private final TmuxSocket tmux;
    private final RunningCommand server;
    private final PaneReader reader;

    private Terminal(TerminalHost host, String folder, RunningCommand server) {
        this.host = host;
        this.folder = folder;
        this.server = server;
        tmux = new TmuxSocket(host, folder + "/socket");
        reader = new PaneReader(tmux);
    }

    /**
     * Starts a terminal.
     *
     * @param host the place
     * @param id   letters and digits that no other terminal of the place has
     * @return the terminal, its shell started
     * @throws TaskEndedException if it cannot be started there
     */
    static Terminal start(TerminalHost host, String id) throws TaskEndedException, InterruptedException {
        String folder = sharedFolder(host, ".ipw-terminal-" + id);
        Terminal terminal = new Terminal(host, folder, launched(host, folder));
        try {
            terminal.awaitSession();
            return terminal;
        } catch (TaskEndedException | InterruptedException | RuntimeException failed) {
            terminal.close();
            throw failed;
        }
    }

    /** Finds a folder that commands share; a temporary folder may be separate for each command. */
    private static String sharedFolder(TerminalHost host, String name)
            throws TaskEndedException, InterruptedException {
        CommandResult made = TmuxSocket.run(host, "command -v tmux >/dev/null 2>&1 || { echo '" + NO_TMUX
                + "'; exit 0; }\nfor parent in /tmp /var/tmp \"$HOME\" \"$PWD\"; do\n"
                + "  mkdir -m 700 \"$parent/" + name + "\" 2>/dev/null && printf '%s\\n' \"$parent/" + name
                + "\"\ndone\nexit 0");
        if (!made.isFine()) {
            throw refused(host, TmuxSocket.errorText(made));
        }
        if (made.output().strip().equals(NO_TMUX)) {
            throw refused(host,
                    "tmux is not there. Put it into the image (as by apt-get install tmux) or, for a sandbox,"
                            + " on this machine");
        }
        String folders = made.output().lines().map(TmuxSocket::quoted).collect(Collectors.joining(" "));
        CommandResult seen = TmuxSocket.run(host, "found=\nfor folder in " + folders
                + "; do\n  [ -d \"$folder\" ] || continue\n"
                + "  if [ -z \"$found\" ]; then found=$folder; else rmdir \"$folder\"; fi\ndone\nprintf '%s' \"$found\"");
        if (!seen.isFine() || seen.output().isBlank()) {
            throw refused(host, "its commands share no folder that can be written, neither /tmp nor /var/tmp, the home"
                    + " folder or the working folder");
        }
        return seen.output().strip();
    }

    private static RunningCommand launched(TerminalHost host, String folder) throws TaskEndedException {
        TmuxSocket tmux = new TmuxSocket(host, folder + "/socket");
        String shell = "if command -v bash >/dev/null 2>&1; then exec bash --login; else exec sh -l; fi";
        String start = tmux.client("-f /dev/null start-server \\; set-option -g history-limit "
                + PaneReader.HISTORY_LINES + " \\; set-option -g remain-on-exit on \\; new-session -d -s "
                + TmuxSocket.SESSION + " -x " + WIDTH + " -y " + PaneReader.HEIGHT + " " + TmuxSocket.quoted(shell));
        try {
            // The server detaches from the command that starts it; a client that waits for a channel without signals
            // runs as long as the server.
            return host.launch("unset TMUX\n" + start + " && exec " + tmux.client("wait-for ipw-never"), LONGEST);
        } catch (InputException failed) {
            throw refused(host, String.valueOf(failed.getMessage()));
        }
    }

    private void awaitSession() throws TaskEndedException, InterruptedException {
        String look = "tries=0\nuntil " + tmux.client("has-session -t " + TmuxSocket.SESSION)
                + " 2>/dev/null; do\n  tries=$((tries+1)); [ $tries -ge 10 ] && exit 1\n  sleep 0.1\ndone";
        long until = System.nanoTime() + LONGEST_START.toNanos();
        while (!TmuxSocket.run(host, look).isFine()) {
            Optional<CommandResult> end = ended();
            if (end.isPresent()) {
                throw refused(host, TmuxSocket.errorText(end.get()));
            }
            if (System.nanoTime() - until > 0) {
                throw refused(host, "there was none after " + LONGEST_START.toSeconds() + " s");
            }
        }
    }

    private Optional<CommandResult> ended() throws TaskEndedException {
        try {
            return server.result();
        } catch (InputException failed) {
            throw refused(host, String.valueOf(failed.getMessage()));
        }
    }

    private static TaskEndedException refused(TerminalHost host, String reason) {
        return TaskEndedException.of(FailureKind.CLIENT_ERROR,
                "No terminal can be started in " + host.name() + ": " + reason);
    }

    /** Reads the screen after the shell has written its prompt, or after a while. */
    ScreenText firstScreen() throws TaskEndedException, InterruptedException {
        long until = System.nanoTime() + LONGEST_PROMPT.toNanos();
        ScreenText text = reader.read();
        while (text.lines().stream().allMatch(String::isBlank) && System.nanoTime() - until < 0) {
            Thread.sleep(Duration.ofMillis(50));
            text = reader.read();
        }
        return text;
    }

    /** Types a text, or keys by their names. */
    void type(String keystrokes) throws TaskEndedException, InterruptedException {
        List<String> commands = Keystrokes.commands(keystrokes);
        for (int at = 0; at < commands.size(); at++) {
            tmux.give(commands.subList(at, at + 1));
        }
    }

    /** Reads the new output, or otherwise the screen. If the shell has ended, starts another one. */
    ScreenText read() throws TaskEndedException, InterruptedException {
        ScreenText text = reader.read();
        Optional<String> end = reader.shellEnd();
        if (end.isEmpty()) {
            return text;
        }
        tmux.give(List.of("respawn-pane -t " + TmuxSocket.SESSION));
        reader.forget();
        return text.withNote("The shell ended " + end.get() + "; a new one has been started");
    }

    /**
     * Leaves the terminal. Processes in an environment continue, so that the tests of the task find the services that
     * were started; the environment ends them. Elsewhere all of them end.
     */
    @Override
    public void close() {
        boolean interrupted = Thread.interrupted();
        try {
            if (!host.endsItsCommands()) {
                // The server is detached from the process that started it; without isolation of both it would
                // continue.
                try {
                    host.run(tmux.client("kill-server"), LONGEST_START);
                } finally {
                    server.close();
                }
            }
            host.run("rm -rf " + TmuxSocket.quoted(folder), LONGEST_START);
        } catch (InterruptedException again) {
            interrupted = true;
        } catch (InputException gone) {
            LOGGER.debug("The socket of a terminal could not be removed from {}", host.name(), gone);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
