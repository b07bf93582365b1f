package dev.ipw.agents.servers;

import dev.ipw.agents.process.ProcessIdentity;
import dev.ipw.agents.process.ProcessTree;
import dev.ipw.error.ConfigurationException;
import dev.ipw.error.InputException;
import dev.ipw.error.IpwException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * The model servers of this machine, which can be started, watched and stopped. Servers that were not started here
 * are never changed.
 */
public final class ModelServers {
    private static final String OTHER_PROGRAM = "another program listens on its port";
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final Duration STATUS_TOKEN = Duration.ofSeconds(5);

    private final ServerFolder folder;
    private final Map<String, String> environment;
    private final Duration patience;

    /**
     * Uses a folder of records.
     *
     * @param folder      stores the records of started servers
     * @param environment may contain the keys that servers require
     */
    public ModelServers(ServerFolder folder, Map<String, String> environment) {
        this(folder, environment, PATIENCE);
    }

    /** Uses a folder of records, with a maximum wait for the end of processes. */
    ModelServers(ServerFolder folder, Map<String, String> environment, Duration patience) {
        this.folder = folder;
        this.environment = Map.copyOf(environment);
        this.patience = patience;
    }

    /**
     * Starts a server, which continues after this process ends.
     *
     * @param plan the command
     * @return the record, which is stored
     * @throws ConfigurationException if a server that was started here runs on the port, another program listens on it,
     *                                or the server cannot be started; then nothing has changed
     * @throws InputException         if the record cannot be written; then the server has been stopped
     */
    public ServerRecord start(ServerPlan plan) {
        return folder.locked(plan.port(), () -> startAlone(plan));
    }

    private ServerRecord startAlone(ServerPlan plan) {
        int port = plan.port();
        requireUnused(port);
        folder.renewLog(port);
        Instant now = Instant.now();
        Process process = ServerProgram.start(plan, ServerRecord.mark(port, now), folder.log(port), folder.exit(port));
        ServerRecord started = ServerRecord.of(plan, ProcessIdentity.of(process.toHandle()), now);
        try {
            folder.write(started);
        } catch (RuntimeException unkept) {
            started.processes().end(patience);
            throw unkept;
        }
        return started;
    }

    private void requireUnused(int port) {
        folder.read(port).ifPresent(known -> {
            int left = known.processes().pids().size();
            if (known.process().find().isPresent()) {
                throw new ConfigurationException("On port " + port + " runs " + words(known)
                        + " already. Stop it first, or take another port");
            }
            if (left > 0) {
                throw new ConfigurationException(words(known) + " on port " + port + " has ended and left " + left
                        + " processes behind. Stop it first, which ends them");
            }
        });
        if (!ServerPorts.isFree(port)) {
            throw new ConfigurationException("Another program listens on port " + port + " of " + ServerPorts.HOST
                    + ". It is left alone: end it yourself, or take another port");
        }
    }

    private static String words(ServerRecord known) {
        return known.spec().kind().title() + " with " + known.spec().model() + " (process " + known.process().pid()
                + ")";
    }

    /**
     * Waits until a server has answered a request with a token, and has the right model. A server with another model
     * is stopped. On a timeout or an interrupt, the server continues.
     *
     * @param started  the server
     * @param longest  the maximum wait
     * @param progress receives sentences for a person
     * @throws IpwException         if it has ended, has another model or refuses, or on a timeout
     * @throws InterruptedException if the thread is interrupted
     */
    public void awaitReady(ServerRecord started, Duration longest, Consumer<String> progress)
            throws InterruptedException {
        Readiness.OtherModel other = new ReadinessWait(started, api(started), folder, progress).await(longest)
                .orElse(null);
        if (other != null) {
            stop(started);
            throw new IpwException(started.spec().kind().title() + " on port " + started.port() + " was to serve "
                    + started.spec().servedModel() + " and serves " + String.join(", ", other.models())
                    + ". It was stopped. Check the model's name and the server's arguments");
        }
    }

    private ServerApi api(ServerRecord server) {
        Optional<String> key = server.spec().argument("api-key").or(() -> server.spec().kind() == ServerKind.VLLM
                ? Optional.ofNullable(environment.get("VLLM_API_KEY"))
                : Optional.empty());
        return new ServerApi(server.port(), key);
    }

    /**
     * Stops a server with all its processes: asks it to end, waits 10 s, kills it. If its process has ended and
     * another one has its number, that one is not touched.
     *
     * @param port its port
     * @return a sentence on the result
     * @throws ConfigurationException if no server was started on the port, or another command works on it
     * @throws IpwException           if a process or a container could not be ended; the record remains
     * @throws InterruptedException   if the thread is interrupted while a container is ended; the record remains
     */
    public String stop(int port) throws InterruptedException {
        return folder.locked(port, () -> {
            ServerRecord known = folder.read(port).orElseThrow(() -> new ConfigurationException(
                    "No server was started on port " + port
                            + ", so none is stopped. What listens there is left alone"));
            String done = end(known);
            folder.remove(port);
            return done;
        });
    }

    private String stop(ServerRecord started) throws InterruptedException {
        return folder.locked(started.port(), () -> {
            Optional<ServerRecord> known = folder.read(started.port())
                    .filter(kept -> kept.process().equals(started.process()));
            if (known.isEmpty()) {
                return words(started) + " on port " + started.port()
                        + " was stopped already; what runs there now is left alone.";
            }
            String done = end(known.get());
            folder.remove(started.port());
            return done;
        });
    }

