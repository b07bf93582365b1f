package dev.ipw.agents.servers;

import dev.ipw.agents.process.ProcessIdentity;
import dev.ipw.agents.process.ProcessMark;
import dev.ipw.agents.process.ProcessTree;
import dev.ipw.error.InputException;
import dev.ipw.internal.tree.TreeBuilder;
import dev.ipw.internal.tree.TreeReader;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The stored record of a started server, by which a later command finds it.
 *
 * @param spec      the served model; of its arguments only the names by which requests address the model
 * @param port      its port
 * @param process   the process that runs it
 * @param started   the time of its start
 * @param command   the whole command, without secrets
 * @param gpus      the chosen or named GPUs
 * @param container the container; empty for a process of this machine
 */
public record ServerRecord(ServerSpec spec, int port, ProcessIdentity process, Instant started, String command,
        Optional<String> gpus, Optional<ServerContainer> container) {
    private static final long FORMAT = 1;
    private static final String MARK = "IPW_SERVER";

    /** Creates the record of a server that was just started. */
    static ServerRecord of(ServerPlan plan, ProcessIdentity process, Instant started) {
        return new ServerRecord(plan.spec(), plan.port(), process, started, plan.line(), plan.gpus(),
                plan.container());
    }

    /**
     * Returns the number of its process.
     *
     * @return the process that runs it, or ran it
     */
    public long pid() {
        return process.pid();
    }

    /** Returns what a server is started with, by which all that it starts is found. */
    static ProcessMark mark(int port, Instant started) {
        return new ProcessMark(MARK, port + "@" + started);
    }

    /** Returns its processes: the one that runs it with all that it started, or what that left behind. */
    ProcessTree processes() {
        ProcessMark mark = mark(port, started);
        return process.find().map(running -> new ProcessTree(running, mark))
                .orElseGet(() -> ProcessTree.leftBy(process, mark));
    }

    /** Returns the record as a tree. */
    TreeBuilder tree() {
        return TreeBuilder.object().put("format", FORMAT).put("kind", spec.kind().id()).put("model", spec.model())
                .put("served_model", spec.servedModel()).put("port", (long) port).put("pid", process.pid())
                .put("process_start", process.start().map(Instant::toString))
                .put("process_start_ticks", process.startTicks()).put("boot_id", process.boot())
                .put("started", started.toString()).put("command", command).put("gpus", gpus)
                .put("container", container.map(one -> TreeBuilder.object().put("engine", one.engine())
                        .put("name", one.name()).build()));
    }

    /** Reads the record from a tree. */
    static ServerRecord of(TreeReader tree) {
        if (tree.whole("format") != FORMAT) {
            throw new InputException(
                    "it is of format " + tree.whole("format") + ", and this ipw reads format " + FORMAT);
        }
        ProcessIdentity process = new ProcessIdentity(tree.count("pid"),
                tree.optionalText("process_start", Instant::parse), tree.optionalCount("process_start_ticks"),
                tree.optionalText("boot_id"));
        return new ServerRecord(spec(tree), ServerPorts.required(tree.integer("port")), process,
                tree.text("started", Instant::parse), tree.text("command"), tree.optionalText("gpus"),
                tree.optionalChild("container", one -> new ServerContainer(one.text("engine"), one.text("name"))));
    }

    private static ServerSpec spec(TreeReader tree) {
        ServerKind kind = tree.text("kind", ServerKind::of);
        String name = kind == ServerKind.LLAMA_SERVER ? "alias" : "served-model-name";
        return new ServerSpec(kind, tree.text("model"), Map.of(name, tree.text("served_model")), OptionalInt.empty(),
                OptionalLong.empty());
    }
}