    /**
     * Stops a server like {@link #stop(int)}, even on an interrupted thread, whose interrupt flag is restored. If the
     * server was stopped meanwhile, a later server on its port is not touched.
     *
     * @param started the server
     * @return a sentence on the result
     * @throws ConfigurationException if another command works on its port
     * @throws IpwException           if a process or a container could not be ended; the record remains
     */
    public String stopSurely(ServerRecord started) {
        boolean isInterrupted = Thread.interrupted();
        try {
            while (true) {
                try {
                    return stop(started);
                } catch (InterruptedException again) {
                    isInterrupted = true;
                }
            }
        } finally {
            if (isInterrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private String end(ServerRecord known) throws InterruptedException {
        if (known.container().isPresent() && !known.container().get().stop(patience)) {
            ServerContainer container = known.container().get();
            throw new IpwException("The container " + container.name() + " could not be ended. End it with '"
                    + container.engine() + " rm -f " + container.name() + "'");
        }
        Optional<ProcessHandle> process = known.process().find();
        ProcessTree tree = known.processes();
        if (process.isEmpty() && tree.pids().isEmpty()) {
            return known.process().isReused()
                    ? "Process " + known.process().pid() + " is another one by now and was left alone; the record of "
                            + known.spec().kind().title() + " on port " + known.port() + " is removed."
                    : words(known) + " on port " + known.port() + " had ended already; its record is removed.";
        }
        ProcessTree.Ending ending = tree.end(patience);
        if (ending.left() > 0) {
            throw new IpwException(ending.left() + " processes of " + words(known)
                    + " did not end even when killed. Try again later; the record stays");
        }
        return "Stopped " + words(known) + " on port " + known.port()
                + (ending.killed() == 0 ? "." : "; " + ending.killed() + " of its processes had to be killed.");
    }

    /**
     * Returns the ports of servers that were started and not stopped.
     *
     * @return ports, the lowest first
     */
    public List<Integer> ports() {
        return folder.ports();
    }

    /**
     * Returns the status of each server. Each running one is asked for one token; Ollama only if the model is in
     * memory.
     *
     * @return one status for each port
     * @throws InterruptedException if the thread is interrupted
     */
    public List<ServerStatus> status() throws InterruptedException {
        List<ServerStatus> all = new ArrayList<>();
        for (int port : folder.ports()) {
            all.add(status(port));
        }
        return all;
    }

    private ServerStatus status(int port) throws InterruptedException {
        Optional<ServerRecord> found;
        try {
            found = folder.read(port);
        } catch (InputException damaged) {
            return new ServerStatus(port, Optional.empty(), ServerState.DAMAGED, String.valueOf(damaged.getMessage()),
                    OptionalInt.empty(), OptionalLong.empty());
        }
        ServerRecord known = found.orElseThrow(() -> new InputException("The record of port " + port
                + " has just been removed. Try again"));
        Optional<ProcessHandle> process = known.process().find();
        if (process.isEmpty()) {
            return ended(known);
        }
        ProcessTree tree = known.processes();
        // Another program must not be sent the key, and may have taken the port while it was asked.
        if (isPortOfAnother(known, tree)) {
            return status(known, ServerState.LOADING, OTHER_PROGRAM, tree);
        }
        Readiness readiness = new ReadinessCheck(known.spec(), api(known), false).check(STATUS_TOKEN);
        if (isPortOfAnother(known, tree)) {
            return status(known, ServerState.LOADING, OTHER_PROGRAM, tree);
        }
        return switch (readiness) {
            case Readiness.Ready ready -> status(known, ServerState.READY, "", tree);
            case Readiness.Loading loading -> status(known, ServerState.LOADING, loading.reason(), tree);
            case Readiness.Refused refused -> status(known, ServerState.REFUSED, refused.reason(), tree);
            case Readiness.OtherModel other -> status(known, ServerState.OTHER_MODEL,
                    "it serves " + String.join(", ", other.models()), tree);
        };
    }

    private static boolean isPortOfAnother(ServerRecord known, ProcessTree tree) {
        return known.container().isEmpty() && PortOwner.isAnother(known.port(), tree);
    }

    private ServerStatus ended(ServerRecord known) {
        ProcessTree tree = known.processes();
        int left = tree.pids().size();
        Optional<Integer> exit = folder.exitStatus(known.port());
        List<String> last = LogTail.lines(folder.log(known.port()), 1);
        String note = (left > 0 ? left + " of its processes are left. " : "") + (last.isEmpty() ? "" : last.getFirst());
        return new ServerStatus(known.port(), Optional.of(known), ServerState.ENDED, note.strip(),
                exit.isPresent() ? OptionalInt.of(exit.get()) : OptionalInt.empty(), tree.residentBytes());
    }

    private static ServerStatus status(ServerRecord known, ServerState state, String note, ProcessTree tree) {
        return new ServerStatus(known.port(), Optional.of(known), state, note, OptionalInt.empty(),
                tree.residentBytes());
    }

    /**
     * Reads the end of a server's output, without secrets.
     *
     * @param port  its port
     * @param lines the maximum number of lines; at most the last 1 MiB is read
     * @return the last lines
     * @throws ConfigurationException if no server was started on the port
     */
    public List<String> log(int port, int lines) {
        if (!folder.ports().contains(port)) {
            throw new ConfigurationException("No server was started on port " + port + ", so there is no log of one");
        }
        return LogTail.lines(folder.log(port), lines);
    }
}
